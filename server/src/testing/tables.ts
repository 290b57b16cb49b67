import { buffer } from "node:stream/consumers";
import Papa from "papaparse";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { fromBuffer } from "yauzl";
import type { Client, TestServer } from "./server.ts";

/** Requests a report table as a file and returns the response. */
export function takeTable(server: TestServer, client: Client, asked: object) {
  return server.app.inject({
    method: "POST",
    url: "/api/reports/export",
    headers: { host: client.host, authorization: `Bearer ${client.token}` },
    payload: { format: "csv", ...asked },
  });
}

/** Parses the rows of a CSV text by the headings of its columns. */
export const parseRows = (csv: string) =>
  Papa.parse<Record<string, string>>(csv.replace(/^\uFEFF/, ""), { header: true, skipEmptyLines: true }).data;

/** Returns the files of a zip archive, such as a workbook, by name. */
export function unzip(bytes: Buffer): Promise<Map<string, string>> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      const files = new Map<string, string>();
      zip.on("entry", (entry) =>
        zip.openReadStream(entry, (failure, stream) => {
          if (failure) return reject(failure);
          void buffer(stream).then((content) => {
            files.set(entry.fileName, content.toString("utf8"));
            zip.readEntry();
          }, reject);
        }),
      );
      zip.on("end", () => resolve(files));
      zip.readEntry();
    });
  });
}

/** Reads the pages of a PDF, each with its size and text. */
export async function readPages(pdf: Buffer): Promise<{ size: number[]; text: string }[]> {
  const file = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const pages = Array.from({ length: file.numPages }, async (_, index) => {
    const page = await file.getPage(index + 1);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ("str" in item ? item.str : "")).join(" ");
    return { size: page.view.slice(2).map((length) => Math.round(length!)), text: text.replace(/\s+/g, " ") };
  });
  return Promise.all(pages);
}
