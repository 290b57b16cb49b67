import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Invalid } from "../errors.ts";
import { checkJsonSize, findUnstorable, parseJson } from "./json.ts";

describe("checkJsonSize", () => {
  test("accepts all JSON texts with few values", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        expect(() => checkJsonSize(Buffer.from(text))).not.toThrow();
      }),
    );
  });

  test("counts no brackets and commas inside strings, with any escapes", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("[", "{", ",", '"', "\\", "a", "]")), (characters) => {
        const text = JSON.stringify([characters.join("").repeat(50)]);
        expect(() => checkJsonSize(Buffer.from(text), 3)).not.toThrow();
      }),
    );
  });

  test.each([
    ["objects", `[${"{},".repeat(200_000)}{}]`],
    ["numbers", `[${"0,".repeat(200_000)}0]`],
    ["lists of 101 levels", "[".repeat(101) + "]".repeat(101)],
    ["nested lists", "[".repeat(200_000)],
    ["nested objects", '{"a":'.repeat(200_000)],
  ])("refuses many %s before parsing them", (_, text) => {
    expect(() => parseJson(text)).toThrow(Invalid);
  });
});

describe("findUnstorable", () => {
  test("finds a lone surrogate in texts and keys at any depth", () => {
    for (const value of ["\ud800", { a: [{ b: "x\udc00" }] }, { "\ud800": 1 }])
      expect(findUnstorable(value)).not.toBeNull();
    for (const value of ["\u{1f600}", { a: [null, 1, true, "é"] }]) expect(findUnstorable(value)).toBeNull();
  });

  test("finds a list of more than 10,000 items", () => {
    expect(findUnstorable({ ids: Array.from({ length: 10_001 }, () => 1) })).toMatch(/10000 items/);
    expect(findUnstorable({ ids: Array.from({ length: 10_000 }, () => 1) })).toBeNull();
  });
});
