import { csvFile, type Cell } from "../ui/csv.ts";
import { saveFile } from "../ui/saveFile.ts";
import type { SheetFormat } from "../ui/table/ExportButtons.tsx";
import { toast } from "../ui/toast.ts";
import { allPages } from "./allPages.ts";
import { messageOf } from "./errors.ts";

/**
 * Offers every row that a table's filters find as a file: of a list that is here in full, or page by page from the server.
 * A failure is told in a toast.
 */
export async function exportTable<Row>(
  format: SheetFormat,
  name: string,
  header: string[],
  rows: readonly Row[] | Parameters<typeof allPages<Row>>[0],
  cells: (row: Row) => Cell[],
) {
  try {
    const all = (typeof rows === "function" ? await allPages(rows) : rows).map(cells);
    saveFile(`${name}.${format}`, format === "csv" ? csvFile(header, all) : await workbook(header, all));
  } catch (error) {
    toast({ kind: "error", text: messageOf(error) });
  }
}

/** Fetched when somebody wants one. */
async function workbook(header: string[], rows: Cell[][]): Promise<Blob> {
  const { xlsxFile } = await import("../ui/xlsx.ts");
  return xlsxFile(header, rows);
}
