import { dayIn } from "./weeks.ts";

/** What a table that is given away holds; of a date the day in the instance's time zone. */
export type Cell = string | number | Date | null;

/** Rows some hundreds at a time, as they come from the database. */
export type Rows = AsyncIterable<Cell[][]>;

export const dayOf = (date: Date, timeZone: string): string => dayIn(timeZone, date);
