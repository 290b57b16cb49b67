import { expect, test } from "vitest";
import { blankAnswer, isEmpty, isComplete, readAnswer, type Question } from "./answer.ts";

const question = (part: Partial<Question>): Question => ({
  id: 1,
  type: "Multiple Choice",
  question: "?",
  multiple: false,
  min_words: null,
  max_words: null,
  points: 1,
  options: ["a", "b"].map((text) => ({ text, picture: null, region: null })),
  media: [],
  pairs: [
    { left: "one", right: "1", picture: null },
    { left: "two", right: "2", picture: null },
  ],
  ...part,
});
const gaps = question({ type: "Fill the Gaps", question: "[a|b] and [c|d]" });
const pairs = question({ type: "Match the Pairs" });
const order = question({ type: "Ordering" });
const several = question({ multiple: true });
const text = question({ type: "Free Text" });

test.each([question({}), several, gaps, pairs, order, text])(
  "treats a blank answer as empty and incomplete (%#)",
  (asked) => {
    expect(isEmpty(blankAnswer(asked))).toBe(true);
    expect(isComplete(asked, blankAnswer(asked))).toBe(false);
  },
);

test("treats a partial answer as neither empty nor complete", () => {
  const half = { userSelections: ["a", ""] };
  expect(isEmpty(half)).toBe(false);
  expect(isComplete(gaps, half)).toBe(false);
  expect(isComplete(pairs, { userSelections: { one: "1" } })).toBe(false);
  expect(isComplete(text, { freeTextAnswer: "   " })).toBe(false);
});

test("accepts complete answers of each type", () => {
  expect(isComplete(question({}), { selectedOption: "a" })).toBe(true);
  expect(isComplete(several, { userSelections: ["a"] })).toBe(true);
  expect(isComplete(gaps, { userSelections: ["a", "c"] })).toBe(true);
  expect(isComplete(pairs, { userSelections: { one: "1", two: "2" } })).toBe(true);
  expect(isComplete(order, { userOrder: ["b", "a"] })).toBe(true);
  expect(isComplete(text, { freeTextAnswer: "because" })).toBe(true);
});

test("reads a stored response, and rejects one of another form", () => {
  expect(readAnswer('{"type":"Ordering","userOrder":["b","a"],"isCorrect":true,"timeSpent":4}')).toEqual({
    answer: { userOrder: ["b", "a"] },
    isCorrect: true,
  });
  expect(readAnswer('{"userSelections":{"one":"1"}}')?.answer).toEqual({ userSelections: { one: "1" } });
  expect(readAnswer('{"userSelections":[1,2],"userOrder":null}')?.answer).toEqual({});
  expect(readAnswer("not json")).toBeNull();
  expect(readAnswer(null)).toBeNull();
});
