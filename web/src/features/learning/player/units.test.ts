import { expect, test } from "vitest";
import { computeProgress, findNeighbours, findUnit, type PlayerCourse } from "./units.ts";

const unit = (unit_order: number, is_complete = false) => ({ id: unit_order * 10, unit_order, is_complete });
const units = [unit(1, true), unit(2), unit(3)];
const course = { units, opened_id: 20 } as unknown as PlayerCourse;

test("shows the unit that the server opened, and one at a position", () => {
  expect(findUnit(course, undefined)?.unit_order).toBe(2);
  expect(findUnit(course, 3)?.unit_order).toBe(3);
});

test("shows the first unit for an unknown position", () => {
  expect(findUnit(course, 99)?.unit_order).toBe(1);
  expect(findUnit(course, 0)?.unit_order).toBe(1);
});

test("has no previous unit for the first and no next unit for the last", () => {
  expect(findNeighbours(units, unit(1))).toEqual({ previous: undefined, next: unit(2) });
  expect(findNeighbours(units, unit(3))).toEqual({ previous: unit(2), next: undefined });
});

test("computes progress as the share of complete units without decimals", () => {
  expect(computeProgress(units)).toBe(33);
  expect(computeProgress([])).toBe(0);
});
