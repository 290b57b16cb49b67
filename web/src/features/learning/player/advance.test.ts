import { expect, test } from "vitest";
import { findReasonToStay } from "./advance.ts";

const unit = { __typename: "Content", is_complete: false, time_limit: null, tests: [] };
const withTests = { ...unit, tests: [{ id: 1 }, { id: 2 }] };
const reason = (at: Partial<Parameters<typeof findReasonToStay>[0]>) =>
  findReasonToStay({ unit, isCorrect: () => false, isAnswered: () => true, isTimeUp: false, ...at })?.message;

test("allows leaving a unit without conditions", () => {
  expect(reason({})).toBeUndefined();
});

test("requires correct answers to all questions of a unit", () => {
  expect(reason({ unit: withTests, isCorrect: (id) => id === 1 })).toBe(
    "You answered one or more questions incorrectly. Please change your answers, then click Next again.",
  );
  expect(reason({ unit: withTests, isCorrect: () => true })).toBeUndefined();
});

test("asks for an answer to every question when none is wrong", () => {
  const missing = "Please answer every question.";
  expect(reason({ unit: withTests, isAnswered: () => false })).toBe(missing);
  const first = (id: number) => id === 1;
  expect(reason({ unit: withTests, isAnswered: first, isCorrect: first })).toBe(missing);
});

test("requires a whole test to be correct", () => {
  const test = { ...withTests, __typename: "TestUnitType" };
  expect(reason({ unit: test })).toBe("Please complete all tests before proceeding.");
  expect(reason({ unit: test, isCorrect: () => true })).toBeUndefined();
});

test("requires the time limit of a unit without questions to pass", () => {
  const timed = { ...unit, time_limit: 30 };
  expect(reason({ unit: timed })).toBe("You must wait until the time is up before proceeding.");
  expect(reason({ unit: timed, isTimeUp: true })).toBeUndefined();
});

test("ignores the time limit of a unit whose questions are answered correctly", () => {
  expect(reason({ unit: { ...withTests, time_limit: 30 }, isCorrect: () => true })).toBeUndefined();
});

test("allows leaving a complete unit", () => {
  expect(reason({ unit: { ...withTests, is_complete: true } })).toBeUndefined();
  expect(reason({ unit: { ...unit, time_limit: 30, is_complete: true } })).toBeUndefined();
});
