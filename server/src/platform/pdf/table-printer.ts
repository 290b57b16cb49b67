import { Worker } from "node:worker_threads";
import type { TableAbout, TableCell } from "./table-pdf.ts";

/** The requests to the thread, in order. */
export type Asked = { about: TableAbout } | { rows: TableCell[][] } | { isEnd: true };
/** The response to each request: the bytes so far, or the error. */
export type Answered = { pdf: Uint8Array } | { problem: string };

/** Tables that one server draws at a time, so that they do not take all cores; others wait. */
const AT_ONCE = 2;

/**
 * Draws a table as a PDF, piece by piece, in a separate thread while its rows are read: laying out a letter takes a
 * tenth of a millisecond, in which no other request would be answered.
 */
export async function* tablePdf(about: TableAbout, batches: AsyncIterable<TableCell[][]>): AsyncGenerator<Buffer> {
  const leave = await enter();
  const worker = new Worker(new URL("./table-worker.ts", import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 },
  });
  try {
    yield* pieces(worker, { about });
    for await (const rows of batches)
      for (let at = 0; at < rows.length; at += IN_ONE) yield* pieces(worker, { rows: rows.slice(at, at + IN_ONE) });
    yield* pieces(worker, { isEnd: true });
  } finally {
    leave();
    await worker.terminate();
  }
}

/** Rows per message, so that the first pages are sent early. */
const IN_ONE = 200;

async function* pieces(worker: Worker, asked: Asked): AsyncGenerator<Buffer> {
  const answer = await new Promise<Answered>((resolve, reject) => {
    const failed = (error: Error) => reject(error);
    const gone = () => reject(new Error("The thread that draws tables has ended."));
    worker.once("error", failed).once("exit", gone);
    worker.once("message", (answered: Answered) => {
      worker.off("error", failed).off("exit", gone);
      resolve(answered);
    });
    worker.postMessage(asked);
  });
  if ("problem" in answer) throw new Error(answer.problem);
  if (answer.pdf.length > 0) yield Buffer.from(answer.pdf);
}

let drawing = 0;
const waiting: (() => void)[] = [];

/** Waits for a free place. @returns a function that frees it */
async function enter(): Promise<() => void> {
  if (drawing >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else drawing++;
  return () => {
    const next = waiting.shift();
    if (next) next();
    else drawing--;
  };
}
