import { Readable } from "node:stream";
import { callbackify } from "node:util";
import { crc32 } from "node:zlib";
import yauzl from "yauzl";
import type { FileStore } from "./files.ts";
import { entryName, entryPath } from "./entry-names.ts";
import { Refusal, refuse } from "./refusal.ts";
import { t } from "../i18n/message.ts";

/** Limits of a package, measured on the inflated bytes. */
export interface ArchiveLimits {
  totalBytes: number;
  fileBytes: number;
  entries: number;
  /** The largest ratio of inflated to compressed size, checked after `ratioFrom` inflated bytes. */
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
  /** The size that the archive declares, checked only while it is inflated. */
  size: number;
  /** Opens its bytes; limits, length and CRC are checked while they are read. */
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
 * Opens a stored archive and lists its files. Unpacks nothing; archives inside it stay archives.
 * @throws Refusal when it is not an archive, is truncated, encrypted or too large, or has names outside the package
 */
export async function openArchive(
  files: Pick<FileStore, "get">,
  key: string,
  size: number,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Promise<ArchiveFile[]> {
  const zip = await opened(new StoredReader(files, key), size);
  const spent: Spent = { bytes: 0, archive: size, until: Date.now() + limits.milliseconds };
  const found = new Map<string, ArchiveFile>();
  if (zip.entryCount > limits.entries) refuse(t`The package has more than ${limits.entries} files.`);
  try {
    for await (const entry of zip.eachEntry()) {
      const file = readEntry(zip, entry, limits, spent);
      if (!file) continue;
      // With two files of one name it is unknown which one is meant.
      if (found.has(file.path)) refuse(t`The package has the file '${file.path}' twice.`);
      found.set(file.path, file);
    }
  } catch (error) {
    throw asRefusal(error);
  }
  if (found.size === 0) refuse(t`The package is empty.`);
  // At once for an honest archive. What is really inflated is counted as well, because sizes may be wrong.
  const declared = [...found.values()].reduce((sum, file) => sum + file.size, 0);
  refuseTotal(declared, limits, spent);
  return [...found.values()];
}

/** Opens an archive that is in memory, as `openArchive` does. @throws Refusal */
export function openArchiveBytes(bytes: Buffer, limits: ArchiveLimits): Promise<ArchiveFile[]> {
  const get = async (_: string, range?: { start: number; end: number }) =>
    Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes], { objectMode: false });
  return openArchive({ get }, "", bytes.length, limits);
}

/** Reads a whole file of an archive into memory. @throws Refusal also when it is larger than `most` bytes */
export async function readWhole(file: ArchiveFile, most: number): Promise<Buffer> {
  if (file.size > most) refuse(t`'${file.path}' is larger than ${Math.round(most / MB)} MB.`);
  const chunks: Buffer[] = [];
  for await (const chunk of (await file.read()) as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Reads every file to its end and stores nothing, to check that the archive can be unpacked. */
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

function readEntry(zip: yauzl.ZipFile, entry: yauzl.Entry, limits: ArchiveLimits, spent: Spent): ArchiveFile | null {
  const raw = entry.fileNameRaw;
  const path = entryPath(
    entryName(raw, entry.generalPurposeBitFlag, () =>
      yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, raw, entry.extraFields, true),
    ),
  );
  const isUnix = entry.versionMadeBy >>> 8 === UNIX;
  const format = isUnix ? (entry.externalFileAttributes >>> 16) & FORMAT : 0;
  if (format === SYMLINK) refuse(t`The package has a symbolic link in it, which is not accepted.`);
  if (format !== 0 && format !== REGULAR && format !== FOLDER)
    refuse(t`The package has a device or another special file in it, which is not accepted.`);
  if (entry.isEncrypted()) refuse(t`The package is encrypted. Save it without a password.`);
  if (path === null || format === FOLDER) return null;
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    refuse(t`'${path}' is compressed in a way that is not accepted. Save the package as an ordinary zip file.`);
  if (entry.uncompressedSize > limits.fileBytes)
    refuse(t`'${path}' is larger than ${Math.round(limits.fileBytes / MB)} MB.`);
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

/** Passes on a file's bytes within the limits, and fails at the end when they are not what the archive declared. */
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
    refuse(t`'${path}' is damaged. Create the package again and upload it.`);
}

function refuseExcess(path: string, size: number, limits: ArchiveLimits, spent: Spent): void {
  if (size > limits.fileBytes) refuse(t`'${path}' is larger than ${Math.round(limits.fileBytes / MB)} MB.`);
  refuseTotal(spent.bytes, limits, spent);
  if (Date.now() > spent.until) refuse(t`The package takes too long to unpack.`);
}

/** Refuses an archive that unpacks to too many bytes, in all or compared with its own size. */
function refuseTotal(bytes: number, limits: ArchiveLimits, { archive }: Spent): void {
  if (bytes > limits.totalBytes) refuse(t`The package unpacks to more than ${Math.round(limits.totalBytes / MB)} MB.`);
  if (bytes > limits.ratioFrom && bytes > archive * limits.ratio)
    refuse(t`The package unpacks to more than ${limits.ratio} times its size, which is not accepted.`);
}

/** Turns an error of the zip reader into a refusal with a clear message; other errors stay as they are. */
function asRefusal(error: unknown, path?: string): unknown {
  if (error instanceof Refusal) return error;
  const message = error instanceof Error ? error.message : "";
  const { code = "" } = error as NodeJS.ErrnoException;
  if (/end of central directory|not a zip/i.test(message))
    return new Refusal(t`This is not a zip file, or it is cut off.`);
  if (
    code.startsWith("Z_") ||
    /size|inflate|block|distance|header|zip|offset|range|bytes|field|signature/i.test(message)
  )
    return new Refusal(
      path ? t`'${path}' is damaged. Create the package again and upload it.` : t`The package is damaged, or cut off.`,
    );
  return error;
}

const BLOCK = 256 * 1024;

/** Reads parts of a stored file. Serves small reads, thousands for a directory, from the last block. */
class StoredReader extends yauzl.RandomAccessReader {
  readonly #files: Pick<FileStore, "get">;
  readonly #key: string;
  #block: { start: number; bytes: Buffer } | null = null;

  constructor(files: Pick<FileStore, "get">, key: string) {
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
