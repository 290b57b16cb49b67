import { expect, test } from "vitest";
import { countGaps, splitGaps } from "./gaps.ts";

test("turns brackets into gaps with their alternatives", () => {
  expect(splitGaps("Paris is in [France|Spain].")).toEqual([
    { text: "Paris is in " },
    { gap: 0, choices: ["France", "Spain"] },
    { text: "." },
  ]);
});

test("offers the entries of all single-entry brackets in each of them", () => {
  expect(splitGaps("[red] [x|y] [blue]").filter((part) => "gap" in part)).toEqual([
    { gap: 0, choices: ["blue", "red"] },
    { gap: 1, choices: ["x", "y"] },
    { gap: 2, choices: ["blue", "red"] },
  ]);
});

test("treats empty and unclosed brackets as text", () => {
  expect(countGaps("a [] b [ | ] c [open")).toBe(0);
  expect(splitGaps("a []")).toEqual([{ text: "a " }, { text: "[]" }]);
});
