import { i18n } from "@lingui/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../../../testing/browser.ts";
import { pretendServer } from "../../../testing/server.ts";
import { createSession } from "./session.ts";
import type { PlayerCourse, Unit } from "./units.ts";

const units: Unit[] = [1, 2].map((id) => ({
  __typename: "Content",
  id,
  title: "The river",
  unit_order: id,
  time_limit: 60,
  is_complete: false,
  time_spent: 0,
  tests: [],
  content: null,
}));

i18n.loadAndActivate({ locale: "en", messages: {} });

let isDown = false;

/** A player of the course, as it is opened anew; `told` are the units and the seconds that the server was told. */
function open() {
  const calls = pretendServer(({ body }) => {
    if (isDown) return "unreachable";
    const { response } = body.variables!["input"] as { response: string };
    return { json: { data: { storeUnitResponse: { response } } } };
  });
  const told = () =>
    calls.map(({ body }) => {
      const { unit_id, response } = body.variables!["input"] as { unit_id: number; response: string };
      return [unit_id, (JSON.parse(response) as { timeSpent: number }).timeSpent];
    });
  const course = { id: 8, attempt: 1, userResponses: [] } as unknown as PlayerCourse;
  return { ...createSession({ course, units, viewerId: 5, onRefused: () => {} }), told };
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

test("time spent while the line was down is told by the player that is opened next", async () => {
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
  expect(next.told()).toEqual([[1, 40]]);
  expect(localStorage.length).toBe(0);
  leaveAgain();
});

test("what is sent of a unit carries the time that could not be told of it", () => {
  localStorage.setItem(
    "time:5:8:1:2",
    JSON.stringify({ at: 1, thing: { unit: { id: 2, __typename: "Content" }, seconds: 30 } }),
  );
  expect(open().timekeeper.secondsOn(2)).toBe(30);
});
