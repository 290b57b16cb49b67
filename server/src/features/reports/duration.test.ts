import { expect, test } from "vitest";
import { formatDuration } from "./duration.ts";

test.each([
  [0, "0h 0m 0s"],
  [59, "0h 0m 59s"],
  [3_661, "1h 1m 1s"],
  [360_000, "100h 0m 0s"],
])("%i seconds are written %s", (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
