// The files of the repository, for checks of their text.
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

const SKIPPED = new Set([
  "node_modules",
  ".git",
  ".releases",
  "data",
  "dist",
  "gen",
  "test-results",
  "playwright-report",
]);

/** The files of the repository, by path from its root with forward slashes, each with a way to read it. */
export type Files = Map<string, () => string>;

/** Lists all files of the repository without dependencies and build results. */
export function listFiles(folder: string, prefix = ""): Files {
  return new Map(
    readdirSync(folder, { withFileTypes: true }).flatMap((entry): [string, () => string][] => {
      const inside = path.join(folder, entry.name);
      const name = prefix + entry.name;
      if (SKIPPED.has(entry.name)) return [];
      if (entry.isDirectory()) return [...listFiles(inside, `${name}/`)];
      return [[name, () => readFileSync(inside, "utf8")]];
    }),
  );
}
