import { getDateFormat } from "../../platform/date-formats.ts";

const DAY = 86_400_000;
const MOST_WEEKS = 26;

/** A week from its Monday to its Sunday, both yyyy-mm-dd. */
export interface Week {
  start: string;
  end: string;
}

let made: readonly Week[] = [];

/** The weeks that a chart can show: the last 26 up to that of the day. Made anew when another is the last one. */
export function lastWeeks(today: string): readonly Week[] {
  const last = mondayOf(today);
  if (made.at(-1)?.start !== last)
    made = Array.from({ length: MOST_WEEKS }, (_, at) => {
      const start = addDays(last, 7 * (at + 1 - MOST_WEEKS));
      return { start, end: addDays(start, 6) };
    });
  return made;
}

/** Those of them from the week of the first event on. No first event, no weeks. */
export function weeksSince(firstDay: string | null, today: string): readonly Week[] {
  if (firstDay === null) return [];
  const first = mondayOf(firstDay);
  return lastWeeks(today).filter(({ start }) => start >= first);
}

/** The Monday on or before a day, both yyyy-mm-dd. */
export function mondayOf(day: string): string {
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  return addDays(day, -weekday);
}

export function addDays(day: string, days: number): string {
  return dayAt(Date.parse(day) + days * DAY);
}

const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10);

const DAY_OF = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
const MINUTE_OF = { ...DAY_OF, hour: "2-digit", minute: "2-digit" } as const;

/** What day it is somewhere, as yyyy-mm-dd. */
export const dayIn = (timeZone: string, now = new Date()): string =>
  getDateFormat("en-CA", { ...DAY_OF, timeZone }).format(now);

/** What day and time it is somewhere, as dd/mm/yyyy hh:mm. */
export const minuteIn = (timeZone: string, now: Date): string =>
  getDateFormat("en-GB", { ...MINUTE_OF, timeZone })
    .format(now)
    .replace(",", "");
