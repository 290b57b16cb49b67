import { expect, test } from "vitest";
import { blankAnswer, isEmpty, isWhole, readAnswer, type Question } from "./answer.ts";

const question = (part: Partial<Question>): Question => ({
  id: 1,
  type: "Multiple Choice",
  question: "?",
  multiple: false,
  options: [{ text: "a" }, { text: "b" }],
  pairs: [
    { left: "one", right: "1" },
    { left: "two", right: "2" },
  ],
  ...part,
});
const gaps = question({ type: "Fill the Gaps", question: "[a|b] and [c|d]" });
const pairs = question({ type: "Match the Pairs" });
const order = question({ type: "Ordering" });
const several = question({ multiple: true });
const text = question({ type: "Free Text" });

test.each([question({}), several, gaps, pairs, order, text])(
  "a blank answer is empty and never whole (%#)",
  (asked) => {
    expect(isEmpty(blankAnswer(asked))).toBe(true);
    expect(isWhole(asked, blankAnswer(asked))).toBe(false);
  },
);

test("an answer with something missing is neither empty nor whole", () => {
  const half = { userSelections: ["a", ""] };
  expect(isEmpty(half)).toBe(false);
  expect(isWhole(gaps, half)).toBe(false);
  expect(isWhole(pairs, { userSelections: { one: "1" } })).toBe(false);
  expect(isWhole(text, { freeTextAnswer: "   " })).toBe(false);
});

test("whole answers of each type", () => {
  expect(isWhole(question({}), { selectedOption: "a" })).toBe(true);
  expect(isWhole(several, { userSelections: ["a"] })).toBe(true);
  expect(isWhole(gaps, { userSelections: ["a", "c"] })).toBe(true);
  expect(isWhole(pairs, { userSelections: { one: "1", two: "2" } })).toBe(true);
  expect(isWhole(order, { userOrder: ["b", "a"] })).toBe(true);
  expect(isWhole(text, { freeTextAnswer: "because" })).toBe(true);
});

test("a stored response is read back, and one of another form is none", () => {
  expect(readAnswer('{"type":"Ordering","userOrder":["b","a"],"isCorrect":true,"timeSpent":4}')).toEqual({
    answer: { userOrder: ["b", "a"] },
    isCorrect: true,
  });
  expect(readAnswer('{"userSelections":{"one":"1"}}')?.answer).toEqual({ userSelections: { one: "1" } });
  expect(readAnswer('{"userSelections":[1,2],"userOrder":null}')?.answer).toEqual({});
  expect(readAnswer("not json")).toBeNull();
  expect(readAnswer(null)).toBeNull();
});
