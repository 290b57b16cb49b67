import { expect, test } from "vitest";
import { countGaps, partsOf } from "./gaps.ts";

test("brackets become gaps with their alternatives", () => {
  expect(partsOf("Paris is in [France|Spain].")).toEqual([
    { text: "Paris is in " },
    { gap: 0, choices: ["France", "Spain"] },
    { text: "." },
  ]);
});

test("brackets with a single entry offer the entries of all such brackets", () => {
  expect(partsOf("[red] [x|y] [blue]").filter((part) => "gap" in part)).toEqual([
    { gap: 0, choices: ["blue", "red"] },
    { gap: 1, choices: ["x", "y"] },
    { gap: 2, choices: ["blue", "red"] },
  ]);
});

test("empty and unclosed brackets are words", () => {
  expect(countGaps("a [] b [ | ] c [open")).toBe(0);
  expect(partsOf("a []")).toEqual([{ text: "a " }, { text: "[]" }]);
});
