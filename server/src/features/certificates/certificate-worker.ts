// The thread that draws certificates, see certificate-printer.ts.
import { parentPort } from "node:worker_threads";
import { certificatePdf } from "./certificate-pdf.ts";
import type { Printed, PrintJob } from "./certificate-printer.ts";

parentPort!.on("message", (job: PrintJob & { id: number }) => void draw(job));

async function draw({ id, certificate, checkUrl, logo }: PrintJob & { id: number }): Promise<void> {
  try {
    answer({ id, pdf: new Uint8Array(await certificatePdf(certificate, checkUrl, logo && Buffer.from(logo))) });
  } catch (error) {
    answer({ id, problem: String(error) });
  }
}

function answer(printed: Printed): void {
  parentPort!.postMessage(printed);
}
