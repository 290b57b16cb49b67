import { expect, test } from "vitest";
import { dayIn, lastWeeks, mondayOf, weeksSince } from "./weeks.ts";

test("weeks begin on Monday, also across the turn of a year", () => {
  expect(mondayOf("2026-03-02")).toBe("2026-03-02");
  expect(mondayOf("2026-03-08")).toBe("2026-03-02");
  expect(mondayOf("2026-01-01")).toBe("2025-12-29");
});

test("every week from the first assignment to this one is there", () => {
  const starts = weeksSince("2026-02-18", "2026-03-10").map(({ start }) => start);
  expect(starts).toEqual(["2026-02-16", "2026-02-23", "2026-03-02", "2026-03-09"]);
  expect(weeksSince("2026-03-09", "2026-03-10")).toEqual([{ start: "2026-03-09", end: "2026-03-15" }]);
});

test("a course that nobody was assigned to has no weeks", () => {
  expect(weeksSince(null, "2026-03-10")).toEqual([]);
});

test("no more than the last 26 weeks are shown", () => {
  const weeks = weeksSince("2019-05-01", "2026-03-10");
  expect(weeks).toHaveLength(26);
  expect(weeks[0]).toEqual({ start: "2025-09-15", end: "2025-09-21" });
  expect(weeks.at(-1)).toEqual({ start: "2026-03-09", end: "2026-03-15" });
});

test("where it is Monday already, another week is the last one", () => {
  const ends = ["2026-03-08", "2026-03-09", "2026-03-08"].map((today) => lastWeeks(today).at(-1)!.end);
  expect(ends).toEqual(["2026-03-08", "2026-03-15", "2026-03-08"]);
});

test("what day it is depends on where one is", () => {
  const now = new Date("2026-03-09T23:30:00Z");
  expect(dayIn("UTC", now)).toBe("2026-03-09");
  expect(dayIn("Europe/Paris", now)).toBe("2026-03-10");
  expect(dayIn("America/New_York", now)).toBe("2026-03-09");
});
