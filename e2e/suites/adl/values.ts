import { toSeconds } from "../../../server/src/features/scorm/duration.ts";

const DURATIONS = /(total_time|session_time|latency|max_time_allowed)$/;
const NUMBERS =
  /(scaled|raw|min|max|progress_measure|weighting|audio_level|delivery_speed|completion_threshold|scaled_passing_score|result)$/;
const ANSWERS = /^cmi\.interactions\..*(learner_response|pattern)$/;
const DEFAULTS = new Set(["{lang=en}", "{case_matters=false}", "{order_matters=true}"]);

/** Returns whether a value equals the expected one in any of its forms: the standard allows several. */
export function isSame(element: string, expected: string, returned: string): boolean {
  if (expected === returned) return true;
  if (returned === "") return false;
  if (element.endsWith("._children")) return sorted(expected) === sorted(returned);
  if (DURATIONS.test(element)) return Math.abs(toSeconds(expected) - toSeconds(returned)) < 0.01;
  if (element.endsWith("timestamp")) return Date.parse(expected) === Date.parse(returned);
  if (NUMBERS.test(element)) return Number(expected) === Number(returned);
  if (ANSWERS.test(element)) return withoutDefaults(expected) === withoutDefaults(returned);
  return false;
}

/**
 * Returns an answer with its delimiters in one order and without defaults. The suite's tables write either form, and
 * its evaluator compares each delimiter by name with a missing one as its default.
 */
function withoutDefaults(answer: string): string {
  const front = /^(\{(lang|case_matters|order_matters)=[^}]*\})*/.exec(answer)![0];
  const delimiters = (front.match(/\{[^}]*\}/g) ?? []).filter((delimiter) => !DEFAULTS.has(delimiter));
  return delimiters.sort().join("") + answer.slice(front.length);
}

const sorted = (list: string) =>
  list
    .split(",")
    .map((each) => each.trim())
    .sort()
    .join();
