import { createHash } from "node:crypto";
import { pipeline as pipe, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import type { FileStore } from "../platform/file-store.ts";

/** Opens an archived segment as PostgreSQL wrote it. @throws NotFound */
export async function openSegment(store: FileStore, key: string): Promise<Readable> {
  return pipe(await store.get(key), createZstdDecompress(), () => {});
}

/** Returns the SHA-256 of a stream in hexadecimal digits. */
export async function digest(stream: Readable): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(stream, hash);
  return hash.digest("hex");
}
