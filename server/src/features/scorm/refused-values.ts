import type { AttemptContext } from "./attempt.ts";
import type { Call } from "./runtime.queries.ts";

/** A value that is not kept, with the time at which content set it. */
export interface RefusedValue {
  key: string;
  value: string;
  called_at: Date;
}

const LONGEST_KEY = 1_000;
/** What is nowhere else is to be read whole: as much as the longest suspend data. */
const LONGEST_VALUE = 64_000;

/** Writes values that are not kept as entries of the flight recorder. */
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
