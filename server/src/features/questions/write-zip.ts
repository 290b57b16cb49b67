import { buffer } from "node:stream/consumers";
import type { Readable } from "node:stream";
import yazl from "yazl";

// A fixed date, so that the same texts give the same bytes.
const ENTRY = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true };

/** Writes texts and bytes as the files of a zip. */
export function writeZip(files: readonly { name: string; text: string | Uint8Array }[]): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const { name, text } of files) zip.addBuffer(Buffer.from(text as string), name, ENTRY);
  zip.end();
  return buffer(zip.outputStream as Readable);
}
