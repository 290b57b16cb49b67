import { expect, test } from "vitest";
import { toConfirmed, isHeartbeatDue, pause, countSecondsLeft, resumed, countSpent, findAnnounced } from "./clock.ts";

test("counts time only while the clock runs", () => {
  const running = { base: 5, runningSince: 1000 };
  expect(countSpent(running, 4000)).toBe(8);
  const hidden = pause(running, 4000);
  expect(countSpent(hidden, 60_000)).toBe(8);
  expect(countSpent(resumed(hidden, 60_000), 62_000)).toBe(10);
});

test("replaces the claimed time with the credited time, and keeps what passed since the claim", () => {
  const running = { base: 0, runningSince: 0 };
  expect(countSpent(toConfirmed(running, 10, 7, 10_600), 11_600)).toBeCloseTo(8.6);
  expect(countSpent(toConfirmed(running, 10, 25, 10_600), 11_600)).toBeCloseTo(26.6);
  expect(countSpent(toConfirmed({ base: 10, runningSince: null }, 10, 7, 10_000), 90_000)).toBe(7);
});

test("goes on as it was when the server credited the claim, or a second less because of its rounding", () => {
  const running = { base: 0, runningSince: 0 };
  expect(toConfirmed(running, 10, 10, 10_600)).toEqual(running);
  expect(toConfirmed(running, 10, 9, 10_600)).toEqual(running);
});

test("requires the whole time limit of a unit, in whole seconds", () => {
  const unit = { time_limit: 30, is_complete: false };
  expect(countSecondsLeft(unit, 0)).toBe(30);
  expect(countSecondsLeft(unit, 29.9)).toBe(1);
  expect(countSecondsLeft(unit, 31)).toBe(0);
});

test("requires no time on a complete unit or one without a limit", () => {
  expect(countSecondsLeft({ time_limit: 30, is_complete: true }, 0)).toBe(0);
  expect(countSecondsLeft({ time_limit: null, is_complete: false }, 0)).toBe(0);
});

test("sends a heartbeat at once, every ten seconds, and when the countdown ends", () => {
  expect(isHeartbeatDue(0, -Infinity, null)).toBe(true);
  expect(isHeartbeatDue(9, 0, 15)).toBe(false);
  expect(isHeartbeatDue(10, 0, 15)).toBe(true);
  expect(isHeartbeatDue(15, 10, 15)).toBe(true);
  expect(isHeartbeatDue(16, 15, 15)).toBe(false);
});

test("announces the countdown at 60, 30 and 10 seconds only", () => {
  const spoken = Array.from({ length: 91 }, (_, i) => findAnnounced(90 - i, 90));
  expect([...new Set(spoken)]).toEqual([null, 60, 30, 10]);
  expect(findAnnounced(20, 20)).toBeNull();
  expect(findAnnounced(9, 20)).toBe(10);
});
