import { downloadCsv, toCsv } from "../ui/csv.ts";
import { toast } from "../ui/toast.ts";
import { messageOf } from "./errors.ts";
import { allPages } from "./allPages.ts";

type Cell = string | number | null;

/** Offers every row that a table's filters find as a CSV file; a failure is told in a toast. */
export async function exportCsv<Row>(
  file: string,
  header: string[],
  fetchPage: Parameters<typeof allPages<Row>>[0],
  cells: (row: Row) => Cell[],
) {
  try {
    downloadCsv(file, toCsv(header, (await allPages(fetchPage)).map(cells)));
  } catch (error) {
    toast({ kind: "error", text: messageOf(error) });
  }
}
