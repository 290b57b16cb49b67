import { secondsOf } from "../../../server/src/features/scorm/duration.ts";

const DURATIONS = /(total_time|session_time|latency|max_time_allowed)$/;
const NUMBERS =
  /(scaled|raw|min|max|progress_measure|weighting|audio_level|delivery_speed|completion_threshold|scaled_passing_score|result)$/;

/** Whether a value that was read is the one expected, in whichever of its writings: the standard leaves several open. */
export function isSame(element: string, expected: string, returned: string): boolean {
  if (expected === returned) return true;
  if (returned === "") return false;
  if (element.endsWith("._children")) return sorted(expected) === sorted(returned);
  if (DURATIONS.test(element)) return Math.abs(secondsOf(expected) - secondsOf(returned)) < 0.01;
  if (element.endsWith("timestamp")) return Date.parse(expected) === Date.parse(returned);
  if (NUMBERS.test(element)) return Number(expected) === Number(returned);
  return false;
}

const sorted = (list: string) =>
  list
    .split(",")
    .map((each) => each.trim())
    .sort()
    .join();
