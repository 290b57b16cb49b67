import { getDateFormat } from "../../platform/date-formats.ts";

/** When a course may be taken: dates and times in the instance's time zone; missing ones leave that side open. */
export interface CourseWindow {
  start_date: string | null;
  start_time: string | null;
  end_date: string | null;
  end_time: string | null;
}

/** Why a course cannot be taken now, in words for a learner; null when it can. */
export function closedReason(window: CourseWindow, timeZone: string, now = new Date()): string | null {
  const local = localMinute(now, timeZone);
  const { start_date, start_time, end_date, end_time } = window;
  if (start_date && local < `${start_date} ${start_time ?? "00:00"}`) {
    return `This course opens on ${inWords(start_date)}${start_time ? ` at ${start_time}` : ""}.`;
  }
  if (end_date && local >= `${end_date} ${end_time ?? "24:00"}`)
    return `This course closed on ${inWords(end_date)}${end_time ? ` at ${end_time}` : ""}.`;
  return null;
}

/** 'yyyy-mm-dd hh:mm' as the clocks of a time zone show it. */
function localMinute(now: Date, timeZone: string): string {
  return getDateFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }).format(now);
}

function inWords(date: string): string {
  return getDateFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${date}T00:00:00Z`));
}
