import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";

const FOLDER = ".mutation";
/** The generated tests: one imports the tests of a file while one change is active. */
export const TESTS = `${FOLDER}/tests`;
export const MUTANTS = `${FOLDER}/mutants.json`;
export const REACH = `${FOLDER}/reach.jsonl`;
export const GENERATED = `${FOLDER}/generated.jsonl`;
export const RESULTS = `${FOLDER}/results.jsonl`;
mkdirSync(TESTS, { recursive: true });

/** A generated test. There are no changes while reach is measured. */
export interface Generated {
  name: string;
  mutants: string[];
  test: string;
}

export interface Result {
  /** The name of the generated test. */
  name: string;
  state: string;
  ms: number;
  failed?: string | undefined;
  error?: string | undefined;
}

/** Reads a file of JSON lines; none without the file. */
export function readLines<Line>(file: string): Line[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Line);
}

export const addLine = (file: string, line: object) => appendFileSync(file, `${JSON.stringify(line)}\n`);
