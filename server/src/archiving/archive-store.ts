import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { NotFound } from "../errors.ts";
import { Bucket } from "../platform/bucket.ts";
import { writeDurably } from "../platform/durable-file.ts";
import type { FileStore, StoredFile } from "../platform/file-store.ts";

/** `<system identifier of the database>/` and a segment, a history, a stored file by its key, or the archive's notes. */
const KEY =
  /^\d{1,20}\/(wal\/([0-9A-F]{24}\.zst|[0-9A-F]{8}\.history)|files\/[1-9]\d{0,9}\/[0-9a-f]{2}\/[0-9a-f]{40}(\/\d{1,6})?|notes\.json)$/;

/** Opens the archive of ARCHIVE_URL: an S3 bucket, or the folder of a `file:` address. */
export function openArchiveStore(address: string): FileStore {
  const url = new URL(address);
  return url.protocol === "file:" ? new ArchiveFolder(fileURLToPath(url)) : new Bucket(url, KEY);
}

class ArchiveFolder implements FileStore {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async put(key: string, stream: Readable): Promise<{ size: number }> {
    const target = this.#path(key);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    return writeDurably(target, path.join(path.dirname(target), `.${randomUUID()}`), stream);
  }

  async get(key: string): Promise<Readable> {
    const file = await open(this.#path(key)).catch((error: NodeJS.ErrnoException) => {
      throw error.code === "ENOENT" ? new NotFound("File") : error;
    });
    return file.createReadStream();
  }

  async remove(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
  }

  async *list(prefix: string): AsyncIterable<StoredFile> {
    // The folder itself has to be there: one that is not mounted is not an empty archive.
    await stat(this.#root);
    const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1);
    for await (const key of this.#walk(folder)) {
      const found = key.startsWith(prefix) && KEY.test(key) && (await stat(this.#path(key)).catch(() => null));
      if (found) yield { key, size: found.size, modified: found.mtime };
    }
  }

  async *#walk(folder: string): AsyncIterable<string> {
    const entries = await readdir(path.join(this.#root, folder), { withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return [];
        throw error;
      },
    );
    for (const entry of entries) {
      const key = `${folder}${entry.name}`;
      if (entry.isDirectory()) yield* this.#walk(`${key}/`);
      else if (entry.isFile()) yield key;
    }
  }

  #path(key: string): string {
    if (!KEY.test(key)) throw new Error(`'${key}' is not the key of an archived file.`);
    return path.join(this.#root, key);
  }
}
