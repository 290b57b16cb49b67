import { expect, test } from "vitest";
import { Invalid } from "../../errors.ts";
import { parseAnswer } from "./answer.ts";

/** Tells for each of these answers whether it can be read. */
const read = (...answers: object[]) =>
  answers.map((answer) => {
    try {
      parseAnswer(JSON.stringify(answer));
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(Invalid);
      return false;
    }
  });

test("an answer is read up to its longest texts, lists and places, and refused beyond them", () => {
  const texts = (length: number) => Array.from({ length }, () => "Bow");
  const pairs = (length: number) => Object.fromEntries(texts(length).map((text, at) => [`${text} ${at}`, text]));
  for (const give of [
    (length: number) => ({ userOrder: texts(length) }),
    (length: number) => ({ userSelections: texts(length) }),
    (length: number) => ({ userSelections: pairs(length) }),
  ])
    expect(read(give(1), give(500), give(501))).toEqual([true, true, false]);
  const ids = ["", "x", "x".repeat(60), "x".repeat(61)];
  expect(read(...ids.map((given_id) => ({ given_id })))).toEqual([false, true, true, false]);
  expect(read(...[-1, 0, 5, 1_000_000, 1_000_001].map((place) => ({ place })))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
  expect(read(...[1, 2_000, 2_001].map((length) => ({ file: "x".repeat(length) })))).toEqual([true, true, false]);
  expect(read({ timeSpent: -1 }, { timeSpent: 0 }, { timeSpent: 9 })).toEqual([false, true, true]);
});

test("an answer of pairs has texts or nothing on their right sides, and other values are refused", () => {
  const pairs = [{ a: "b" }, { a: null }, { a: "b", c: 1 }, { a: {} }, 5, "a", true];
  expect(read(...pairs.map((userSelections) => ({ userSelections })))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test("an answer is read up to its longest text as it was sent", () => {
  const sent = (length: number) => JSON.stringify({ freeTextAnswer: "" }).replace('""', `"${"x".repeat(length - 21)}"`);
  expect(sent(100_000)).toHaveLength(100_000);
  expect(parseAnswer(sent(100_000)).freeTextAnswer).toHaveLength(99_979);
  expect(() => parseAnswer(sent(100_001))).toThrow(Invalid);
});
