import { expect, test } from "vitest";
import { limitFile, limitTest } from "./mutation/limits.ts";

test("tests of a fast file have the least time", () => {
  expect([limitTest([900, 3_000]), limitFile([900, 3_000])]).toEqual([20_000, 40_000]);
});

test("tests of a slow file have a multiple of the longest time that it took", () => {
  expect([limitTest([2_000, 9_000, 3_000]), limitFile([2_000, 9_000, 3_000])]).toEqual([45_000, 90_000]);
});

test("tests of a file that has not run have the time that they have without changes", () => {
  expect([limitTest([]), limitFile([])]).toEqual([60_000, 120_000]);
});
