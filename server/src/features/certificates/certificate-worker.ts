// The thread that draws certificates, see certificate-printer.ts.
import { parentPort } from "node:worker_threads";
import { certificatePdf } from "./certificate-pdf.ts";
import { canDraw } from "./page-parts.ts";
import { templatePdf } from "./template-pdf.ts";
import type { Printed, PrintJob } from "./certificate-printer.ts";

parentPort!.on("message", (job: PrintJob & { id: number }) => void draw(job));

async function draw({ id, certificate, checkUrl, pictures }: PrintJob & { id: number }): Promise<void> {
  try {
    const logo = certificate.logo_key === null ? undefined : pictures[certificate.logo_key];
    const pdf = certificate.design
      ? await templatePdf(certificate, certificate.design, checkUrl, pictures)
      : await certificatePdf(certificate, checkUrl, logo ? Buffer.from(logo) : null);
    const unreadable = Object.keys(pictures).filter((key) => !canDraw(pictures[key]!));
    answer({ id, pdf: new Uint8Array(pdf), unreadable });
  } catch (error) {
    answer({ id, problem: String(error) });
  }
}

function answer(printed: Printed): void {
  parentPort!.postMessage(printed);
}
