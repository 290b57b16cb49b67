const DURATION =
  /^P(?:(?<weeks>[\d.]+)W)?(?:(?<years>[\d.]+)Y)?(?:(?<months>[\d.]+)M)?(?:(?<days>[\d.]+)D)?(?:T(?:(?<hours>[\d.]+)H)?(?:(?<minutes>[\d.]+)M)?(?:(?<seconds>[\d.]+)S)?)?$/;
const DAY = 86_400;
const SECONDS = {
  weeks: 7 * DAY,
  years: 365 * DAY,
  months: 30 * DAY,
  days: DAY,
  hours: 3_600,
  minutes: 60,
  seconds: 1,
} as const;

/** Returns the seconds of an ISO 8601 duration, with 365 days per year and 30 per month; 0 for anything else. */
export function toSeconds(duration: string): number {
  const parts = DURATION.exec(duration)?.groups ?? {};
  return Object.entries(SECONDS).reduce((sum, [name, length]) => sum + Number(parts[name] ?? 0) * length, 0);
}

/** Formats the time between two moments as a duration, to 0.01 s (xAPI 4.2.7). */
export function durationBetween(from: Date, to: Date): string {
  return `PT${Math.max(0, Math.round((to.getTime() - from.getTime()) / 10) / 100)}S`;
}
