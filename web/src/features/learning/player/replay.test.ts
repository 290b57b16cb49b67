import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../../../testing/browser.ts";
import { pretendServer } from "../../../testing/server.ts";
import { replayAnswers } from "./replay.ts";

const message = (id: string, word: string, at: number) =>
  JSON.stringify({
    at,
    thing: {
      id,
      answer: { selectedOption: word },
      to: { unit: { id: 70, __typename: "TestUnitType" }, type: "Multiple Choice" },
    },
  });

beforeEach(() => {
  pretendBrowser();
  localStorage.clear();
});
afterEach(() => void vi.unstubAllGlobals());

/** Simulates a server with the current attempt at each course. */
function server({ attempt = 1, refuses = () => false as boolean } = {}) {
  const calls = pretendServer(({ body }) => {
    if (body.query?.includes("AttemptAtHand")) return { json: { data: { course: { is_enrolled: true, attempt } } } };
    const { response } = body.variables!["input"] as { response: string };
    if (refuses()) return { json: { errors: [{ message: "No.", extensions: { code: "CONFLICT" } }] } };
    return {
      json: { data: { storeUnitResponse: { response: JSON.stringify({ ...JSON.parse(response), isCorrect: true }) } } },
    };
  });
  const sent = () =>
    calls.flatMap(({ body }) => {
      const input = body.variables?.["input"] as Record<string, string> | undefined;
      return input ? [{ ...input, response: JSON.parse(input["response"]!) as Record<string, unknown> }] : [];
    });
  return { sent };
}

test("sends waiting answers from any page, in order and with their ids", async () => {
  localStorage.setItem("answer:5:8:1:31", message("b", "Second", 2));
  localStorage.setItem("answer:5:8:1:30", message("a", "First", 1));
  const { sent } = server();
  await replayAnswers(5);
  expect(sent()).toMatchObject([
    { course_id: 8, unit_id: 70, input_key: "30", response: { given_id: "a", selectedOption: "First", timeSpent: 0 } },
    { course_id: 8, unit_id: 70, input_key: "31", response: { given_id: "b", selectedOption: "Second" } },
  ]);
  expect(localStorage.length).toBe(0);
});

test("neither sends nor loses another user's answers or those of the open course", async () => {
  localStorage.setItem("answer:55:8:1:30", message("a", "Theirs", 1));
  localStorage.setItem("answer:5:9:1:30", message("b", "Open", 1));
  const { sent } = server();
  await replayAnswers(5, 9);
  expect(sent()).toEqual([]);
  expect(localStorage.length).toBe(2);
});

test("removes an answer of an earlier attempt without counting it", async () => {
  localStorage.setItem("answer:5:8:1:30", message("a", "Old", 1));
  const { sent } = server({ attempt: 2 });
  await replayAnswers(5);
  expect(sent()).toEqual([]);
  expect(localStorage.length).toBe(0);
});

test("leaves rejected answers for the player to report", async () => {
  localStorage.setItem("answer:5:8:1:30", message("a", "Late", 1));
  vi.spyOn(console, "warn").mockImplementation(() => {});
  server({ refuses: () => true });
  await replayAnswers(5);
  expect(localStorage.length).toBe(1);
});

test("sends the answers after a rejected one, which stays", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  localStorage.setItem("answer:5:8:1:30", message("a", "Late", 1));
  localStorage.setItem("answer:5:8:1:31", message("b", "In time", 2));
  const rejected = ["a"];
  const { sent } = server({ refuses: () => rejected.pop() !== undefined });
  await replayAnswers(5);
  expect(sent()).toMatchObject([{ input_key: "30" }, { input_key: "31" }]);
  expect(Object.keys(localStorage)).toEqual(["answer:5:8:1:30"]);
});

const unreported = (seconds: number) =>
  JSON.stringify({ at: 1, thing: { unit: { id: 70, __typename: "TestUnitType" }, seconds } });

test("sends unreported time from any page before the answers, which would stop its clock", async () => {
  localStorage.setItem("answer:5:8:1:30", message("a", "First", 1));
  localStorage.setItem("time:5:8:1:70", unreported(95));
  const { sent } = server();
  await replayAnswers(5);
  expect(sent()).toMatchObject([
    { course_id: 8, unit_id: 70, input_type: "time", response: { timeSpent: 95 } },
    { input_type: "question", input_key: "30" },
  ]);
  expect(localStorage.length).toBe(0);
});

test("drops time that the server rejects or that belongs to an earlier attempt", async () => {
  localStorage.setItem("time:5:8:1:70", unreported(95));
  server({ refuses: () => true });
  await replayAnswers(5);
  expect(localStorage.length).toBe(0);
  localStorage.setItem("time:5:8:1:70", unreported(95));
  const { sent } = server({ attempt: 2 });
  await replayAnswers(5);
  expect(sent()).toEqual([]);
  expect(localStorage.length).toBe(0);
});
