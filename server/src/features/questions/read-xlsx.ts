import { buffer } from "node:stream/consumers";
import { Refusal } from "../../platform/refusal.ts";
import { readXlsxRows } from "../../platform/read-xlsx.ts";
import { writeXlsx } from "../../platform/xlsx.ts";
import { CSV_TEMPLATE, MOST_ROWS, parseRows, readRows } from "./read-csv.ts";
import type { Read } from "./read-gift.ts";
import { QUESTION_FILE_LIMITS } from "./read-qti-package.ts";

/** Reads questions from the first sheet of an Excel workbook, with the columns of the CSV template. */
export async function readXlsx(bytes: Buffer): Promise<Read> {
  try {
    return readRows(await readXlsxRows(bytes, QUESTION_FILE_LIMITS, MOST_ROWS));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { questions: [], problems: [{ line: 1, message: error.text }] };
  }
}

/** Writes the template as an Excel workbook. */
export function writeXlsxTemplate(): Promise<Buffer> {
  const [head, ...rows] = parseRows(CSV_TEMPLATE).map(({ cells }) => cells);
  const batches = (async function* () {
    yield rows;
  })();
  return buffer(writeXlsx(head!, batches, { formatDay: String, sheetName: "Questions" }));
}
