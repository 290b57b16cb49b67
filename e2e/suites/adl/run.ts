// Runs the LMS test cases of ADL's SCORM 2004 4th Edition test suite and plays the tester that they need:
//   npm run suite:adl -- --suite <absolute path of its folder software_development> [--browser] [--show] [--verbose] [--out <file>] [CASE…]
// The suite belongs to ADL and is not part of this repository. By default everything runs in this process within seconds: the player's own modules and the server's own rules, with a minimal page and database. With --browser a whole server is started, the packages are uploaded to it, and a learner opens them in Chromium (run vite build first).
// Cases depend on one another: one learner takes them all in order, and global objectives and shared data continue from one to the next. A case that is run alone may fail although it passes after the others.
// --show prints all failures and their places, --verbose every call.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { inBrowser } from "./browser-player.ts";
import { createExaminer, type Failure } from "./examiner.ts";
import { take } from "./learner.ts";
import { inMemory } from "./memory-player.ts";
import { readSuite, type TestCase } from "./suite.ts";

interface Outcome {
  name: string;
  hasPassed: boolean;
  failures: Failure[];
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    suite: { type: "string" },
    browser: { type: "boolean", default: false },
    show: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
    out: { type: "string" },
  },
});
if (!options.suite) throw new Error("Say where the suite is: --suite <folder>.");

const suite = readSuite(options.suite);
const chosen = suite.cases.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const place = options.browser ? await inBrowser(suite.manifest) : inMemory(suite.manifest);
const outcomes: Outcome[] = [];
try {
  for (const test of chosen) outcomes.push(await runCase(test));
} finally {
  await place.end();
}
report();
process.exit(outcomes.every(({ hasPassed }) => hasPassed) ? 0 : 1);

async function runCase(test: TestCase): Promise<Outcome> {
  const examiner = createExaminer(test, suite.words, place.learnerId);
  const player = await place.playerFor(examiner);
  try {
    await take(test, player, examiner);
  } catch (error) {
    examiner.stop(`the driver broke: ${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    await player.end();
  }
  if (options.verbose) print([`${test.name}:`, ...examiner.log].join("\n"));
  const outcome = { name: test.name, hasPassed: examiner.failures.length === 0, failures: examiner.failures };
  print(formatOutcome(outcome));
  return outcome;
}

function formatOutcome({ name, hasPassed, failures }: Outcome): string {
  if (hasPassed) return `ok      ${name}`;
  const [first, ...more] = failures.map(({ step, what }) => `${step}: ${what}`);
  if (options.show) return [`FAILED  ${name}  ${first}`, ...more].join("\n          ");
  return `FAILED  ${name}  ${first}${more.length > 0 ? ` (and ${more.length} more)` : ""}`;
}

/** The tested modules use the console. */
function print(line: string) {
  process.stdout.write(`${line}\n`);
}

function report() {
  if (chosen.length < suite.cases.length)
    print("Cases depend on those before them: only a run of all of them says what passes.");
  print(`${outcomes.filter(({ hasPassed }) => hasPassed).length} of ${outcomes.length} passed.`);
  if (options.out) writeFileSync(options.out, `${JSON.stringify(outcomes, null, 2)}\n`);
}
