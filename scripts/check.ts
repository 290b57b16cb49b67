// Runs all static checks of the repository: `npm run check`.
import path from "node:path";
import { endOnSignals, run } from "./run.ts";

interface Check {
  name: string;
  command: string;
  args: string[];
}

const check = (name: string, command: string, ...args: string[]): Check => ({ name, command, args });

// First, because the client's types depend on the generated files.
const GENERATED = check("generated files are fresh", process.execPath, "scripts/generate.ts", "--check");
const CHECKS = [
  check("types of the server", "tsc", "-p", "server"),
  check("types of the client", "tsc", "-p", "web"),
  check("types of the end-to-end tests", "tsc", "-p", "e2e"),
  check("lint", "oxlint", "--type-aware", "--deny-warnings", "--report-unused-disable-directives", "."),
  check("import rules", process.execPath, "scripts/imports.ts"),
  check("nothing unused", "knip", "--no-progress", "--no-config-hints"),
  check("references of documents", process.execPath, "scripts/documents.ts"),
  check("migrations keep the last release running", process.execPath, "scripts/migrations.ts"),
  check("retired words", process.execPath, "scripts/prose.ts"),
  check("names and doc comments start with verbs", process.execPath, "scripts/names.ts"),
  check("formatting", "oxfmt", "--check"),
];
const AT_ONCE = 2;

/** Runs all checks, two at a time, and returns how many passed and which failed. The output of failed checks is printed. */
export async function runChecks(): Promise<{ passed: number; failed: string[] }> {
  const failed: string[] = [];
  const perform = async (check: Check) => {
    if (!(await passes(check))) failed.push(check.name);
  };
  await perform(GENERATED);
  const waiting = [...CHECKS];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await perform(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { passed: 1 + CHECKS.length - failed.length, failed };
}

async function passes({ name, command, args }: Check): Promise<boolean> {
  const outcome = await run(command, args);
  if (!outcome.ok) console.log(`\n${outcome.output.trimEnd()}`);
  console.log(`${outcome.ok ? "ok    " : "FAILED"}  ${name} (${(outcome.milliseconds / 1000).toFixed(1)} s)`);
  return outcome.ok;
}

if (import.meta.main) {
  process.chdir(path.dirname(import.meta.dirname));
  endOnSignals();
  const { failed } = await runChecks();
  process.exitCode = failed.length > 0 ? 1 : 0;
}
