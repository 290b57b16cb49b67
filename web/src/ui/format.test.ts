import { i18n } from "@lingui/core";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import * as format from "./format.ts";

const SOURCES = path.join(import.meta.dirname, "..");
/** What formats dates, numbers or names by a locale; changing the case of letters does not. */
const LOCALE_CALL = /\.toLocale(?:Date|Time)?String\(|\bnew Intl\.|\bIntl\.\w+\(|\bi18n\.(?:date|number)\(/;
/** A percent sign after a value in a text; a length of a style has its property before it. */
const OWN_PERCENT = /\bt`[^`]*\}\s?%|>\{[\w.]+\}\s?%</;

afterEach(() => i18n.activate("en"));

const show = (language: string) => {
  i18n.loadAndActivate({ locale: language, messages: {} });
};
const plain = (text: string) => text.replace(/[\u00A0\u202F]/g, " ");

test("formats dates and numbers in no other file", () => {
  const others = globSync("**/*.{ts,tsx}", { cwd: SOURCES }).filter(
    (file) => !/\.test\.tsx?$/.test(file) && path.basename(file) !== "format.ts",
  );
  expect(others.length).toBeGreaterThan(100);
  const callers = others.filter((file) => {
    const text = readFileSync(path.join(SOURCES, file), "utf8");
    return LOCALE_CALL.test(text) || OWN_PERCENT.test(text);
  });
  expect(callers).toEqual([]);
});

test.each([
  ["en", "31/10/2026", "31 October 2026", "31 Oct", "47%", "1,234.5"],
  ["fr", "31/10/2026", "31 octobre 2026", "31 oct.", "47 %", "1 234,5"],
  ["es", "31/10/2026", "31 de octubre de 2026", "31 oct", "47 %", "1234,5"],
])("formats days, percentages and numbers in '%s'", (language, table, long, chart, percent, number) => {
  show(language);
  expect(format.formatTableDate("2026-10-31")).toBe(table);
  expect(format.formatLongDate("2026-10-31")).toBe(long);
  expect(format.formatChartDay("2026-10-31")).toBe(chart);
  expect(plain(format.formatPercent(47))).toBe(percent);
  expect(plain(format.formatNumber(1234.5))).toBe(number);
});

test.each([
  ["month-day-year", "10/31/2026", "October 31, 2026"],
  ["year-month-day", "2026-10-31", "31 October 2026"],
])("formats days in the order %s when the instance has set it", (order, table, long) => {
  show("en");
  format.setDateFormat(order);
  expect([format.formatTableDate("2026-10-31"), format.formatLongDate("2026-10-31")]).toEqual([table, long]);
  show("fr");
  expect(format.formatTableDate("2026-10-31")).toBe(table);
  format.setDateFormat(null);
});

test("formats a point in time in British English and in French", () => {
  const time = new Date(2026, 9, 31, 14, 5, 9);
  show("en");
  expect(format.formatDateTime(time)).toBe("31 Oct 2026, 14:05");
  expect(format.formatLogTime(time)).toBe("31 Oct 2026, 14:05:09");
  expect(format.formatTime(time)).toBe("14:05:09");
  show("fr");
  expect(plain(format.formatDateTime(time))).toBe("31 oct. 2026, 14:05");
});

test("names weekdays, languages and lists in the user's language", () => {
  show("fr");
  expect([1, 7].map(format.formatWeekday)).toEqual(["lundi", "dimanche"]);
  expect(format.formatLanguage("es")).toBe("espagnol");
  expect(format.formatLanguage("es", "es")).toBe("español");
  expect(format.formatLanguage("not a tag")).toBe("not a tag");
  expect(format.formatList(["Ada", "Alan", "Grace"], "disjunction")).toBe("Ada, Alan ou Grace");
});

test("shows 'N/A' instead of a missing day", () => {
  expect(format.formatTableDate(null)).toBe("N/A");
});

test("rounds a percentage to the given decimals", () => {
  show("en");
  expect([format.formatPercent(33.34), format.formatPercent(33.34, 1)]).toEqual(["33%", "33.3%"]);
});

test("formats prices with the short sign of their currency, and without empty decimals", () => {
  expect([format.formatPrice(15, "USD"), format.formatPrice(19.9, "USD"), format.formatPrice(15, "GBP")]).toEqual([
    "$15",
    "$19.90",
    "£15",
  ]);
});

test("points in time are those of the instance's time zone, and days without a time stay as they are", () => {
  format.setTimeZone("Pacific/Auckland");
  expect(plain(format.formatDateTime("2026-11-23T12:30:00Z"))).toBe("24 Nov 2026, 01:30");
  expect(format.formatTableDate("2026-11-23T12:30:00Z")).toBe("24/11/2026");
  expect(format.formatTableDate("2026-11-23")).toBe("23/11/2026");
  format.setTimeZone("America/New_York");
  expect(format.formatTableDate("2026-11-23T02:30:00Z")).toBe("22/11/2026");
  format.setTimeZone(undefined);
});

test("a day is over when it is over in the instance's time zone", () => {
  vi.useFakeTimers({ now: new Date("2026-11-23T11:30:00Z") });
  format.setTimeZone("Pacific/Auckland");
  expect(format.isPastDay("2026-11-23")).toBe(true);
  expect(format.isPastDay("2026-11-24")).toBe(false);
  format.setTimeZone("America/New_York");
  expect(format.isPastDay("2026-11-23")).toBe(false);
  expect(format.isPastDay("2026-11-22")).toBe(true);
  format.setTimeZone(undefined);
  vi.useRealTimers();
});
