import { createWriteStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/**
 * Writes a stream to a file that survives a power failure, and that appears only when it is whole. A failing stream leaves
 * nothing behind.
 * @param incoming where it is written before, on the same disk; its folder has to be there
 */
export async function writeDurably(target: string, incoming: string, stream: Readable): Promise<{ size: number }> {
  try {
    const sink = createWriteStream(incoming, { flush: true, mode: 0o600 });
    await pipeline(stream, sink);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await rename(incoming, target);
    await flushFolder(path.dirname(target));
    return { size: sink.bytesWritten };
  } catch (error) {
    await rm(incoming, { force: true });
    throw error;
  }
}

/** Makes the rename survive a power failure. Windows cannot open folders and does not need it. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
