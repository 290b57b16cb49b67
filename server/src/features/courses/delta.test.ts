import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkDelta, deltaIsBlank, oversizedImage, deltaToPlainText } from "./delta.ts";

const json = (...ops: unknown[]) => JSON.stringify({ ops });

describe("a rich text", () => {
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
  ])("is not what holds %s", (_, text) => {
    expect(checkDelta(text)).toEqual({ ok: false, reason: expect.any(String) });
  });

  test("never breaks the reader, whatever it holds", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(checkDelta(text)).toHaveProperty("ok");
        expect(deltaToPlainText(text)).toBeTypeOf("string");
        expect(deltaIsBlank(text)).toBeTypeOf("boolean");
      }),
    );
  });
});

describe("images inside of a rich text", () => {
  const inside = (kB: number) =>
    json({ insert: { image: `data:image/png;base64,${"A".repeat((kB * 1024 * 4) / 3)}` } });

  test("may have 100 kB, and more only when they were uploaded", () => {
    expect(oversizedImage(inside(99))).toBe(null);
    expect(oversizedImage(json({ insert: { image: "/files/abc" } }))).toBe(null);
    expect(oversizedImage(inside(105))).toBe(
      "An image inside of the text is larger than 100 kB. Please use the image button, which uploads it.",
    );
  });
});

describe("the words of a rich text", () => {
  test("are taken without formats and images", () => {
    const text = json(
      { insert: "Title" },
      { insert: "\n", attributes: { header: 1 } },
      { insert: { image: "/files/a" } },
      { insert: "end\n" },
    );
    expect(deltaToPlainText(text)).toBe("Title\n end");
    expect(deltaToPlainText(" kept as it is ")).toBe("kept as it is");
  });

  test("a text is blank without words and images", () => {
    expect(
      [null, undefined, "", " \n", json(), json({ insert: "\n" }), json({ insert: " " }, { insert: "\n" })].every(
        deltaIsBlank,
      ),
    ).toBe(true);
    expect(
      ["Hello", json({ insert: "a\n" }), json({ insert: { image: "/files/a" } }, { insert: "\n" })].some(deltaIsBlank),
    ).toBe(false);
  });
});
