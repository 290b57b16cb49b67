import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listGaps, parseGaps, printGaps } from "./gaps.ts";

describe("parseGaps", () => {
  test("splits a text into words and gaps, the right alternative first", () => {
    expect(parseGaps("Paris is in [France| Spain ], not [Asia].")).toEqual([
      { text: "Paris is in " },
      { alternatives: ["France", "Spain"] },
      { text: ", not " },
      { alternatives: ["Asia"] },
      { text: "." },
    ]);
  });

  test.each([["an [open bracket"], ["a closing] bracket"], ["an empty [] one"], ["a blank [ | ] one"]])(
    "reads %s as ordinary text",
    (text) => expect(parseGaps(text)).toEqual([{ text }]),
  );

  test("drops blank and repeated alternatives", () => {
    expect(listGaps("[a||a|b|]")).toEqual([["a", "b"]]);
  });

  test("uses the inner one of two open brackets", () => {
    expect(parseGaps("x [y [a|b] z]")).toEqual([{ text: "x [y " }, { alternatives: ["a", "b"] }, { text: " z]" }]);
  });

  test("loses no word of any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("[", "]", "|", "a", "b", " ", "é") }), (text) => {
        const once = printGaps(parseGaps(text));
        expect(parseGaps(once)).toEqual(parseGaps(text));
        expect(once.replace(/[\s|[\]]/g, "").length).toBeLessThanOrEqual(text.replace(/[\s|[\]]/g, "").length);
      }),
    );
  });
});
