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

/** The seconds of a duration (ISO 8601), with a year of 365 days and a month of 30; 0 for anything else. */
export function secondsOf(duration: string): number {
  const parts = DURATION.exec(duration)?.groups ?? {};
  return Object.entries(SECONDS).reduce((sum, [name, length]) => sum + Number(parts[name] ?? 0) * length, 0);
}

/** A time between two moments as a duration, to the hundredth of a second (xAPI 4.2.7). */
export function durationBetween(from: Date, to: Date): string {
  return `PT${Math.max(0, Math.round((to.getTime() - from.getTime()) / 10) / 100)}S`;
}
