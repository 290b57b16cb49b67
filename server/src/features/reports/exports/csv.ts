import Papa from "papaparse";
import { type Cell, type Rows, toText } from "../cells.ts";

/** Texts that a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Writes CSV text (RFC 4180) in pieces, with a byte order mark, by which spreadsheets recognise UTF-8. */
export async function* writeCsv(header: string[], rows: Rows, timeZone: string): AsyncGenerator<string> {
  yield `\uFEFF${writeLines([header], timeZone)}`;
  for await (const batch of rows) if (batch.length > 0) yield writeLines(batch, timeZone);
}

function writeLines(rows: Cell[][], timeZone: string): string {
  const fields = rows.map((row) =>
    // Numbers stay numbers: a negative one is not a formula.
    row.map((cell) => (typeof cell === "number" ? cell : toText(cell, timeZone))),
  );
  return `${Papa.unparse(fields, { newline: "\r\n", escapeFormulae: FORMULA })}\r\n`;
}
