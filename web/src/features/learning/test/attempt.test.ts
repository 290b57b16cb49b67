import { expect, test } from "vitest";
import { after, allowed, beginning, shares, type Attempt } from "./attempt.ts";

test("a test begins with its introduction, and goes on where there are answers", () => {
  expect(beginning([false, false])).toEqual({ stage: "intro" });
  expect(beginning([true, false, false])).toEqual({ stage: "questions", at: 1 });
  expect(beginning([true, true])).toEqual({ stage: "questions", at: 0 });
  expect(beginning([])).toEqual({ stage: "intro" });
});

test("from the introduction through the questions to the result, and once more", () => {
  let attempt: Attempt = { stage: "intro" };
  const seen = (["start", "next", "next", "previous", "next", "graded", "retry"] as const).map(
    (event) => (attempt = after(attempt, event, 2)),
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

test("what makes no sense changes nothing", () => {
  expect(after({ stage: "intro" }, "start", 0)).toEqual({ stage: "intro" });
  expect(after({ stage: "questions", at: 0 }, "graded", 2)).toEqual({ stage: "questions", at: 0 });
  expect(after({ stage: "result" }, "next", 2)).toEqual({ stage: "result" });
});

test("Next waits for an answer, Submit for something to give in", () => {
  const nothing = { isEmpty: true, isAnswered: false };
  const given = { isEmpty: false, isAnswered: true };
  expect(allowed(0, 2, nothing)).toEqual({ previous: false, next: false, submit: false });
  expect(allowed(0, 2, given)).toEqual({ previous: false, next: true, submit: true });
  expect(allowed(1, 2, given)).toEqual({ previous: true, next: false, submit: true });
});

test("the shares make 100 together", () => {
  expect(shares([true, false, false])).toEqual({ correct: 33, incorrect: 67 });
  expect(shares([true])).toEqual({ correct: 100, incorrect: 0 });
});
