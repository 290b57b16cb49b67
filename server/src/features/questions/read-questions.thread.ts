// Runs in a thread: a file of a megabyte may take a second to read.
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

/** The formats of question files; the contents of 'qti_package' and 'xlsx' are in base64. */
export const FORMATS = ["gift", "csv", "moodle_xml", "qti", "qti_package", "xlsx"] as const;
export type Format = (typeof FORMATS)[number];

/** A text to read, and its format. */
export interface QuestionText {
  format: Format;
  content: string;
}

export default ({ format, content }: QuestionText) => READERS[format](content);
