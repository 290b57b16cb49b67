import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { open, readdir, rm, rmdir, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { NotFound } from "../errors.ts";
import { Bucket } from "./bucket.ts";
import { writeDurably } from "./durable-file.ts";
import type { FileStore, StoredFile } from "./file-store.ts";

export type { FileStore, StoredFile } from "./file-store.ts";

/**
 * Opens the store of uploaded files: the S3 bucket of STORAGE_URL, else the folder `files` in DATA_DIR. Keys are opaque:
 * `<instance>/<2 hex digits>/<40 hex digits>`, and for files of an unpacked package the key of its folder followed by
 * `/<number>`. The prefix "7/" lists the files of instance 7, and a folder's key with "/" those of a package.
 */
export function openFileStore(config: { STORAGE_URL?: string | undefined; DATA_DIR: string }): FileStore {
  return config.STORAGE_URL
    ? new Bucket(new URL(config.STORAGE_URL), KEY)
    : new Folder(path.join(config.DATA_DIR, "files"));
}

const KEY = /^[1-9][0-9]{0,9}\/[0-9a-f]{2}\/[0-9a-f]{40}(\/[0-9]{1,6})?$/;
const FOLDER_KEY = /^[1-9][0-9]{0,9}\/[0-9a-f]{2}\/[0-9a-f]{40}$/;

/** Returns the folder of a file's key; the key itself for a single file. */
export function getFolder(key: string): string {
  return key.split("/").slice(0, 3).join("/");
}

function checked(key: string): string {
  if (!KEY.test(key)) throw new Error(`'${key}' is not the key of a file.`);
  return key;
}

const ABANDONED_AFTER_MS = 24 * 3_600_000;

class Folder implements FileStore {
  readonly #root: string;
  readonly #incoming: string;

  constructor(root: string) {
    this.#root = root;
    this.#incoming = path.join(root, ".incoming");
    mkdirSync(this.#incoming, { recursive: true, mode: 0o700 });
    removeAbandoned(this.#incoming);
  }

  async put(key: string, stream: Readable): Promise<{ size: number }> {
    return writeDurably(this.#path(key), path.join(this.#incoming, randomUUID()), stream);
  }

  async get(key: string, range?: { start: number; end: number }): Promise<Readable> {
    // Opened here, so that a missing file is an error before the first byte of the response.
    const file = await open(this.#path(key)).catch((error: NodeJS.ErrnoException) => {
      throw error.code === "ENOENT" ? new NotFound("File") : error;
    });
    return file.createReadStream({ start: range?.start ?? 0, ...(range && { end: range.end }) });
  }

  async remove(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
    // The folder of a package is removed with its last file.
    if (!FOLDER_KEY.test(key)) await rmdir(path.dirname(this.#path(key))).catch(() => {});
  }

  async *list(prefix: string): AsyncIterable<StoredFile> {
    for (const instance of await folders(this.#root)) {
      if (!related(`${instance}/`, prefix)) continue;
      for (const part of await folders(path.join(this.#root, instance))) {
        if (related(`${instance}/${part}/`, prefix)) yield* this.#listPart(`${instance}/${part}`, prefix);
      }
    }
  }

  async *#listPart(part: string, prefix: string): AsyncIterable<StoredFile> {
    for (const name of await readdir(path.join(this.#root, part))) {
      const key = `${part}/${name}`;
      if (!KEY.test(key) || !related(key, prefix)) continue;
      const found = await stat(path.join(this.#root, key)).catch(() => null); // Removed meanwhile.
      if (found?.isDirectory() && FOLDER_KEY.test(key)) yield* this.#listPart(key, prefix);
      else if (found?.isFile() && key.startsWith(prefix)) yield { key, size: found.size, modified: found.mtime };
    }
  }

  #path(key: string): string {
    return path.join(this.#root, checked(key));
  }
}

/** Deletes partial uploads of a killed process: no upload writes to one file for a day. */
function removeAbandoned(incoming: string): void {
  for (const name of readdirSync(incoming)) {
    const file = path.join(incoming, name);
    const modified = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - modified > ABANDONED_AFTER_MS) rmSync(file, { force: true });
  }
}

async function folders(parent: string): Promise<string[]> {
  const entries = await readdir(parent, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith(".")).map((entry) => entry.name);
}

function related(folder: string, prefix: string): boolean {
  return folder.startsWith(prefix) || prefix.startsWith(folder);
}
