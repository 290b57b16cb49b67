import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkDelta, deltaIsBlank, deltaProblems, deltaToPlainText } from "./delta.ts";

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

describe("saving a rich text", () => {
  const problems = (...ops: { insert: string | Record<string, unknown> }[]) => deltaProblems(ops);

  test.each(["https://example.org/a.png", "/files/abc", "data:image/png;base64,AAAA"])(
    "takes the image %s",
    (image) => {
      expect(problems({ insert: "Look:" }, { insert: { image } })).toEqual([]);
    },
  );

  test.each(["javascript:alert(1)", "data:image/svg+xml;base64,AAAA", "//evil.example/a.png", "", 3])(
    "refuses the image %s",
    (image) =>
      expect(problems({ insert: { image } })).toEqual(["Please replace an image: its address cannot be used."]),
  );

  test("refuses large images once, and things that are not images", () => {
    const large = { insert: { image: `data:image/png;base64,${"A".repeat(300_000)}` } };
    expect(problems(large, large, { insert: { video: "https://example.org" } })).toEqual([
      "Please use smaller images: at most 200 kB each in a text.",
      "Please remove the video: texts hold words and images only.",
    ]);
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
