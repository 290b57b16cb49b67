import { i18n } from "@lingui/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../../../testing/browser.ts";
import { pretendServer } from "../../../testing/server.ts";
import { createSession } from "./session.ts";
import type { OpenedUnit, OutlineUnit, PlayerCourse } from "./units.ts";

const units: OutlineUnit[] = [1, 2].map((id) => ({
  __typename: "Content",
  id,
  title: "The river",
  unit_order: id,
  time_limit: null,
  is_complete: false,
  time_spent: 0,
  has_questions: true,
}));

i18n.loadAndActivate({ locale: "en", messages: {} });

let isDown = false;

type Input = { unit_id: number; time_spent: number; answers?: { question_id: number; response: string }[] };

/** Opens a player of the course; `sent` lists the work reported to the server, `reported` its units and seconds. */
function open({
  refusal = null as string | null,
  problem = null as string | null,
  started_id = null as number | null,
} = {}) {
  const calls = pretendServer(({ body }) => {
    if (isDown) return "unreachable";
    const { time_spent, answers = [] } = body.variables!["input"] as Input;
    const graded = answers.map(({ question_id, response }) => ({
      question_id,
      response: problem ? null : JSON.stringify({ ...JSON.parse(response), isCorrect: true }),
      problem,
    }));
    const completion = refusal ? null : { course_complete: false };
    return { json: { data: { recordWork: { time_spent, answers: graded, completion, refusal } } } };
  });
  const sent = () => calls.map(({ body }) => body.variables!["input"] as Input);
  const reported = () => sent().map(({ unit_id, time_spent }) => [unit_id, time_spent]);
  const course = { id: 8, attempt: 1, units, started_id } as unknown as PlayerCourse;
  return { ...createSession({ course, viewerId: 5, onRefused: () => {} }), reported, sent };
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

beforeEach(() => {
  pretendBrowser();
  localStorage.clear();
  vi.useFakeTimers();
  isDown = false;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("reports offline time from the player that is opened next", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  isDown = true;
  const leave = open().timekeeper.open(1);
  await pass(40);
  leave();
  await pass(0);
  isDown = false;
  const next = open();
  const leaveAgain = next.timekeeper.open(1);
  await pass(0);
  expect(next.reported()).toEqual([[1, 40]]);
  expect(localStorage.length).toBe(0);
  leaveAgain();
});

test("includes unreported time of a unit in what is sent about it", () => {
  localStorage.setItem(
    "time:5:8:1:2",
    JSON.stringify({ at: 1, thing: { unit: { id: 2, __typename: "Content" }, seconds: 30 } }),
  );
  expect(open().timekeeper.secondsOn(2)).toBe(30);
});

const question = (id: number) => ({
  id,
  type: "Free Text",
  question: "What is a river?",
  multiple: false,
  min_words: null,
  max_words: null,
  points: 1,
  options: [],
  pairs: [],
  media: [],
});

const opened = (unitId: number) =>
  ({
    unit: { ...units[unitId - 1]!, content: null, tests: [question(unitId * 10), question(unitId * 10 + 1)] },
    responses: [],
  }) as OpenedUnit;

test("sends the time, the answers and the completion of a unit in one request", async () => {
  const session = open();
  session.hold(opened(1));
  const leave = session.timekeeper.open(1);
  await pass(3);
  for (const id of [10, 11]) {
    session.sheet.edit(question(id), { freeTextAnswer: "Water" });
    session.sheet.give(question(id));
  }
  const [{ completion }] = await Promise.all([
    session.complete(units[0]!, { opens: 2, ahead: null }),
    session.sheet.flush(),
  ]);
  expect(completion).not.toBeNull();
  expect(session.sheet.get()).toMatchObject({
    unsaved: 0,
    entries: { 10: { isCorrect: true }, 11: { isCorrect: true } },
  });
  leave();
  const leaveNext = session.timekeeper.open(2);
  await pass(1);
  expect(session.sent()).toMatchObject([
    { unit_id: 1, time_spent: 0 },
    { unit_id: 1, time_spent: 3, answers: [{ question_id: 10 }, { question_id: 11 }], completes: true, opens: 2 },
  ]);
  leaveNext();
});

test("starts the next unit's clock itself when the server has not completed the unit", async () => {
  const session = open({ refusal: "Please complete all tests before proceeding." });
  const leave = session.timekeeper.open(1);
  await pass(1);
  expect(await session.complete(units[0]!, { opens: 2, ahead: null })).toMatchObject({ completion: null });
  leave();
  const leaveNext = session.timekeeper.open(2);
  await pass(0);
  expect(session.reported().at(-1)).toEqual([2, 0]);
  leaveNext();
});

test("shows why the server rejected an answer and keeps the input", async () => {
  const session = open({ problem: "This is not a question of the unit." });
  session.hold(opened(1));
  const leave = session.timekeeper.open(1);
  session.sheet.edit(question(10), { freeTextAnswer: "Water" });
  session.sheet.give(question(10));
  await pass(0);
  expect(session.sheet.get().entries[10]).toMatchObject({
    draft: { freeTextAnswer: "Water" },
    given: null,
    problem: "This is not a question of the unit.",
  });
  leave();
});

test("reports a unit whose clock the server has started after ten seconds, and others at once", async () => {
  const { timekeeper, reported } = open({ started_id: 1 });
  const leave = timekeeper.open(1);
  await pass(9);
  expect(reported()).toEqual([]);
  await pass(1);
  expect(reported()).toEqual([[1, 10]]);
  leave();
  timekeeper.open(2);
  await pass(0);
  expect(reported().at(-1)).toEqual([2, 0]);
});
