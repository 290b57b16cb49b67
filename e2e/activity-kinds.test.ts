import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { KINDS } from "../server/src/features/activity/activity-kinds.ts";

test("the filter of the activity log offers every kind that the server records", () => {
  const source = readFileSync("web/src/features/reports/user/UserActivity.tsx", "utf8");
  expect(KINDS.filter((kind) => !source.includes(`    ${kind}: t\``))).toEqual([]);
});
