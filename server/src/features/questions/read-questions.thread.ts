// Runs in a thread: a file of a megabyte may take a second to read.
import { readCsv } from "./read-csv.ts";
import { readGift } from "./read-gift.ts";

/** A text to read, and its format. */
export interface QuestionText {
  format: "gift" | "csv";
  content: string;
}

export default ({ format, content }: QuestionText) => (format === "gift" ? readGift(content) : readCsv(content));
