const DAY = 86_400_000;
const MOST_WEEKS = 26;

/**
 * The Mondays of a chart, as yyyy-mm-dd: from the week of the first event to this one, at most the last 26.
 * No first event, no weeks.
 */
export function weeksSince(firstWeek: string | null, today: string): string[] {
  if (firstWeek === null) return [];
  const last = Date.parse(mondayOf(today));
  const first = Math.max(Date.parse(mondayOf(firstWeek)), last - 7 * DAY * (MOST_WEEKS - 1));
  return Array.from({ length: (last - first) / (7 * DAY) + 1 }, (_, week) => dayAt(first + 7 * DAY * week));
}

/** The first Monday that a chart can show. */
export function earliestWeek(today: string): string {
  return addDays(mondayOf(today), -7 * (MOST_WEEKS - 1));
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

// Making a format costs more than using it a thousand times.
const formats = new Map<string, Intl.DateTimeFormat>();

/** What day it is somewhere, as yyyy-mm-dd. */
export function dayIn(timeZone: string, now = new Date()): string {
  const known = formats.get(timeZone);
  const format =
    known ?? new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  if (!known) formats.set(timeZone, format);
  return format.format(now);
}
