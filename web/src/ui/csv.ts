export type Cell = string | number | null | undefined;

/** CSV text (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe in front. */
export function toCsv(header: string[], rows: Cell[][]): string {
  return [header, ...rows].map((row) => row.map(field).join(",")).join("\r\n");
}

/** The same as a file; with a mark at its start, so that spreadsheets read it as UTF-8. */
export const csvFile = (header: string[], rows: Cell[][]) =>
  new Blob(["\uFEFF", toCsv(header, rows)], { type: "text/csv;charset=utf-8" });

function field(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  const text = cell ?? "";
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
