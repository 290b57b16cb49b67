// Everything that must hold: `npm test`. No part stops another; the closing line counts them all.
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { runChecks } from "./check.ts";
import { ensureChromium } from "./chromium.ts";
import { endOnSignals, run } from "./run.ts";
import { checkSizes } from "./size.ts";

interface Count {
  passed: number;
  failed: number;
  skipped?: number;
}

const RESULTS = "test-results";
const BROKEN: Count = { passed: 0, failed: 1 };

process.chdir(path.dirname(import.meta.dirname));
endOnSignals();
const counts: Required<Count>[] = [];
await part("Static checks", runChecks);
await part("Unit, API and component tests", vitest);
await part("The web client's build", build);
await part("JavaScript budgets", async () => checkSizes("web/dist"));
await part("Journeys in a browser", journeys);

const sum = (key: keyof Count) => counts.reduce((total, count) => total + count[key], 0);
console.log(`\n${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`);
process.exitCode = sum("failed") > 0 ? 1 : 0;

/** Runs one part; one that breaks, or in which nothing was counted, is a failure. */
async function part(title: string, work: () => Promise<Count>): Promise<void> {
  console.log(`\n=== ${title}`);
  const count = await work().catch((error: unknown) => {
    console.error(`FAILED  ${title}: ${error instanceof Error ? error.message : String(error)}`);
    return BROKEN;
  });
  const { passed, failed, skipped = 0 } = count;
  const isEmpty = passed + failed + skipped === 0;
  if (isEmpty) console.error(`FAILED  ${title}: there was nothing to run`);
  counts.push({ passed, failed: isEmpty ? 1 : failed, skipped });
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; status: string; assertionResults: unknown[] }[];
}

async function vitest(): Promise<Count> {
  const file = `${RESULTS}/vitest.json`;
  await rm(file, { force: true });
  const { ok } = await run("vitest", ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`], {
    show: true,
  });
  const report = await readJson<VitestReport>(file);
  // A file that cannot be loaded has no tests to fail, and a side without any file has no file to miss.
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  const absent = ["server/src", "web/src"].filter(
    (side) => !report.testResults.some(({ name }) => name.includes(`/${side}/`)),
  );
  for (const side of absent) console.error(`FAILED  no tests in ${side}`);
  const failed = report.numFailedTests + unloaded.length + absent.length;
  const skipped = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, failed: failed === 0 && !ok ? 1 : failed, skipped };
}

async function build(): Promise<Count> {
  await rm("web/dist", { recursive: true, force: true });
  const { ok, output } = await run("vite", ["build"], { cwd: "web" });
  console.log(ok ? "ok      vite build" : `${output}\nFAILED  vite build`);
  return ok ? { passed: 1, failed: 0 } : BROKEN;
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

async function journeys(): Promise<Count> {
  const chromium = ensureChromium();
  if (!chromium) return withoutBrowser();
  const file = `${RESULTS}/journeys.json`;
  await rm(file, { force: true });
  const { ok } = await run("playwright", ["test"], { show: true, env: { ...process.env, CHROMIUM_PATH: chromium } });
  const { expected, unexpected, flaky, skipped } = (await readJson<PlaywrightReport>(file)).stats;
  const failed = unexpected + flaky;
  return { passed: expected, failed: failed === 0 && !ok ? 1 : failed, skipped };
}

async function withoutBrowser(): Promise<Count> {
  const { output } = await run("playwright", ["test", "--list", "--reporter=list"]);
  const number = Number(/Total: (\d+) test/.exec(output)?.[1] ?? 1);
  const line = "!".repeat(80);
  console.error(`${line}\nNO CHROMIUM was found, and none could be installed: ${number} journeys were NOT run.`);
  console.error(`Install Chromium, or name one with CHROMIUM_PATH.\n${line}`);
  return process.env["CI"] ? { passed: 0, failed: number } : { passed: 0, failed: 0, skipped: number };
}

async function readJson<T>(file: string): Promise<T> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new Error(`it ended without writing ${file}`);
  });
  return JSON.parse(text) as T;
}
