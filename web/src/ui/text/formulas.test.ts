import fc from "fast-check";
import { expect, test } from "vitest";
import { hasFormula, splitFormulas } from "./formulas.ts";

test("splits a text at formulas of both kinds", () => {
  expect(splitFormulas("If \\(a = 1\\), what is $$\\frac{a}{2}$$?")).toEqual([
    { text: "If " },
    { formula: "a = 1", isBlock: false, source: "\\(a = 1\\)" },
    { text: ", what is " },
    { formula: "\\frac{a}{2}", isBlock: true, source: "$$\\frac{a}{2}$$" },
    { text: "?" },
  ]);
});

test.each(["It costs $5 and $6.", "$$$$", "$$ $$", "$$open", "\\(open", `$$${"x".repeat(2_001)}$$`, ""])(
  "keeps %j as text",
  (text) => {
    expect(hasFormula(text)).toBe(false);
    expect(
      splitFormulas(text)
        .map((part) => ("text" in part ? part.text : "formula"))
        .join(""),
    ).toBe(text);
  },
);

test("loses no character of any text", () => {
  const piece = fc.constantFrom("$$", "\\(", "\\)", "x", " ", "$", "\\", "\n");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join("");
      expect(
        splitFormulas(text)
          .map((part) => ("text" in part ? part.text : part.source))
          .join(""),
      ).toBe(text);
    }),
  );
});
