import { expect, test } from "vitest";
import { advanceAttempt, listEnabled, startAttempt, toPercentages, type Attempt } from "./attempt.ts";

test("starts a new test with the introduction, and an answered one with its questions", () => {
  expect(startAttempt([false, false])).toEqual({ stage: "intro" });
  expect(startAttempt([true, false, false])).toEqual({ stage: "questions", at: 1 });
  expect(startAttempt([true, true])).toEqual({ stage: "questions", at: 0 });
  expect(startAttempt([])).toEqual({ stage: "intro" });
});

test("goes from the introduction through the questions to the result, and starts again", () => {
  let attempt: Attempt = { stage: "intro" };
  const seen = (["start", "next", "next", "previous", "next", "graded", "retry"] as const).map(
    (event) => (attempt = advanceAttempt(attempt, event, 2)),
  );
  expect(seen).toEqual([
    { stage: "questions", at: 0 },
    { stage: "questions", at: 1 },
    { stage: "questions", at: 1 },
    { stage: "questions", at: 0 },
    { stage: "questions", at: 1 },
    { stage: "result" },
    { stage: "questions", at: 0 },
  ]);
});

test("ignores events that do not fit the stage", () => {
  expect(advanceAttempt({ stage: "intro" }, "start", 0)).toEqual({ stage: "intro" });
  expect(advanceAttempt({ stage: "questions", at: 0 }, "graded", 2)).toEqual({ stage: "questions", at: 0 });
  expect(advanceAttempt({ stage: "result" }, "next", 2)).toEqual({ stage: "result" });
});

test("enables Next after an answer and Submit after an input", () => {
  const nothing = { isEmpty: true, isAnswered: false };
  const given = { isEmpty: false, isAnswered: true };
  expect(listEnabled(0, 2, nothing)).toEqual({ previous: false, next: false, submit: false });
  expect(listEnabled(0, 2, given)).toEqual({ previous: false, next: true, submit: true });
  expect(listEnabled(1, 2, given)).toEqual({ previous: true, next: false, submit: true });
});

test("returns percentages that add up to 100", () => {
  expect(toPercentages([true, false, false])).toEqual({ correct: 33, incorrect: 67 });
  expect(toPercentages([true])).toEqual({ correct: 100, incorrect: 0 });
});
