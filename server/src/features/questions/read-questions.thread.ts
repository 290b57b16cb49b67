// Runs in a thread: a file of a megabyte may take a second to read.
import { readCsv } from "./read-csv.ts";
import { readGift } from "./read-gift.ts";
import { readMoodle } from "./read-moodle.ts";

const READERS = { gift: readGift, csv: readCsv, moodle_xml: readMoodle };

/** A text to read, and its format. */
export interface QuestionText {
  format: keyof typeof READERS;
  content: string;
}

export default ({ format, content }: QuestionText) => READERS[format](content);
