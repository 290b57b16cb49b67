import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readKeyNumber, readNumbers } from "./numbers.ts";

describe("readNumbers", () => {
  test.each([
    ["3", [3]],
    [" 3.14 ", [3.14]],
    ["3,14", [3.14]],
    ["-0,5", [-0.5]],
    ["−2", [-2]],
    ["+7", [7]],
    [".5", [0.5]],
    ["1e3", [1000]],
    ["1,234", [1.234, 1234]],
    ["1.234", [1.234, 1234]],
    ["0.125", [0.125]],
    ["1,234.5", [1234.5]],
    ["1.234,5", [1234.5]],
    ["1 234,5", [1234.5]],
    ["1\u202f234", [1234]],
    ["1'234'567", [1234567]],
    ["1,234,567", [1234567]],
    ["１２", [12]],
    ["", []],
    ["five", []],
    ["3 apples", []],
    ["1,2,3", []],
    ["1.2.3,4", []],
    ["--3", []],
    ["1e999", []],
    ["Infinity", []],
    ["0x10", []],
  ])("reads %j as %j", (text, numbers) => {
    expect(readNumbers(text)).toEqual(numbers);
  });

  test("reads every number in the spelling of every language of the product", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 4 }), (digits, places) => {
        const value = digits / 10 ** places;
        for (const language of ["en", "fr", "es", "de"]) {
          const written = new Intl.NumberFormat(language, { maximumFractionDigits: places }).format(value);
          expect([written, readNumbers(written)]).toEqual([written, expect.arrayContaining([value])]);
        }
      }),
    );
  });

  test("never throws, and returns at most two finite numbers", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."0123456789.,-+e ") })), (text) => {
        const numbers = readNumbers(text);
        expect(numbers.length).toBeLessThan(3);
        expect(numbers.every(Number.isFinite)).toBe(true);
      }),
    );
  });
});

test.each([
  ["3.142", 3.142],
  ["-2", -2],
  ["1e3", 1000],
  ["1,5", null],
  ["1 000", null],
  ["", null],
  ["five", null],
])("readKeyNumber reads %j as %j", (text, number) => {
  expect(readKeyNumber(text)).toBe(number);
});
