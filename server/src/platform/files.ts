import { randomUUID } from "node:crypto";
import { createWriteStream, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { mkdir, open, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { NotFound } from "../errors.ts";

/**
 * Stores uploaded files. Keys are opaque: `<instance>/<2 hex digits>/<40 hex digits>`, and for files of an unpacked
 * package the key of its folder followed by `/<number>`; all other keys are refused.
 */
export interface FileStore {
  /** Stores a stream of any length in constant memory. A failing stream leaves nothing behind. */
  put(key: string, stream: Readable, options: { type: string }): Promise<{ size: number }>;
  /** Returns the bytes, or those from `start` to `end`, both inclusive. @throws NotFound */
  get(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Removes a file; a missing file is no error. */
  remove(key: string): Promise<void>;
  /**
   * Lists the files whose key starts with a prefix: "" for all, "7/" for instance 7, a folder's key with "/" for its
   * files.
   */
  list(prefix: string): AsyncIterable<StoredFile>;
}

export interface StoredFile {
  key: string;
  size: number;
  modified: Date;
}

/**
 * Opens the S3 bucket of STORAGE_URL (`s3://key:secret@host:port/bucket?region=eu-west-1&tls=off`), else the folder
 * `files` in DATA_DIR.
 */
export function openFileStore(config: { STORAGE_URL?: string | undefined; DATA_DIR: string }): FileStore {
  return config.STORAGE_URL ? new Bucket(new URL(config.STORAGE_URL)) : new Folder(path.join(config.DATA_DIR, "files"));
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
    const target = this.#path(key);
    const incoming = path.join(this.#incoming, randomUUID());
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

async function folders(parent: string): Promise<string[]> {
  const entries = await readdir(parent, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith(".")).map((entry) => entry.name);
}

function related(folder: string, prefix: string): boolean {
  return folder.startsWith(prefix) || prefix.startsWith(folder);
}

const PART_BYTES = 8 * 1024 * 1024;

class Bucket implements FileStore {
  readonly #url: URL;
  readonly #name: string;
  #client: Promise<import("@aws-sdk/client-s3").S3Client> | undefined;

  constructor(url: URL) {
    this.#url = url;
    this.#name = decodeURIComponent(url.pathname.slice(1));
  }

  async put(key: string, stream: Readable, { type }: { type: string }): Promise<{ size: number }> {
    const body = new Counted(stream);
    const bytes = Readable.from(body, { objectMode: false });
    const { Upload } = await import("@aws-sdk/lib-storage");
    const params = { Bucket: this.#name, Key: checked(key), Body: bytes, ContentType: type };
    try {
      await new Upload({ client: await this.#open(), params, partSize: PART_BYTES, queueSize: 2 }).done();
      return { size: body.size };
    } catch (error) {
      // An S3 clone that cannot abort an upload returns an error of its own, which would hide the cause.
      throw body.failure ?? error;
    } finally {
      bytes.destroy();
    }
  }

  async get(key: string, range?: { start: number; end: number }): Promise<Readable> {
    const { GetObjectCommand } = await import("@aws-sdk/client-s3");
    const Range = range && `bytes=${range.start}-${range.end}`;
    const command = new GetObjectCommand({ Bucket: this.#name, Key: checked(key), ...(Range && { Range }) });
    const { Body } = await (await this.#open()).send(command).catch((error: Error) => {
      throw error.name === "NoSuchKey" ? new NotFound("File") : error;
    });
    return Body as Readable;
  }

  async remove(key: string): Promise<void> {
    const { DeleteObjectCommand } = await import("@aws-sdk/client-s3");
    await (await this.#open()).send(new DeleteObjectCommand({ Bucket: this.#name, Key: checked(key) }));
  }

  async *list(prefix: string): AsyncIterable<StoredFile> {
    const { paginateListObjectsV2 } = await import("@aws-sdk/client-s3");
    for await (const page of paginateListObjectsV2(
      { client: await this.#open() },
      { Bucket: this.#name, Prefix: prefix },
    )) {
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        if (Key && KEY.test(Key)) yield { key: Key, size: Size ?? 0, modified: LastModified ?? new Date(0) };
      }
    }
  }

  /** Loads the SDK with the first file, because it is large and servers with a local folder never need it. */
  #open() {
    return (this.#client ??= import("@aws-sdk/client-s3").then(({ S3Client }) => {
      const { host, username, password, searchParams } = this.#url;
      const [accessKeyId, secretAccessKey] = [decodeURIComponent(username), decodeURIComponent(password)];
      return new S3Client({
        endpoint: `${searchParams.get("tls") === "off" ? "http" : "https"}://${host}`,
        region: searchParams.get("region") ?? "us-east-1",
        forcePathStyle: true,
        // Without these limits, a request to a store that accepts connections and does not answer would hang.
        requestHandler: { connectionTimeout: 5_000, socketTimeout: 20_000 },
        // Without keys in the address, the SDK uses its defaults: environment or machine role.
        ...(accessKeyId && { credentials: { accessKeyId, secretAccessKey } }),
        // The default adds checksum trailers, which S3 clones store as part of the file.
        requestChecksumCalculation: "WHEN_REQUIRED",
        responseChecksumValidation: "WHEN_REQUIRED",
      });
    }));
  }
}

/** Passes a stream on and records its size or its error. */
class Counted implements AsyncIterable<Buffer> {
  size = 0;
  failure: unknown;
  readonly #source: Readable;

  constructor(source: Readable) {
    this.#source = source;
  }

  async *[Symbol.asyncIterator]() {
    const source: AsyncIterable<Buffer> = this.#source;
    try {
      for await (const chunk of source) {
        this.size += chunk.length;
        yield chunk;
      }
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}
