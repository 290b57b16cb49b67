import { expect, test } from "vitest";
import { toConfirmed, isHeartbeatDue, pause, countSecondsLeft, resumed, countSpent, findAnnounced } from "./clock.ts";

test("counts time only while the clock runs", () => {
  const running = { base: 5, runningSince: 1000 };
  expect(countSpent(running, 4000)).toBe(8);
  const hidden = pause(running, 4000);
  expect(countSpent(hidden, 60_000)).toBe(8);
  expect(countSpent(resumed(hidden, 60_000), 62_000)).toBe(10);
});

test("replaces the counted time with the credited time", () => {
  expect(countSpent(toConfirmed({ base: 0, runningSince: 0 }, 9, 10_000), 11_000)).toBe(10);
  expect(countSpent(toConfirmed({ base: 10, runningSince: null }, 9, 10_000), 90_000)).toBe(9);
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
