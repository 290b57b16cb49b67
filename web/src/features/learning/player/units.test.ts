import { expect, test } from "vitest";
import { neighbours, percentComplete, unitAt } from "./units.ts";

const unit = (unit_order: number, is_complete = false) => ({ id: unit_order * 10, unit_order, is_complete });
const units = [unit(1, true), unit(2), unit(3)];

test("without a position the first unit that is not complete is opened, or the first when all are", () => {
  expect(unitAt(units, undefined)?.unit_order).toBe(2);
  expect(unitAt([unit(1, true), unit(2, true)], undefined)?.unit_order).toBe(1);
});

test("one goes on in the unit where one was last, or the next that is open when it is complete", () => {
  expect(unitAt(units, undefined, 30)?.unit_order).toBe(3);
  expect(unitAt([unit(1), unit(2, true), unit(3)], undefined, 20)?.unit_order).toBe(3);
  expect(unitAt([unit(1), unit(2), unit(3, true)], undefined, 30)?.unit_order).toBe(1);
  expect(unitAt(units, undefined, 999)?.unit_order).toBe(2);
  expect(unitAt(units, 1, 30)?.unit_order).toBe(1);
});

test("an unknown position opens the first unit", () => {
  expect(unitAt(units, 3)?.unit_order).toBe(3);
  expect(unitAt(units, 99)?.unit_order).toBe(1);
  expect(unitAt(units, 0)?.unit_order).toBe(1);
});

test("the first unit has none before it and the last none after it", () => {
  expect(neighbours(units, unit(1))).toEqual({ previous: undefined, next: unit(2) });
  expect(neighbours(units, unit(3))).toEqual({ previous: unit(2), next: undefined });
});

test("progress is the share of complete units, without decimals", () => {
  expect(percentComplete(units)).toBe(33);
  expect(percentComplete([])).toBe(0);
});
