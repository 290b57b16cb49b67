import { expect, test } from "vitest";
import { getExpiry } from "./expiry.service.ts";

test.each([
  ["2026-03-03", "2027-03-03"],
  ["2025-12-31", "2026-12-31"],
  ["2028-02-29", "2029-02-28"],
  ["2027-02-28", "2028-02-28"],
  ["2026-02-10", "2027-02-10"],
  ["2026-03-29", "2027-03-29"],
])("a course completed on %s is certified until %s", (completed, expires) => {
  expect(getExpiry(completed)).toBe(expires);
});
