import { type Call, readCommand } from "./commands.ts";
import type { Result } from "./content.ts";
import type { TestCase, Visit } from "./suite.ts";
import { isSame } from "./values.ts";

/** A difference from the suite's expectation, and its place. */
export interface Failure {
  step: string;
  what: string;
}

/** Creates the suite's own window: it knows which activity must come next and checks what its content finds. */
export function createExaminer(of: TestCase, words: Map<string, string>, learnerId: string | null) {
  const failures: Failure[] = [];
  const log: string[] = [];
  let at = 0;
  let hasStopped = false;
  let instructed: string | null = null;
  let calls: Call[] = [];
  const visit = (): Visit | undefined => of.visits[at];
  const stop = (what: string) => {
    fail(what);
    hasStopped = true;
  };
  const fail = (what: string) => {
    failures.push({ step: visit()?.label ?? "End", what });
    log.push(`FAILED ${what}`);
  };

  return {
    failures,
    log,
    fail,
    step: () => visit()?.label ?? "End",
    /** All activities have been delivered. */
    isDone: () => at >= of.visits.length,
    /** A wrong activity was delivered: the test has ended. */
    hasStopped: () => hasStopped,
    stop,
    hasInstruction: () => instructed !== null,
    /** Takes the content's instruction for the learner, once. */
    takeInstruction(): string | null {
      const instruction = instructed;
      instructed = null;
      return instruction;
    },
    /** Content was launched with these parameters; returns the visit if it is the expected one. */
    arrived(query: string): Visit | null {
      const [, test = "", activity = ""] = /tc=([^&]+)&act=([^&#]+)/.exec(query) ?? [];
      const expected = visit();
      log.push(`${expected?.label ?? "End"}: content of activity ${activity}`);
      if (hasStopped) return null;
      if (test !== of.name) stop(`Content of another package came: '${query}'`);
      else if (!expected) stop(`All was done, and activity ${activity} came`);
      else if (expected.activity !== activity)
        stop(`Activity ${expected.activity} was expected, activity ${activity} came`);
      else return expected;
      return null;
    },
    answered(answers: string[]) {
      const { questions, answers: expected } = visit()!;
      questions.forEach((question, index) => {
        log.push(`  ${question}: ${answers[index]}`);
        if (answers[index] !== expected[index])
          fail(`'${question}': ${yes(expected[index])} was expected, it is ${yes(answers[index])}`);
      });
    },
    callsToMake: () => (calls = visit()!.commands.flatMap((command) => readCommand(command, words) ?? [])),
    performed(results: Result[]) {
      calls.forEach((call, index) => {
        const result = results[index]!;
        log.push(`  ${shown(call, result)} -> '${cut(result.returned)}' ${result.errorCode}`);
        const complaint = complaintAbout(call, result, learnerId);
        if (complaint) fail(`${shown(call, result)}: ${complaint}`);
      });
    },
    /** The content has finished: takes its instruction and moves to the next visit. */
    finished() {
      instructed = visit()?.instruction || null;
      at += 1;
    },
  };
}

export type Examiner = ReturnType<typeof createExaminer>;

const MOST_ERROR_TEXT = 255;
const MAY_LACK_COMMENTS = new Set(["0", "301", "122", "401"]);

function complaintAbout(call: Call, result: Result, learnerId: string | null): string | null {
  const { expected, errorCode, method, parameter } = call;
  const { returned } = result;
  if (result.missing !== undefined) return `there is no '${result.missing}'`;
  if (method === "compareObjectives") {
    const [wanted, found] = [expected.split(",").sort().join(), returned.split(",").sort().join()];
    return wanted === found ? null : `'${wanted}' was expected, it is '${found}'`;
  }
  if (method === "GetValue" && parameter.includes("comments_from_lms") && !parameter.endsWith("_children"))
    return MAY_LACK_COMMENTS.has(result.errorCode) ? null : `error ${result.errorCode}`;
  const isRequest = method === "GetValue" && parameter.includes("request_valid");
  const value = () => `'${cut(expected)}' was expected, it is '${cut(returned)}'`;
  if (isRequest) {
    if (!/^(true|false|unknown)$/.test(returned)) return value();
    // The suite does not name the target; for a choice not even whether it is known.
    if (/\.(choice|jump)/.test(parameter)) return null;
  } else if (method === "GetErrorString" && expected === "emptyCS") {
    if (returned !== "") return value();
  } else if (method === "GetErrorString" || method === "GetDiagnostic") {
    if (returned.length >= MOST_ERROR_TEXT) return value();
  } else if (method === "GetValue" && parameter.endsWith("learner_name")) {
    // The learner has a name that the suite does not know.
  } else if (method === "GetValue" && parameter.endsWith("learner_id")) {
    if (learnerId !== null && returned !== learnerId) return `'${learnerId}' was expected, it is '${cut(returned)}'`;
  } else if (method === "GetValue" && parameter.includes("&") && parameter.endsWith(".id")) {
    if (returned !== parameter.split("&")[1]) return value();
  } else if (!(method === "GetValue" ? isSame(result.element, expected, returned) : expected === returned))
    return value();
  return result.errorCode === errorCode ? null : `error ${errorCode} was expected, it is ${result.errorCode}`;
}

function shown({ method, value }: Call, { element }: Result): string {
  return method === "SetValue" ? `SetValue(${element}, '${cut(value)}')` : `${method}(${element})`;
}

const yes = (answer: string | undefined) => (answer === "Y" ? "yes" : "no");
const cut = (text: string) => (text.length > 90 ? `${text.slice(0, 60)}… (${text.length} characters)` : text);
