import { Worker } from "node:worker_threads";
import type { CertificateRow } from "./certificates.queries.ts";
import type { Pictures } from "./template-pdf.ts";

/** A certificate to draw, with its public address. */
export interface PrintJob {
  certificate: CertificateRow;
  checkUrl: string;
  /** By the keys of their files. */
  pictures: Pictures;
}

/** The thread's response; `unreadable` has the keys of pictures without which it was drawn. */
export type Printed = { id: number; pdf: Uint8Array; unreadable: string[] } | { id: number; problem: string };

/** Is called for each picture without which a certificate is drawn, because its file cannot be read. */
export type ReportPicture = (key: string, error: unknown) => void;

const UNREADABLE = new Error("The file is neither a PNG nor a JPEG that can be drawn.");

interface Waiter {
  resolve: (pdf: Buffer) => void;
  reject: (error: Error) => void;
  report: ReportPicture;
}

/** An idle thread ends after this time and frees its memory. */
const IDLE_MILLISECONDS = 10_000;

/**
 * Draws certificates in a separate thread, one after the other: reading fonts and laying out letters takes tens of
 * milliseconds, in which no other request would be answered. The thread runs only while there is work.
 */
export class CertificatePrinter {
  #worker: Worker | null = null;
  #waiting = new Map<number, Waiter>();
  #idle: NodeJS.Timeout | undefined;
  #next = 1;

  /** @param report is called for each picture that the thread cannot read */
  print(job: PrintJob, report: ReportPicture = () => {}): Promise<Buffer> {
    clearTimeout(this.#idle);
    const id = this.#next++;
    this.#worker ??= this.#start();
    this.#worker.postMessage({ id, ...job });
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject, report }));
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL("./certificate-worker.ts", import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 },
    });
    worker.unref();
    worker.on("message", (printed: Printed) => this.#done(printed));
    // Waiting requests fail; the next certificate starts a new thread.
    worker.once("error", (error: Error) => this.#fail(worker, error));
    worker.once("exit", () => this.#fail(worker, new Error("The thread that draws certificates has ended.")));
    return worker;
  }

  #done(printed: Printed): void {
    const waiter = this.#waiting.get(printed.id);
    this.#waiting.delete(printed.id);
    if ("pdf" in printed) {
      for (const key of printed.unreadable) waiter?.report(key, UNREADABLE);
      waiter?.resolve(Buffer.from(printed.pdf));
    } else waiter?.reject(new Error(printed.problem));
    if (this.#waiting.size === 0) this.#idle = setTimeout(() => void this.close(), IDLE_MILLISECONDS).unref();
  }

  #fail(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
