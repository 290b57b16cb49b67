import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const FOLDER = path.join(import.meta.dirname, "../../web/src/app/routes");

/** Lists the paths of the client's routes, such as `/user/$id`, from their source. */
export function listRoutes(): string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => [...readFileSync(path.join(FOLDER, file), "utf8").matchAll(/path: "(\/[^"]*)"/g)])
    .map(([, route]) => route!)
    .filter((route) => route !== "/");
}

/** The search parameters that routes cannot do without. */
export const SEARCH: Readonly<Record<string, string>> = { "/reports/table": "?report=everything" };

/** Tells whether a path belongs to a route with parameters. */
export function matches(route: string, pathname: string): boolean {
  const pattern = route.replace(/\/\{-\$\w+\}/g, "(?:/[^/]+)?").replace(/\$\w+/g, "[^/]+");
  return new RegExp(`^${pattern}$`).test(pathname);
}
