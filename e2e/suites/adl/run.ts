// Drives the LMS test cases of ADL's SCORM 2004 4th Edition test suite, playing the tester that they need:
//   node e2e/suites/adl/run.ts --suite <its folder software_development> [--show] [--verbose] [--out <file>] [CASE…]
// The suite is ADL's, and no part of this repository. --show tells of each failing case at which step and why, --verbose all calls.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { createExaminer, type Failure } from "./examiner.ts";
import { take } from "./learner.ts";
import { inMemory } from "./memory-player.ts";
import { LEARNER_ID } from "./memory-server.ts";
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
    show: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
    out: { type: "string" },
  },
});
if (!options.suite) throw new Error("Say where the suite is: --suite <folder>.");

const suite = readSuite(options.suite);
const chosen = suite.cases.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const playerFor = inMemory(suite.manifest);
const outcomes: Outcome[] = [];
for (const test of chosen) outcomes.push(await outcomeOf(test));
report();
process.exit(outcomes.every(({ hasPassed }) => hasPassed) ? 0 : 1);

async function outcomeOf(test: TestCase): Promise<Outcome> {
  const examiner = createExaminer(test, suite.words, () => LEARNER_ID);
  const player = await playerFor(examiner);
  try {
    await take(test, player, examiner);
  } catch (error) {
    examiner.stop(`the driver broke: ${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    await player.end();
  }
  if (options.verbose) print([`${test.name}:`, ...examiner.log].join("\n"));
  return { name: test.name, hasPassed: examiner.failures.length === 0, failures: examiner.failures };
}

/** The console belongs to what is tested. */
function print(line: string) {
  process.stdout.write(`${line}\n`);
}

function report() {
  for (const { name, hasPassed, failures } of outcomes) {
    const [first] = failures;
    const more = failures.length > 1 ? ` (and ${failures.length - 1} more)` : "";
    print(hasPassed ? `ok      ${name}` : `FAILED  ${name}  ${first!.step}: ${first!.what}${more}`);
    if (options.show) failures.slice(1).forEach(({ step, what }) => print(`          ${step}: ${what}`));
  }
  print(`${outcomes.filter(({ hasPassed }) => hasPassed).length} of ${outcomes.length} passed.`);
  if (options.out) writeFileSync(options.out, `${JSON.stringify(outcomes, null, 2)}\n`);
}
