// The thread that draws a table, see table-printer.ts.
import { parentPort } from "node:worker_threads";
import { mayHaveFormula, writeFormulas } from "./formula-text.ts";
import { TablePdf, type TableCell } from "./table-pdf.ts";
import type { Answered, Asked } from "./table-printer.ts";

let table: TablePdf | null = null;

parentPort!.on("message", (asked: Asked) => void draw(asked));

async function draw(asked: Asked): Promise<void> {
  try {
    if ("about" in asked) table = new TablePdf(asked.about);
    else if ("rows" in asked) table!.add(await Promise.all(asked.rows.map(writeRow)));
    else await table!.end();
    answer({ pdf: new Uint8Array(table!.take()) });
  } catch (error) {
    answer({ problem: String(error) });
  }
}

/** Writes the formulas of questions and options so that people can read them. */
const writeRow = (row: TableCell[]): TableCell[] | Promise<TableCell[]> =>
  row.some(hasFormula)
    ? Promise.all(row.map((cell) => (typeof cell === "string" && hasFormula(cell) ? writeFormulas(cell) : cell)))
    : row;

const hasFormula = (cell: TableCell): boolean => typeof cell === "string" && mayHaveFormula(cell);

function answer(answered: Answered): void {
  parentPort!.postMessage(answered);
}
