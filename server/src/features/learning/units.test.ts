import { expect, test } from "vitest";
import { chooseUnit } from "./units.service.ts";

const unit = (unit_order: number, is_complete = false) => ({ id: unit_order * 10, unit_order, is_complete });
const units = [unit(1, true), unit(2), unit(3)];

test("chooses the first incomplete unit, or the first one when all are complete", () => {
  expect(chooseUnit(units)?.unit_order).toBe(2);
  expect(chooseUnit([unit(1, true), unit(2, true)])?.unit_order).toBe(1);
});

test("chooses the last visited unit, or the next open one when it is complete", () => {
  expect(chooseUnit(units, null, 30)?.unit_order).toBe(3);
  expect(chooseUnit([unit(1), unit(2, true), unit(3)], null, 20)?.unit_order).toBe(3);
  expect(chooseUnit([unit(1), unit(2), unit(3, true)], null, 30)?.unit_order).toBe(1);
  expect(chooseUnit(units, null, 999)?.unit_order).toBe(2);
  expect(chooseUnit(units, 1, 30)?.unit_order).toBe(1);
});

test("chooses the first unit for an unknown position", () => {
  expect(chooseUnit(units, 3)?.unit_order).toBe(3);
  expect(chooseUnit(units, 99)?.unit_order).toBe(1);
});
