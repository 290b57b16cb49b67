import { expect, test } from "vitest";
import { describeScope } from "./exports.service.ts";

test("an export belongs to the same branches and groups, in whatever order they are read", () => {
  const scope = [
    [2, 10, 33],
    [4, 30],
  ];
  expect(describeScope({ branchIds: [10, 33, 2], ledGroupIds: [30, 4] })).toEqual(scope);
  expect(describeScope({ branchIds: [33, 2, 10], ledGroupIds: [4, 30] })).toEqual(scope);
  expect(describeScope({ branchIds: null, ledGroupIds: [] })).toEqual([null, []]);
});
