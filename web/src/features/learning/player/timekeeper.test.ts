import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../../app/errors.ts";
import { createTimekeeper } from "./timekeeper.ts";

const units = [
  { id: 1, time_spent: 0, time_limit: 15 },
  { id: 2, time_spent: 7, time_limit: null },
];
let heartbeats: { unit: number; seconds: number; keepalive: boolean }[] = [];
let credit: (seconds: number) => number = (seconds) => seconds;
/** Milliseconds until a heartbeat is answered. */
let latency = 0;
const refused = vi.fn<(error: unknown) => void>();

const timekeeper = () =>
  createTimekeeper({
    units,
    heartbeat: async (unit, seconds, { keepalive }) => {
      heartbeats.push({ unit: unit.id, seconds, keepalive });
      if (latency > 0) await new Promise((resolve) => setTimeout(resolve, latency));
      return credit(seconds);
    },
    onRefused: refused,
  });

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
const claims = () => heartbeats.map((heartbeat) => heartbeat.seconds);

function setHidden(hidden: boolean) {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers();
  heartbeats = [];
  credit = (claimed) => claimed;
  latency = 0;
  refused.mockClear();
});
afterEach(() => {
  setHidden(false);
  vi.useRealTimers();
});

test("reports time when a unit opens, every ten seconds, and when the countdown ends", async () => {
  const time = timekeeper();
  time.open(1);
  await seconds(16);
  expect(claims()).toEqual([0, 10, 15]);
  expect(time.get().credited).toBe(15);
});

test("continues the time of a unit that is opened again", async () => {
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

test("stops counting on a hidden page and reports before it is hidden", async () => {
  const time = timekeeper();
  time.open(1);
  await seconds(5);
  setHidden(true);
  await seconds(60);
  expect(time.get().spent).toBe(5);
  expect(heartbeats.at(-1)).toEqual({ unit: 1, seconds: 5, keepalive: true });
  setHidden(false);
  await seconds(2);
  expect(time.get().spent).toBe(7);
});

test("counts time again that the server did not credit", async () => {
  const time = timekeeper();
  credit = (claimed) => Math.max(0, claimed - 1);
  time.open(1);
  await seconds(15.5);
  expect(time.get().credited).toBeLessThan(15);
  credit = (claimed) => claimed;
  await seconds(5);
  expect(time.get().credited).toBe(15);
});

test("loses no time while heartbeats are answered slowly", async () => {
  const time = timekeeper();
  latency = 900;
  time.open(2);
  await seconds(101);
  expect(claims().at(-1)).toBe(107);
  expect(time.get()).toMatchObject({ spent: 108, credited: 107 });
});

test("counts no sleep of the device between a heartbeat and its answer", async () => {
  const now = performance.now.bind(performance);
  let slept = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + slept);
  const time = timekeeper();
  time.open(2);
  await seconds(5);
  latency = 100;
  credit = () => 8;
  await seconds(5);
  slept = 8 * 3600 * 1000;
  await seconds(0.1);
  expect(time.get()).toMatchObject({ spent: 8, credited: 8 });
  clock.mockRestore();
});

test("repeats a failed heartbeat with the whole time", async () => {
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

test("stops heartbeats when the server rejects them", async () => {
  const time = timekeeper();
  credit = () => {
    throw new ApiError("This course closed on 1 May 2026.", { code: "CONFLICT" });
  };
  time.open(1);
  await seconds(30);
  expect(heartbeats).toHaveLength(1);
  expect(refused).toHaveBeenCalledTimes(1);
});

test("goes on with heartbeats after the server was too busy for one", async () => {
  const time = timekeeper();
  credit = () => {
    throw new ApiError("Too much is being sent at the moment.", { code: "RATE_LIMITED" });
  };
  time.open(1);
  await seconds(2);
  credit = (claimed) => claimed;
  await seconds(10);
  expect(time.get().credited).toBeGreaterThan(0);
  expect(refused).not.toHaveBeenCalled();
});

test("does not count the time in which the device slept", async () => {
  const now = performance.now.bind(performance);
  let slept = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + slept);
  const time = timekeeper();
  const leave = time.open(1);
  await seconds(5);
  slept = 8 * 3600 * 1000;
  // The first thing that happens when the device wakes.
  expect(time.secondsOn(1)).toBe(5);
  await seconds(3);
  expect(time.get().spent).toBe(8);
  slept *= 2;
  leave();
  expect(claims().at(-1)).toBe(8);
  clock.mockRestore();
});
