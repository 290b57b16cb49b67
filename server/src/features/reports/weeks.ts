import { getDateFormat } from "../../platform/date-formats.ts";

const DAY = 86_400_000;
const MAX_WEEKS = 26;

/** A week from its first to its last day, both yyyy-mm-dd. */
export interface Week {
  start: string;
  end: string;
}

let cached: readonly Week[] = [];

/** Lists the weeks that a chart can show: the 26 up to that of the day. Built again only when the last week changes. */
export function lastWeeks(today: string, firstWeekday: number): readonly Week[] {
  const last = getWeekStart(today, firstWeekday);
  if (cached.at(-1)?.start !== last)
    cached = Array.from({ length: MAX_WEEKS }, (_, at) => {
      const start = addDays(last, 7 * (at + 1 - MAX_WEEKS));
      return { start, end: addDays(start, 6) };
    });
  return cached;
}

/** Lists the weeks of a chart from the week of the first event on; none without a first event. */
export function weeksSince(firstDay: string | null, today: string, firstWeekday: number): readonly Week[] {
  if (firstDay === null) return [];
  const first = getWeekStart(firstDay, firstWeekday);
  return lastWeeks(today, firstWeekday).filter(({ start }) => start >= first);
}

/**
 * Returns the first day of the week of a day, both yyyy-mm-dd.
 * @param firstWeekday from 1 (Monday) to 7 (Sunday)
 */
export function getWeekStart(day: string, firstWeekday: number): string {
  return addDays(day, -((new Date(day).getUTCDay() + 7 - firstWeekday) % 7));
}

/** Adds days to a day, both yyyy-mm-dd. */
export function addDays(day: string, days: number): string {
  return dayAt(Date.parse(day) + days * DAY);
}

const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10);

const DAY_OF = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
const MINUTE_OF = { ...DAY_OF, hour: "2-digit", minute: "2-digit" } as const;

/** No clock of any time zone changes within a quarter of an hour, so that all its times are on the same day. */
const QUARTER_MS = 15 * 60_000;
const MOST_DAYS = 50_000;
const days = new Map<string, Map<number, string>>();

/**
 * Returns the day of a time in a time zone, as yyyy-mm-dd. The days of quarters of an hour are kept: an export of
 * thousands of rows spent most of its time on formatting days.
 */
export function dayIn(timeZone: string, now = new Date()): string {
  const ofZone = days.get(timeZone) ?? new Map<number, string>();
  days.set(timeZone, ofZone);
  const quarter = Math.floor(now.getTime() / QUARTER_MS);
  const known = ofZone.get(quarter);
  if (known !== undefined) return known;
  const day = getDateFormat("en-CA", { ...DAY_OF, timeZone }).format(now);
  if (ofZone.size >= MOST_DAYS) ofZone.clear();
  ofZone.set(quarter, day);
  return day;
}

/** Returns the day and minute of a time in a time zone, as dd/mm/yyyy hh:mm. */
export const minuteIn = (timeZone: string, now: Date): string =>
  getDateFormat("en-GB", { ...MINUTE_OF, timeZone })
    .format(now)
    .replace(",", "");
