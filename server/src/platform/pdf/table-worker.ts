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
    else if ("rows" in asked) table!.add(await writeRows(asked.rows));
    else await table!.end();
    answer({ pdf: new Uint8Array(table!.take()) });
  } catch (error) {
    answer({ problem: String(error) });
  }
}

/** Writes the formulas of questions and options so that people can read them. */
async function writeRows(rows: TableCell[][]): Promise<TableCell[][]> {
  if (!rows.flat().some(hasFormula)) return rows;
  return Promise.all(rows.map((row) => Promise.all(row.map(writeCell))));
}

const writeCell = async (cell: TableCell): Promise<TableCell> => (hasFormula(cell) ? writeFormulas(cell) : cell);

const hasFormula = (cell: TableCell): cell is string => typeof cell === "string" && mayHaveFormula(cell);

function answer(answered: Answered): void {
  parentPort!.postMessage(answered);
}
