// `npm test`: runs all checks and tests. A failing part does not stop the others; the last line counts all.
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { runChecks } from "./check.ts";
import { ensureChromium } from "./chromium.ts";
import { endOnSignals, run } from "./run.ts";
import { buildWebClient } from "../server/src/web-build.ts";
import { checkSizes } from "./size.ts";

interface Count {
  passed: number;
  /** What failed, with its message. */
  failed: string[];
  skipped?: number;
}

const RESULTS = "test-results";

process.chdir(path.dirname(import.meta.dirname));
endOnSignals();
const total = { passed: 0, failed: [] as string[], skipped: 0 };
await part("Static checks", runChecks);
await part("Unit, API and component tests", vitest);
await part("The web client's build", build);
await part("JavaScript budgets", async () => checkSizes("web/dist"));
await part("End-to-end tests", endToEnd);

// Repeated at the end, for logs that show only the end.
if (total.failed.length > 0) console.log(`\n=== What failed\n${total.failed.join("\n")}`);
console.log(`\n${total.passed} passed, ${total.failed.length} failed, ${total.skipped} skipped`);
process.exitCode = total.failed.length > 0 ? 1 : 0;

/** Runs one part. A part that throws or counts nothing is a failure. */
async function part(title: string, work: () => Promise<Count>): Promise<void> {
  console.log(`\n=== ${title}`);
  const count = await work().catch((error: unknown) =>
    broken(`${title}: ${error instanceof Error ? error.message : String(error)}`),
  );
  const isEmpty = count.passed + count.failed.length + (count.skipped ?? 0) === 0;
  const { passed, failed, skipped = 0 } = isEmpty ? broken(`${title}: there was nothing to run`) : count;
  total.passed += passed;
  total.failed.push(...failed.map(firstLine));
  total.skipped += skipped;
}

function broken(reason: string): Count {
  return { passed: 0, failed: [printFailure(reason)] };
}

/** Prints a failure that no tool printed and returns it. */
function printFailure(failure: string): string {
  console.error(`FAILED  ${failure}`);
  return failure;
}

interface VitestReport {
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    /** The full path. */
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

async function vitest(): Promise<Count> {
  const file = `${RESULTS}/vitest.json`;
  await rm(file, { force: true });
  const { ok } = await run("vitest", ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`], {
    show: true,
  });
  const report = await readJson<VitestReport>(file);
  const failed = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative("", name);
    const tests = assertionResults.filter((test) => test.status === "failed");
    // A file that cannot be loaded, or whose set-up fails, has no failed tests.
    if (status === "failed" && tests.length === 0) return [`${file}: ${message}`];
    return tests.map((test) => `${file} › ${test.fullName}: ${test.failureMessages[0]}`);
  });
  // A workspace without any test file would not fail.
  for (const side of ["server/src", "web/src"])
    if (!report.testResults.some(({ name }) => name.includes(`/${side}/`)))
      failed.push(printFailure(`no tests in ${side}`));
  if (failed.length === 0 && !ok) failed.push(printFailure("vitest ended in failure, though no test failed"));
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests + report.numTodoTests };
}

async function build(): Promise<Count> {
  await rm("web/dist", { recursive: true, force: true });
  // As `npm start` builds it, so that the servers of the end-to-end tests find it built.
  await buildWebClient();
  console.log("ok      web client");
  return { passed: 1, failed: [] };
}

interface PlaywrightReport {
  suites: {
    file: string;
    specs: { title: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[];
  }[];
  errors: { message?: string }[];
  stats: { expected: number; skipped: number };
}

async function endToEnd(): Promise<Count> {
  const chromium = ensureChromium();
  if (!chromium) return withoutBrowser();
  const file = `${RESULTS}/e2e.json`;
  await rm(file, { force: true });
  const { ok } = await run("playwright", ["test"], { show: true, env: { ...process.env, CHROMIUM_PATH: chromium } });
  const { suites, errors, stats } = await readJson<PlaywrightReport>(file);
  const failed = suites.flatMap(({ file, specs }) =>
    specs.flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === "unexpected" || status === "flaky")
        .map(({ results }) => `${file} › ${title}: ${results.at(-1)?.error?.message}`),
    ),
  );
  failed.push(...errors.map(({ message }) => String(message)));
  if (failed.length === 0 && !ok) failed.push(printFailure("Playwright failed, although no test did"));
  return { passed: stats.expected, failed, skipped: stats.skipped };
}

async function withoutBrowser(): Promise<Count> {
  const { output } = await run("playwright", ["test", "--list", "--reporter=list"]);
  const number = Number(/Total: (\d+) test/.exec(output)?.[1] ?? 1);
  const line = "!".repeat(80);
  console.error(
    `${line}\nNO CHROMIUM was found, and none could be installed: ${number} end-to-end tests were NOT run.`,
  );
  console.error(`Install Chromium, or name one with CHROMIUM_PATH.\n${line}`);
  const isFailure = Boolean(process.env["CI"]);
  const failed = Array.from(
    { length: isFailure ? number : 0 },
    () => "An end-to-end test did not run: no Chromium was found.",
  );
  return { passed: 0, failed, skipped: isFailure ? 0 : number };
}

/** Returns the first line of a message, without terminal colours. */
function firstLine(message: string): string {
  return stripVTControlCharacters(message).trim().split("\n")[0]!;
}

async function readJson<T>(file: string): Promise<T> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new Error(`it ended without writing ${file}`);
  });
  return JSON.parse(text) as T;
}
