import { formatDuration } from "./duration.ts";
import type { Texts } from "./report-texts.ts";
import { dayIn, minuteIn } from "./weeks.ts";

/** A cell of a file. Of a date only the day is shown, in the time zone of the instance. */
export type Cell = string | number | Date | null;

/** The rows of a file in batches of some hundreds, as they come from the database. */
export type Rows = AsyncIterable<Cell[][]>;

/** How a column writes its values. */
export type Format =
  | "text"
  | "number"
  /** A whole number from 0 to 100. */
  | "percent"
  /** The day of a time, in the time zone of the instance. */
  | "day"
  /** A day that is stored as yyyy-mm-dd. */
  | "date"
  /** The day and minute of a time, in the time zone of the instance. */
  | "minute"
  /** Seconds as 'Xh Ym Zs'. */
  | "duration"
  /** A term that is stored, such as a role, in the language of the file. */
  | "term";

export type Value = string | number | boolean | Date | null | undefined;

/** Formats a value as the cell of a file. */
export function toCell(value: Value, format: Format, texts: Texts, timeZone: string): Cell {
  if (value === null || value === undefined) return null;
  if (format === "minute") return minuteIn(timeZone, new Date(value as string | Date));
  if (format === "day") return new Date(value as string | Date);
  if (format === "date") return writeDay(String(value).slice(0, 10));
  if (format === "duration") return formatDuration(Math.round(Number(value)));
  if (format === "term") return texts.term(String(value));
  return typeof value === "boolean" ? texts.text(value ? "yes" : "no") : value;
}

/** Formats a cell as text, for a screen or a PDF. */
export function toText(cell: Cell, timeZone: string): string | null {
  if (cell === null) return null;
  return cell instanceof Date ? writeDay(formatDay(cell, timeZone)) : String(cell);
}

/** Returns the day of a time in a time zone, as yyyy-mm-dd. */
export const formatDay = (date: Date, timeZone: string): string => dayIn(timeZone, date);

/** Writes a day as the tables on the screen do in every language: dd/mm/yyyy. */
export const writeDay = (day: string) => day.split("-").toReversed().join("/");
