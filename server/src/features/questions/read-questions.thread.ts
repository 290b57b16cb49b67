// Runs in a thread: a file of a megabyte may take a second to read.
import { checkRead, type QuestionFile } from "./check-read.ts";
import type { Format } from "./file-formats.ts";
import { readCsv } from "./read-csv.ts";
import { type Read, readGift } from "./read-gift.ts";
import { readMoodle } from "./read-moodle.ts";
import { readQti } from "./read-qti.ts";
import { readQtiPackage } from "./read-qti-package.ts";
import { readXlsx } from "./read-xlsx.ts";

const READERS: Record<Format, (content: string) => Read | Promise<Read>> = {
  gift: readGift,
  csv: readCsv,
  moodle_xml: readMoodle,
  qti: (content) => readQti(Buffer.from(content)),
  qti_package: (content) => readQtiPackage(Buffer.from(content, "base64")),
  xlsx: (content) => readXlsx(Buffer.from(content, "base64")),
};

/** A text to read, and its format. */
export interface QuestionText {
  format: Format;
  content: string;
}

/** Returns what can be taken only: refused questions, however long, are not copied between the threads. */
export default async ({ format, content }: QuestionText): Promise<QuestionFile> =>
  checkRead(await READERS[format](content));
