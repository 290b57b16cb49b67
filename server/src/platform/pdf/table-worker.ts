// The thread that draws a table, see table-printer.ts.
import { parentPort } from "node:worker_threads";
import { TablePdf } from "./table-pdf.ts";
import type { Answered, Asked } from "./table-printer.ts";

let table: TablePdf | null = null;

parentPort!.on("message", (asked: Asked) => void draw(asked));

async function draw(asked: Asked): Promise<void> {
  try {
    if ("about" in asked) table = new TablePdf(asked.about);
    else if ("rows" in asked) table!.add(asked.rows);
    else await table!.end();
    answer({ pdf: new Uint8Array(table!.take()) });
  } catch (error) {
    answer({ problem: String(error) });
  }
}

function answer(answered: Answered): void {
  parentPort!.postMessage(answered);
}
