// Runs in a thread: a manifest may have twenty megabytes.
import type { Message } from "../../i18n/message.ts";
import { Refusal } from "../../platform/refusal.ts";
import { parseXml, type Xml } from "../../platform/xml.ts";

/** The parsed XML, or why it is refused: error classes do not survive the transfer between threads. */
export type ReadXml = { root: Xml; text: string } | { refusal: Message };

export default ({ bytes, name }: { bytes: Uint8Array; name: string }): ReadXml => {
  try {
    return parseXml(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), name);
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.text };
    throw error;
  }
};
