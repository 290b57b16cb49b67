import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../../app/errors.ts";
import { createTimekeeper } from "./timekeeper.ts";

const units = [
  { id: 1, time_spent: 0, time_limit: 15 },
  { id: 2, time_spent: 7, time_limit: null },
];
let beats: { unit: number; seconds: number; keepalive: boolean }[] = [];
let credit: (seconds: number) => number = (seconds) => seconds;
const refused = vi.fn<(error: unknown) => void>();

const timekeeper = () =>
  createTimekeeper({
    units,
    beat: async (unit, seconds, { keepalive }) => {
      beats.push({ unit: unit.id, seconds, keepalive });
      return credit(seconds);
    },
    onRefused: refused,
  });

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
const claims = () => beats.map((beat) => beat.seconds);

function setHidden(hidden: boolean) {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers();
  beats = [];
  credit = (claimed) => claimed;
  refused.mockClear();
});
afterEach(() => {
  setHidden(false);
  vi.useRealTimers();
});

test("the server is told when a unit opens, every ten seconds, and when the countdown ends", async () => {
  const time = timekeeper();
  time.open(1);
  await seconds(16);
  expect(claims()).toEqual([0, 10, 15]);
  expect(time.get().credited).toBe(15);
});

test("a unit goes on where it was left", async () => {
  const time = timekeeper();
  const leave = time.open(1);
  await seconds(4);
  leave();
  const leaveSecond = time.open(2);
  expect(time.get().spent).toBe(7);
  leaveSecond();
  time.open(1);
  expect(time.get().spent).toBe(4);
});

test("a hidden page counts nothing, and tells the server before it goes", async () => {
  const time = timekeeper();
  time.open(1);
  await seconds(5);
  setHidden(true);
  await seconds(60);
  expect(time.get().spent).toBe(5);
  expect(beats.at(-1)).toEqual({ unit: 1, seconds: 5, keepalive: true });
  setHidden(false);
  await seconds(2);
  expect(time.get().spent).toBe(7);
});

test("what the server does not credit has to be stayed again", async () => {
  const time = timekeeper();
  credit = (claimed) => Math.max(0, claimed - 1);
  time.open(1);
  await seconds(15.5);
  expect(time.get().credited).toBeLessThan(15);
  credit = (claimed) => claimed;
  await seconds(5);
  expect(time.get().credited).toBe(15);
});

test("while the line is down the beat is tried again, with the whole time in it", async () => {
  const time = timekeeper();
  credit = () => {
    throw new ApiError("The server could not be reached.", { code: "NETWORK" });
  };
  time.open(1);
  await seconds(8);
  credit = (claimed) => claimed;
  await seconds(4);
  expect(claims().at(-1)).toBeGreaterThanOrEqual(9);
  expect(time.get().credited).toBe(claims().at(-1));
  expect(refused).not.toHaveBeenCalled();
});

test("a server that refuses the time is heard once and not asked again", async () => {
  const time = timekeeper();
  credit = () => {
    throw new ApiError("This course closed on 1 May 2026.", { code: "CONFLICT" });
  };
  time.open(1);
  await seconds(30);
  expect(beats).toHaveLength(1);
  expect(refused).toHaveBeenCalledTimes(1);
});
