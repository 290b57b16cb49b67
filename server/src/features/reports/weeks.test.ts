import { expect, test } from "vitest";
import { dayIn, lastWeeks, getWeekStart, weeksSince } from "./weeks.ts";

test("getWeekStart returns the first day of the week, also across the turn of a year", () => {
  expect(getWeekStart("2026-03-02", 1)).toBe("2026-03-02");
  expect(getWeekStart("2026-03-08", 1)).toBe("2026-03-02");
  expect(getWeekStart("2026-01-01", 1)).toBe("2025-12-29");
});

test("getWeekStart begins weeks on the day that the instance has chosen", () => {
  expect(getWeekStart("2026-03-02", 7)).toBe("2026-03-01");
  expect(getWeekStart("2026-03-01", 7)).toBe("2026-03-01");
  expect(getWeekStart("2026-03-06", 6)).toBe("2026-02-28");
  expect(getWeekStart("2026-03-07", 6)).toBe("2026-03-07");
});

test("weeksSince returns every week from the first assignment to the current one", () => {
  const starts = weeksSince("2026-02-18", "2026-03-10", 1).map(({ start }) => start);
  expect(starts).toEqual(["2026-02-16", "2026-02-23", "2026-03-02", "2026-03-09"]);
  expect(weeksSince("2026-03-09", "2026-03-10", 1)).toEqual([{ start: "2026-03-09", end: "2026-03-15" }]);
  expect(weeksSince("2026-03-09", "2026-03-10", 7)).toEqual([{ start: "2026-03-08", end: "2026-03-14" }]);
});

test("weeksSince returns no weeks without an assignment", () => {
  expect(weeksSince(null, "2026-03-10", 1)).toEqual([]);
});

test("weeksSince returns at most the last 26 weeks", () => {
  const weeks = weeksSince("2019-05-01", "2026-03-10", 1);
  expect(weeks).toHaveLength(26);
  expect(weeks[0]).toEqual({ start: "2025-09-15", end: "2025-09-21" });
  expect(weeks.at(-1)).toEqual({ start: "2026-03-09", end: "2026-03-15" });
});

test("lastWeeks returns a new last week once it is Monday in the time zone", () => {
  const ends = ["2026-03-08", "2026-03-09", "2026-03-08"].map((today) => lastWeeks(today, 1).at(-1)!.end);
  expect(ends).toEqual(["2026-03-08", "2026-03-15", "2026-03-08"]);
});

test("dayIn returns the day in a time zone", () => {
  const now = new Date("2026-03-09T23:30:00Z");
  expect(dayIn("UTC", now)).toBe("2026-03-09");
  expect(dayIn("Europe/Paris", now)).toBe("2026-03-10");
  expect(dayIn("America/New_York", now)).toBe("2026-03-09");
});
