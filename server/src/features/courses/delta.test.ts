import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkDelta, isBlankDelta, findOversizedImage, toPlainText } from "./delta.ts";

const json = (...ops: unknown[]) => JSON.stringify({ ops });

describe("a Quill document", () => {
  test("is read with all its attributes, known or not", () => {
    const ops = [{ insert: "Hello" }, { insert: "\n", attributes: { header: 1, sparkle: true } }];
    expect(checkDelta(json(...ops))).toEqual({ ok: true, ops });
    expect(checkDelta(JSON.stringify(ops))).toEqual({ ok: true, ops });
  });

  test.each([
    ["nothing", ""],
    ["plain words", "Hello"],
    ["cut-off JSON", '{"ops":[{"insert":"He'],
    ["another object", '{"text":"Hello"}'],
    ["a change instead of a document", json({ retain: 3 }, { insert: "x" })],
    ["a number inserted", json({ insert: 3 })],
    ["an empty embed", json({ insert: {} })],
    ["more than two million characters", json({ insert: "x".repeat(2_000_000) })],
  ])("is not found in %s", (_, text) => {
    expect(checkDelta(text)).toEqual({ ok: false, reason: expect.any(String) });
  });

  test("never breaks the reader, whatever it contains", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(checkDelta(text)).toHaveProperty("ok");
        expect(toPlainText(text)).toBeTypeOf("string");
        expect(isBlankDelta(text)).toBeTypeOf("boolean");
      }),
    );
  });
});

describe("images in a Quill document", () => {
  const inside = (kB: number) =>
    json({ insert: { image: `data:image/png;base64,${"A".repeat((kB * 1024 * 4) / 3)}` } });

  test("may have 100 kB when they are embedded, and more when they were uploaded", () => {
    expect(findOversizedImage(inside(99))).toBe(null);
    expect(findOversizedImage(json({ insert: { image: "/files/abc" } }))).toBe(null);
    expect(findOversizedImage(inside(105))?.id).toBe(
      "An image inside of the text is larger than 100 kB. Please use the image button, which uploads it.",
    );
  });
});

describe("the text of a Quill document", () => {
  test("has no formats and images", () => {
    const text = json(
      { insert: "Title" },
      { insert: "\n", attributes: { header: 1 } },
      { insert: { image: "/files/a" } },
      { insert: "end\n" },
    );
    expect(toPlainText(text)).toBe("Title\n end");
    expect(toPlainText(" kept as it is ")).toBe("kept as it is");
  });

  test("is blank without words and images", () => {
    expect(
      [null, undefined, "", " \n", json(), json({ insert: "\n" }), json({ insert: " " }, { insert: "\n" })].every(
        isBlankDelta,
      ),
    ).toBe(true);
    expect(
      ["Hello", json({ insert: "a\n" }), json({ insert: { image: "/files/a" } }, { insert: "\n" })].some(isBlankDelta),
    ).toBe(false);
  });
});
