import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { switchQueries } from "./queries.ts";

/** One change of the source that a test should notice. */
export interface Mutant {
  id: string;
  /** The path of the source in the repository. */
  file: string;
  line: number;
  kind: string;
  was: string;
  becomes: string;
}

interface Place {
  line: number;
  column: number;
}

/** A change as Stryker lists it. */
interface StrykerMutant {
  id: string;
  fileName: string;
  location: { start: Place; end: Place };
  mutatorName: string;
  replacement: string;
  status?: string;
}

// Texts, regular expressions and literals are compared by other tests: the schema, the catalogues, the prose. A condition that never
// holds is the same as one with an empty block.
const EXCLUDED = [
  "StringLiteral",
  "ObjectLiteral",
  "ArrayDeclaration",
  "Regex",
  "ArrowFunction",
  "BlockStatement",
  "CallExpression",
];

/** Statements are built once and kept: each change needs its own, and so does each file of tests while reach is measured. */
const CACHES = ["server/src/db/cached-query.ts", "server/src/features/reports/statement.ts"];

/** Puts a switch for each change into these sources, in the working tree. @returns the changes */
export async function instrument(files: string[]): Promise<Mutant[]> {
  // Installed beside the lock file (CONTRIBUTING.md).
  const stryker = "@stryker-mutator/instrumenter";
  const { Instrumenter } = await import(stryker);
  const mutants: Mutant[] = [];
  const originals = new Map<string, string>();
  const sources = [];
  for (const name of files) {
    originals.set(name, execFileSync("git", ["show", `HEAD:${name}`], { encoding: "utf8" }));
    const { content, found } = await switchQueries(name, originals.get(name)!, mutants.length);
    mutants.push(...found);
    sources.push({ name, mutate: true, content });
  }
  const log = { debug() {}, info() {}, warn: console.warn, isDebugEnabled: () => false };
  const options = { plugins: null, ignorers: [], excludedMutations: EXCLUDED };
  const result = await new Instrumenter(log).instrument(sources, options);
  for (const { name, content } of result.files)
    writeFileSync(name, content.replace("ns.activeMutant === id", "ns.active?.has(id)"));
  const contents = new Map(sources.map(({ name, content }) => [name, content]));
  for (const mutant of result.mutants as StrykerMutant[]) {
    if (mutant.status === "Ignored") continue;
    const { id, fileName: file, location, mutatorName: kind, replacement: becomes } = mutant;
    const was = cut(contents.get(file)!, location);
    if (!isNegation(kind, was, becomes)) mutants.push({ id, file, line: location.start.line + 1, kind, was, becomes });
  }
  for (const file of CACHES) {
    const content = readFileSync(file, "utf8");
    writeFileSync(file, content.replaceAll(/built\.([gs]et)\((\w+)/g, "built.$1($2 + globalThis.__mutation.key()"));
  }
  return mutants;
}

function cut(source: string, { start, end }: StrykerMutant["location"]): string {
  const lines = source.split("\n").slice(start.line, end.line + 1);
  lines[lines.length - 1] = lines.at(-1)!.slice(0, end.column);
  lines[0] = lines[0]!.slice(start.column);
  return lines.join("\n");
}

const OPPOSITES: Record<string, string> = { "===": "!==", "==": "!=", "<": ">=", ">": "<=" };

/** A condition that is turned round fails wherever "always" or "never" fails, which are among the changes. */
function isNegation(kind: string, was: string, becomes: string): boolean {
  if (kind === "BooleanLiteral") return was !== "true" && was !== "false";
  if (kind !== "EqualityOperator") return false;
  const [before, after] = [was, becomes].map((text) => /\s(===|!==|==|!=|<=|>=|<|>)\s/.exec(text)?.[1] ?? "");
  return OPPOSITES[before!] === after || OPPOSITES[after!] === before;
}
