import { getDateFormat } from "../../platform/date-formats.ts";
import { type Message, t } from "../../i18n/message.ts";

/** When a course can be taken: dates and times in the instance's time zone; a missing one leaves that side open. */
export interface CourseWindow {
  start_date: string | null;
  start_time: string | null;
  end_date: string | null;
  end_time: string | null;
}

/** Explains to a learner why a course cannot be taken now; null when it can. */
export function closedReason(window: CourseWindow, timeZone: string, now = new Date()): Message | null {
  const local = localMinute(now, timeZone);
  const { start_date, start_time, end_date, end_time } = window;
  if (start_date && local < `${start_date} ${start_time ?? "00:00"}`) {
    const day = { day: start_date };
    return start_time ? t`This course opens on ${day} at ${start_time}.` : t`This course opens on ${day}.`;
  }
  if (end_date && local >= `${end_date} ${end_time ?? "24:00"}`) {
    const day = { day: end_date };
    return end_time ? t`This course closed on ${day} at ${end_time}.` : t`This course closed on ${day}.`;
  }
  return null;
}

/** Formats a moment as 'yyyy-mm-dd hh:mm' in a time zone. */
function localMinute(now: Date, timeZone: string): string {
  return getDateFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }).format(now);
}
