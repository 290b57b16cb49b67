import { expect, test } from "vitest";
import { confirmed, isBeatDue, paused, remaining, resumed, spentAt, spokenSeconds } from "./clock.ts";

test("time counts only while the clock runs", () => {
  const running = { base: 5, runningSince: 1000 };
  expect(spentAt(running, 4000)).toBe(8);
  const hidden = paused(running, 4000);
  expect(spentAt(hidden, 60_000)).toBe(8);
  expect(spentAt(resumed(hidden, 60_000), 62_000)).toBe(10);
});

test("what the server has credited replaces what was counted here", () => {
  expect(spentAt(confirmed({ base: 0, runningSince: 0 }, 9, 10_000), 11_000)).toBe(10);
  expect(spentAt(confirmed({ base: 10, runningSince: null }, 9, 10_000), 90_000)).toBe(9);
});

test("a unit keeps one for its whole time limit, in whole seconds", () => {
  const unit = { time_limit: 30, is_complete: false };
  expect(remaining(unit, 0)).toBe(30);
  expect(remaining(unit, 29.9)).toBe(1);
  expect(remaining(unit, 31)).toBe(0);
});

test("a complete unit, and one without a limit, keep nobody", () => {
  expect(remaining({ time_limit: 30, is_complete: true }, 0)).toBe(0);
  expect(remaining({ time_limit: null, is_complete: false }, 0)).toBe(0);
});

test("a beat is due at once, every ten seconds, and at the end of the countdown", () => {
  expect(isBeatDue(0, -Infinity, null)).toBe(true);
  expect(isBeatDue(9, 0, 15)).toBe(false);
  expect(isBeatDue(10, 0, 15)).toBe(true);
  expect(isBeatDue(15, 10, 15)).toBe(true);
  expect(isBeatDue(16, 15, 15)).toBe(false);
});

test("the countdown is spoken at 60, 30 and 10 seconds only", () => {
  const spoken = Array.from({ length: 91 }, (_, i) => spokenSeconds(90 - i, 90));
  expect([...new Set(spoken)]).toEqual([null, 60, 30, 10]);
  expect(spokenSeconds(20, 20)).toBeNull();
  expect(spokenSeconds(9, 20)).toBe(10);
});
