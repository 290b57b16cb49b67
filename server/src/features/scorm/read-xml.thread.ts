// Runs in a thread: a manifest may have twenty megabytes.
import { Refusal } from "./refusal.ts";
import { parseXml, type Xml } from "./xml.ts";

/** What was read, or why it is refused: a class of errors does not survive the way between threads. */
export type ReadXml = { root: Xml; text: string } | { refusal: string };

export default ({ bytes, name }: { bytes: Uint8Array; name: string }): ReadXml => {
  try {
    return parseXml(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), name);
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message };
    throw error;
  }
};
