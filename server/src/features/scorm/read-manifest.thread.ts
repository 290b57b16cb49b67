// Runs in a thread: a manifest may have twenty megabytes.
import type { Message } from "../../i18n/message.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { PackageDescription } from "./package.ts";
import { type Manifest, readManifest } from "./read-manifest.ts";

/** What a manifest describes, or why it is refused: error classes do not survive the transfer between threads. */
export type ReadManifest = { description: Omit<PackageDescription, "root"> } | { refusal: Message };

/** Returns only what is described: the elements of the manifest, up to 250,000, are not copied between the threads. */
export default (manifest: Manifest): ReadManifest => {
  try {
    return { description: readManifest(manifest) };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.text };
    throw error;
  }
};
