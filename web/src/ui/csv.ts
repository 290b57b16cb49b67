export type Cell = string | number | null | undefined;

/** Writes CSV text (RFC 4180). A text that a spreadsheet would read as a formula starts with an apostrophe. */
export function toCsv(header: string[], rows: Cell[][]): string {
  return [header, ...rows].map((row) => row.map(field).join(",")).join("\r\n");
}

/** Writes a CSV file with a byte order mark, so that spreadsheets read it as UTF-8. */
export const csvFile = (header: string[], rows: Cell[][]) =>
  new Blob(["\uFEFF", toCsv(header, rows)], { type: "text/csv;charset=utf-8" });

function field(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  const text = cell ?? "";
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
