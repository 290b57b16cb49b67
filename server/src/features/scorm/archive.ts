import { Readable } from "node:stream";
import { callbackify } from "node:util";
import { crc32 } from "node:zlib";
import yauzl from "yauzl";
import type { FileStore } from "../../platform/files.ts";
import { entryName, entryPath } from "./entry-names.ts";
import { Refusal, refuse } from "./refusal.ts";

/** What a package may come to, counted on what is really inflated (standards A1.3). */
export interface ArchiveLimits {
  totalBytes: number;
  fileBytes: number;
  entries: number;
  /** How many times larger than the archive, once more than `ratioFrom` bytes are inflated. */
  ratio: number;
  ratioFrom: number;
  milliseconds: number;
}

const MB = 1024 * 1024;
export const ARCHIVE_LIMITS: ArchiveLimits = {
  totalBytes: 2048 * MB,
  fileBytes: 1024 * MB,
  entries: 20_000,
  ratio: 200,
  ratioFrom: 100 * MB,
  milliseconds: 10 * 60_000,
};

/** A file in an archive. */
export interface ArchiveFile {
  path: string;
  /** As the archive says it; believed by nobody before it is inflated. */
  size: number;
  /** Its bytes, checked while they are read: limits, length and CRC. */
  read: () => Promise<Readable>;
}

const SYMLINK = 0o120000;
const FOLDER = 0o040000;
const REGULAR = 0o100000;
const FORMAT = 0o170000;
const UNIX = 3;
const STORED = 0;
const DEFLATED = 8;

/**
 * Opens a stored archive and names its files. Nothing is unpacked, and archives in it stay as they are.
 * @throws Refusal for what is no archive, is cut off, encrypted, too large, or has names that lead elsewhere
 */
export async function openArchive(
  files: FileStore,
  key: string,
  size: number,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Promise<ArchiveFile[]> {
  const zip = await opened(new StoredReader(files, key), size);
  const spent: Spent = { bytes: 0, archive: size, until: Date.now() + limits.milliseconds };
  const found = new Map<string, ArchiveFile>();
  if (zip.entryCount > limits.entries) refuse(`The package has more than ${limits.entries} files.`);
  try {
    for await (const entry of zip.eachEntry()) {
      const file = fileOf(zip, entry, limits, spent);
      if (!file) continue;
      // Two files of one name: which of them is meant nobody can tell.
      if (found.has(file.path)) refuse(`The package has the file '${file.path}' twice.`);
      found.set(file.path, file);
    }
  } catch (error) {
    throw asRefusal(error);
  }
  if (found.size === 0) refuse("The package is empty.");
  return [...found.values()];
}

/** A whole file of an archive in memory. @throws Refusal also when it is larger than `most` bytes */
export async function readWhole(file: ArchiveFile, most: number): Promise<Buffer> {
  if (file.size > most) refuse(`'${file.path}' is larger than ${Math.round(most / MB)} MB.`);
  const chunks: Buffer[] = [];
  for await (const chunk of (await file.read()) as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Reads every file to its end and keeps nothing: afterwards it is known that the archive can be unpacked. */
export async function verify(archive: readonly ArchiveFile[]): Promise<void> {
  for (const file of archive) for await (const _ of await file.read());
}

async function opened(reader: yauzl.RandomAccessReader, size: number): Promise<yauzl.ZipFile> {
  try {
    return await yauzl.fromRandomAccessReaderPromise(reader, size, {
      lazyEntries: true,
      autoClose: false,
      decodeStrings: false,
    });
  } catch (error) {
    throw asRefusal(error);
  }
}

function fileOf(zip: yauzl.ZipFile, entry: yauzl.Entry, limits: ArchiveLimits, spent: Spent): ArchiveFile | null {
  const raw = entry.fileNameRaw;
  const path = entryPath(
    entryName(raw, entry.generalPurposeBitFlag, () =>
      yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, raw, entry.extraFields, true),
    ),
  );
  const isUnix = entry.versionMadeBy >>> 8 === UNIX;
  const format = isUnix ? (entry.externalFileAttributes >>> 16) & FORMAT : 0;
  if (format === SYMLINK) refuse("The package has a symbolic link in it, which is not accepted.");
  if (format !== 0 && format !== REGULAR && format !== FOLDER)
    refuse("The package has a device or another special file in it, which is not accepted.");
  if (entry.isEncrypted()) refuse("The package is encrypted. Save it without a password.");
  if (path === null || format === FOLDER) return null;
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    refuse(`'${path}' is compressed in a way that is not accepted. Save the package as an ordinary zip file.`);
  if (entry.uncompressedSize > limits.fileBytes)
    refuse(`'${path}' is larger than ${Math.round(limits.fileBytes / MB)} MB.`);
  return { path, size: entry.uncompressedSize, read: () => read(zip, entry, path, limits, spent) };
}

interface Spent {
  bytes: number;
  archive: number;
  until: number;
}

async function read(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry,
  path: string,
  limits: ArchiveLimits,
  spent: Spent,
): Promise<Readable> {
  const source = await zip.openReadStreamPromise(entry).catch((error: unknown) => {
    throw asRefusal(error, path);
  });
  return Readable.from(checked(source, entry, path, limits, spent), { objectMode: false });
}

/** Passes a file's bytes on as long as they are within the limits, and fails at the end when they are not what was promised. */
async function* checked(
  source: Readable,
  entry: yauzl.Entry,
  path: string,
  limits: ArchiveLimits,
  spent: Spent,
): AsyncGenerator<Buffer> {
  let [crc, size] = [0, 0];
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      crc = crc32(chunk, crc);
      size += chunk.length;
      spent.bytes += chunk.length;
      refuseExcess(path, size, limits, spent);
      yield chunk;
    }
  } catch (error) {
    throw asRefusal(error, path);
  }
  if (size !== entry.uncompressedSize || crc !== entry.crc32)
    refuse(`'${path}' is damaged. Make the package anew and try again.`);
}

function refuseExcess(path: string, size: number, limits: ArchiveLimits, spent: Spent): void {
  if (size > limits.fileBytes) refuse(`'${path}' is larger than ${Math.round(limits.fileBytes / MB)} MB.`);
  if (spent.bytes > limits.totalBytes)
    refuse(`The package unpacks to more than ${Math.round(limits.totalBytes / MB)} MB.`);
  if (spent.bytes > limits.ratioFrom && spent.bytes > spent.archive * limits.ratio)
    refuse(`The package unpacks to more than ${limits.ratio} times its size, which is not accepted.`);
  if (Date.now() > spent.until) refuse("The package takes too long to unpack.");
}

/** What the reader of zip files complains of, in words for people; what is not the archive's fault stays what it is. */
function asRefusal(error: unknown, path?: string): unknown {
  if (error instanceof Refusal) return error;
  const message = error instanceof Error ? error.message : "";
  const { code = "" } = error as NodeJS.ErrnoException;
  if (/end of central directory|not a zip/i.test(message))
    return new Refusal("This is not a zip file, or it is cut off.");
  if (
    code.startsWith("Z_") ||
    /size|inflate|block|distance|header|zip|offset|range|bytes|field|signature/i.test(message)
  )
    return new Refusal(
      path ? `'${path}' is damaged. Make the package anew and try again.` : "The package is damaged, or cut off.",
    );
  return error;
}

const BLOCK = 256 * 1024;

/** Reads a stored file here and there. Small readings, of which a directory takes thousands, are served from the last block. */
class StoredReader extends yauzl.RandomAccessReader {
  readonly #files: FileStore;
  readonly #key: string;
  #block: { start: number; bytes: Buffer } | null = null;

  constructor(files: FileStore, key: string) {
    super();
    this.#files = files;
    this.#key = key;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#stream(start, end), { objectMode: false });
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, done: (error: Error | null) => void) {
    const fill = callbackify(async () => {
      const bytes = await this.#bytes(position, length);
      if (bytes.length < length) throw new Error("unexpected end of the zip");
      bytes.copy(buffer, offset, 0, length);
    });
    fill(done);
  }

  async *#stream(start: number, end: number): AsyncGenerator<Buffer> {
    if (end > start) yield* (await this.#files.get(this.#key, { start, end: end - 1 })) as AsyncIterable<Buffer>;
  }

  async #bytes(position: number, length: number): Promise<Buffer> {
    const block = this.#block;
    const isInBlock = block && position >= block.start && position + length <= block.start + block.bytes.length;
    if (!isInBlock) {
      const chunks: Buffer[] = [];
      for await (const chunk of this.#stream(position, position + Math.max(length, BLOCK))) chunks.push(chunk);
      this.#block = { start: position, bytes: Buffer.concat(chunks) };
    }
    const { start, bytes } = this.#block!;
    return bytes.subarray(position - start, position - start + length);
  }
}
