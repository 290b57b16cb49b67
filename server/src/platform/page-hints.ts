import { existsSync, readFileSync } from "node:fs";

export interface Hints {
  path: RegExp;
  /** The addresses of the scripts by language. */
  scripts: Record<string, string[]>;
  /** The queries that the page sends first. */
  queries: { documentId: string; variables: object; hasBranch: boolean }[];
}

/** The hints as the build writes them. */
interface Written {
  path: string;
  scripts: Record<string, string[]>;
  queries: { name: string; variables?: object }[];
}

/** What the page knows of its tenant. */
interface Site {
  language?: string | null;
  url?: string | null;
}
export interface Boot {
  instance?: Site | null;
  branch?: Site | null;
}

const FIRST_CALL = '<script type="application/json" id="cairn-first-call"></script>';

/**
 * Reads which scripts and queries the pages of the built client need (web/build/page-hints.ts).
 * @param documents the trusted documents by hash
 */
export function readPageHints(file: string, documents: ReadonlyMap<string, string>): readonly Hints[] {
  if (!existsSync(file)) return [];
  const written = JSON.parse(readFileSync(file, "utf8")) as Written[];
  const hashes = new Map([...documents].map(([hash, text]) => [/^query (\w+)/.exec(text)?.[1] ?? hash, hash]));
  return written.map(({ path, scripts, queries }) => ({
    path: new RegExp(path),
    scripts,
    queries: queries.flatMap(({ name, variables = {} }) => {
      const documentId = hashes.get(name);
      const hasBranch = documents.get(documentId ?? "")?.includes("$branchUrl") ?? false;
      return documentId ? [{ documentId, variables, hasBranch }] : [];
    }),
  }));
}

/** Finds the hints for the page at a path. */
export function findPageHints(hints: readonly Hints[], path: string): Hints | undefined {
  return hints.find((each) => each.path.test(path));
}

/**
 * Inserts what a page needs: its scripts, which the browser then loads all at once, and the queries that first-call.js
 * sends without waiting for them. Scripts are those of the site's language; users may have chosen another.
 */
export function addPageHints(page: string, found: Hints | undefined, { instance, branch }: Boot): string {
  if (!found) return page;
  const language = branch?.language ?? instance?.language ?? "en";
  const scripts = found.scripts[language] ?? found.scripts["en"] ?? [];
  const links = scripts.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`).join("");
  const branchUrl = branch?.url ?? null;
  const queries = found.queries.map(({ documentId, variables, hasBranch }) => ({
    documentId,
    variables: { ...variables, ...(hasBranch && { branchUrl }) },
  }));
  const call =
    queries.length === 0
      ? ""
      : FIRST_CALL.replace("></", () => `>${JSON.stringify(queries).replaceAll("<", "\\u003c")}</`);
  return page.replace(FIRST_CALL, () => call + links);
}
