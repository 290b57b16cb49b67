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

const DAY_OF = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
const days = formatIn("en-CA", DAY_OF);
const minutes = formatIn("en-GB", { ...DAY_OF, hour: "2-digit", minute: "2-digit" });

/** What day it is somewhere, as yyyy-mm-dd. */
export const dayIn = (timeZone: string, now = new Date()): string => days(timeZone).format(now);

/** What day and time it is somewhere, as dd/mm/yyyy hh:mm. */
export const minuteIn = (timeZone: string, now: Date): string => minutes(timeZone).format(now).replace(",", "");

/** Making a format costs more than using it a thousand times. */
function formatIn(locale: string, options: Intl.DateTimeFormatOptions) {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (timeZone: string) => {
    const format = made.get(timeZone) ?? new Intl.DateTimeFormat(locale, { timeZone, ...options });
    made.set(timeZone, format);
    return format;
  };
}
