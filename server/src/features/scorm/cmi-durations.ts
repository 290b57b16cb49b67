import { duration, DURATION, timespan12 } from "./cmi-values.ts";

/** Returns the seconds of a SCORM 1.2 time span; null for an invalid one. */
export function secondsOf12(value: string | undefined): number | null {
  if (value === undefined || timespan12(value)) return null;
  const [hours = 0, minutes = 0, seconds = 0] = value.split(":").map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

/** Returns the seconds of an ISO 8601 duration, with 365 days per year and 30 per month; null for an invalid one. */
export function toSeconds(value: string | undefined): number | null {
  if (value === undefined || duration(value)) return null;
  const [, years, months, days, hours, minutes, seconds] = DURATION.exec(value)!.map((part) => Number(part ?? 0));
  return ((years! * 365 + months! * 30 + days!) * 24 + hours!) * 3600 + minutes! * 60 + seconds!;
}

/** Formats seconds as a SCORM 1.2 time span, `0000:00:00.00`. */
export function asTimespan12(total: number): string {
  const hundredths = Math.round(total * 100);
  const two = (part: number) => String(part).padStart(2, "0");
  const hours = Math.min(9999, Math.floor(hundredths / 360_000));
  return `${String(hours).padStart(4, "0")}:${two(Math.floor(hundredths / 6000) % 60)}:${two(Math.floor(hundredths / 100) % 60)}.${two(hundredths % 100)}`;
}

/** Formats seconds as an ISO 8601 duration. */
export function asDuration(total: number): string {
  const hundredths = Math.round(total * 100);
  const hours = Math.floor(hundredths / 360_000);
  const minutes = Math.floor(hundredths / 6000) % 60;
  const seconds = (hundredths % 6000) / 100;
  return `PT${hours ? `${hours}H` : ""}${minutes ? `${minutes}M` : ""}${seconds || (!hours && !minutes) ? `${seconds}S` : ""}`;
}
