import type { AttemptContext } from "./attempt.ts";
import type { Call } from "./runtime.queries.ts";

/** A value that was not stored, with the time at which content set it. */
export interface RefusedValue {
  key: string;
  value: string;
  called_at: Date;
}

const LONGEST_KEY = 1_000;
/** Values stored nowhere else are kept whole, up to the longest suspend data. */
const LONGEST_VALUE = 64_000;

/** Turns values that were not stored into entries of the call log. */
export function refusedCalls(kind: AttemptContext["kind"], values: RefusedValue[]): Call[] {
  const is12 = kind === "scorm_1_2";
  return values.map(({ key, value, called_at }) => ({
    called_at,
    call: is12 ? "LMSSetValue" : "SetValue",
    element: key.slice(0, LONGEST_KEY),
    value: value.slice(0, LONGEST_VALUE),
    result: "false",
    error_code: is12 ? 405 : 406,
  }));
}
