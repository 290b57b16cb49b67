import { type Cell, dayOf, type Rows } from "./cells.ts";

/** CSV text (RFC 4180) piece by piece, with a mark at its start by which spreadsheets know UTF-8. */
export async function* csvOf(header: string[], rows: Rows, timeZone: string): AsyncGenerator<string> {
  yield `\uFEFF${lineOf(header, timeZone)}`;
  for await (const batch of rows) if (batch.length > 0) yield batch.map((row) => lineOf(row, timeZone)).join("");
}

function lineOf(row: Cell[], timeZone: string): string {
  return `${row.map((cell) => field(cell, timeZone)).join(",")}\r\n`;
}

/** A text that a spreadsheet would take for a formula gets an apostrophe in front. */
function field(cell: Cell, timeZone: string): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  // As the tables on the screen write days, in every language.
  if (cell instanceof Date) return dayOf(cell, timeZone).split("-").toReversed().join("/");
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
