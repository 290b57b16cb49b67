import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gapsOf, parseGaps, printGaps } from "./gaps.ts";

describe("the text of a 'Fill the Gaps' question", () => {
  test("is split into words and gaps, the right alternative first", () => {
    expect(parseGaps("Paris is in [France| Spain ], not [Asia].")).toEqual([
      { text: "Paris is in " },
      { alternatives: ["France", "Spain"] },
      { text: ", not " },
      { alternatives: ["Asia"] },
      { text: "." },
    ]);
  });

  test.each([["an [open bracket"], ["a closing] bracket"], ["an empty [] one"], ["a blank [ | ] one"]])(
    "%s is ordinary text",
    (text) => expect(parseGaps(text)).toEqual([{ text }]),
  );

  test("leaves out blank and repeated alternatives", () => {
    expect(gapsOf("[a||a|b|]")).toEqual([["a", "b"]]);
  });

  test("takes the inner one of two open brackets", () => {
    expect(parseGaps("x [y [a|b] z]")).toEqual([{ text: "x [y " }, { alternatives: ["a", "b"] }, { text: " z]" }]);
  });

  test("loses no word, whatever is written", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("[", "]", "|", "a", "b", " ", "é") }), (text) => {
        const once = printGaps(parseGaps(text));
        expect(parseGaps(once)).toEqual(parseGaps(text));
        expect(once.replace(/[\s|[\]]/g, "").length).toBeLessThanOrEqual(text.replace(/[\s|[\]]/g, "").length);
      }),
    );
  });
});
