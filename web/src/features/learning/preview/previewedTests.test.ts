import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { speakEnglish } from "../../../testing/english.ts";
import { pretendServer } from "../../../testing/server.ts";
import { courseQuery, unitQuery } from "../player/courseQuery.ts";
import type { AnswerSheet } from "../player/answerSheet.ts";
import type { Test } from "../player/viewers/test/attempt.ts";
import { createPreviewedTests } from "./previewedTests.ts";

const COURSE = 4;
const UNIT = 9;

beforeEach(speakEnglish);
afterEach(() => void vi.unstubAllGlobals());

const question = (id: number) => ({
  id,
  type: "Multiple Choice",
  question: `Question ${id}`,
  multiple: false,
  points: 1,
  options: [],
  pairs: [],
  media: [],
});

type Sent = { question_id: number; response: string };

/** Opens a test of two questions in a preview. The answer 'right' is right; `passAt` of them pass. */
function open(settings: object, passAt = 2) {
  const tests = [question(1), question(2)];
  const test = { attempts_used: 0, attempts_left: 2, seconds_to_wait: 0, is_passed: false, open: null };
  const opened = { is_started: true, unit: { __typename: "TestUnitType", id: UNIT, tests, test }, responses: [] };
  const sent: Sent[][] = [];
  pretendServer(({ body }) => {
    if (body.query?.includes("testSettings")) {
      const defaults = { attempts_allowed: 2, attempt_wait: 60, time_limit: 600, counting_attempt: "best" };
      const given = { ...defaults, shuffles_questions: false, review: "after_attempt", retry: "all", ...settings };
      return { json: { data: { testSettings: given } } };
    }
    if (!body.query?.includes("gradePreviewedAttempt"))
      return { json: { data: { course: { openedUnit: structuredClone(opened) } } } };
    const answers = body.variables!["answers"] as Sent[];
    sent.push(answers);
    const review = answers.map(({ question_id, response }) => ({
      id: question_id,
      is_correct: (JSON.parse(response) as { selectedOption?: string }).selectedOption === "right",
    }));
    const right = review.filter(({ is_correct }) => is_correct).length;
    const graded = { score: 50 * right, pass_mark: 50 * passAt, is_passed: right >= passAt, review };
    return { json: { data: { gradePreviewedAttempt: graded } } };
  });
  const queries = new QueryClient();
  const { queryKey } = unitQuery(COURSE, UNIT, "preview");
  queries.setQueryData(queryKey, structuredClone(opened) as never);
  queries.setQueryData(courseQuery(COURSE, "preview").queryKey, { units: [{ id: UNIT, is_complete: false }] } as never);
  const entries: Record<number, { given: object | null }> = {};
  const sheet = { get: () => ({ entries }) } as unknown as AnswerSheet;
  const taking = createPreviewedTests(COURSE, sheet).takeTest(queries, UNIT);
  const readUnit = () =>
    (queries.getQueryData(queryKey) as unknown as { unit: { tests: { id: number }[]; test: Test } }).unit;
  return {
    taking,
    sent,
    shown: () => readUnit().test,
    asked: () => readUnit().tests.map(({ id }) => id),
    isComplete: () =>
      (queries.getQueryData(courseQuery(COURSE, "preview").queryKey) as { units: { is_complete: boolean }[] }).units[0]!
        .is_complete,
    async take(...answers: string[]) {
      await taking.start();
      for (const [at, selectedOption] of answers.entries()) entries[at + 1] = { given: { selectedOption } };
      await taking.submit(readUnit().test.open!.id);
    },
  };
}

test("a preview counts attempts, starts the clock and waits between them", async () => {
  const { taking, shown, take } = open({});
  await taking.start();
  expect(shown()).toMatchObject({ attempts_used: 1, attempts_left: 1, seconds_to_wait: 0 });
  expect(shown().open).toMatchObject({ id: 1, seconds_left: 600, carried: 0 });
  await taking.submit(1);
  expect(shown()).toMatchObject({ attempts_used: 1, seconds_to_wait: 60, open: null });
  await take("wrong", "wrong");
  expect(shown()).toMatchObject({ attempts_used: 2, attempts_left: 0, seconds_to_wait: 0 });
});

test("a preview submits an attempt once, and not one that is not open", async () => {
  const { taking, sent, take } = open({});
  await take("wrong", "right");
  await taking.submit(1);
  await taking.start();
  await taking.endTime(1);
  expect(sent).toHaveLength(1);
});

test("a preview marks the unit complete with a pass alone", async () => {
  const { taking, isComplete, take } = open({}, 1);
  await take("wrong", "wrong");
  await taking.list();
  expect(isComplete()).toBe(false);
  await take("right", "wrong");
  await taking.list();
  expect(isComplete()).toBe(true);
});

test.each([
  ["after_attempt", true, true],
  ["after_passing", false, true],
  ["never", false, false],
])(
  "a preview with the review rule %s shows a review before a pass: %s, and after it: %s",
  async (review, before, after) => {
    const { taking, take } = open({ review });
    const shows = async () => (await taking.list()).map((each) => each.review !== null);
    await take("wrong", "right");
    expect(await shows()).toEqual([before]);
    await take("right", "right");
    expect(await shows()).toEqual([after, after]);
  },
);

test.each([
  ["best", [false, true]],
  ["last", [true, false]],
])("a preview counts the %s attempt", async (counting_attempt, counts) => {
  const { taking, take } = open({ counting_attempt });
  await take("right", "wrong");
  await take("wrong", "wrong");
  expect((await taking.list()).map((each) => each.counts)).toEqual(counts);
});

test("a preview asks the wrong questions again, sends the right answers with them, and asks all after a full pass", async () => {
  const { taking, asked, shown, sent, take } = open({ retry: "wrong", attempts_allowed: null });
  await take("right", "wrong");
  await taking.start();
  expect([asked(), shown().open?.carried]).toEqual([[2], 1]);
  await take("changed", "right");
  const answers = sent[1]!.map(({ response }) => (JSON.parse(response) as { selectedOption: string }).selectedOption);
  expect(answers).toEqual(["right", "right"]);
  await taking.start();
  expect([asked(), shown().open?.carried]).toEqual([[1, 2], 0]);
});

test("a preview sends a blank answer for a question without one", async () => {
  const { sent, take } = open({});
  await take("right");
  expect(JSON.parse(sent[0]![1]!.response)).toEqual({ type: "Multiple Choice", selectedOption: "" });
});
