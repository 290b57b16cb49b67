import { Worker } from "node:worker_threads";
import type { TableAbout, TableCell } from "./table-pdf.ts";

/** What the thread is asked, one thing after the other. */
export type Asked = { about: TableAbout } | { rows: TableCell[][] } | { isEnd: true };
/** What it answers to each: what is written by now, or why it is not. */
export type Answered = { pdf: Uint8Array } | { problem: string };

/** So many tables are drawn at a time on one server; the others wait, so that all of them together do not take every core. */
const AT_ONCE = 2;

/**
 * A table as a PDF, piece by piece, drawn in a thread of its own while its rows are read: letters are laid out for a
 * tenth of a millisecond each, in which nobody else's request would be answered.
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

/** Rows are handed over in so many, so that whoever takes the file has the first pages soon. */
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

/** Waits for a turn; returns how to give it to the next. */
async function enter(): Promise<() => void> {
  if (drawing >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else drawing++;
  return () => {
    const next = waiting.shift();
    if (next) next();
    else drawing--;
  };
}
