import { MessageError, phrase, t } from "../../i18n/message.ts";
import { PassThrough, type Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { callbackify } from "node:util";
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from "yauzl";
import { ARCHIVED_FILE, MOST_ARCHIVED_FILES } from "../courses/archived-course.service.ts";
import { type Archive, archiveForm, DESCRIPTION } from "./archive-form.ts";
import { parseJson } from "../../platform/json.ts";

const MB = 1024 * 1024;
// The files and their description.
const MOST_ENTRIES = MOST_ARCHIVED_FILES + 1;
const MOST_BYTES = 8_192 * MB;
const LARGEST_DESCRIPTION = 50 * MB;
// Deflate compresses zeros to a thousandth; media and texts compress far less.
const MOST_TIMES_LARGER = 200;

/** An error in an archive, with a message for the user. */
export class BadArchive extends MessageError {}

export interface OpenArchive {
  archive: Archive;
  /** The size of all files in bytes. */
  total: number;
  open: (entry: string) => Promise<Readable>;
  close: () => void;
}

/**
 * Opens an archive without unpacking it: entries are read in place and never become paths. A hostile archive is refused
 * first: unknown entries, links, encryption, duplicate names, bombs.
 * @throws BadArchive
 */
export async function openArchive(
  size: number,
  read: (range: { start: number; end: number }) => Promise<Readable>,
): Promise<OpenArchive> {
  const ranges = new Ranges(size, read);
  const zip = await fromRandomAccessReaderPromise(ranges, size, { autoClose: false }).catch(() => {
    if (ranges.failure) throw ranges.failure;
    throw new BadArchive(t`This file is not a zip archive, or it is damaged.`);
  });
  try {
    const entries = await listEntries(zip);
    const description = entries.get(DESCRIPTION);
    if (!description) throw new BadArchive(t`This archive is not of a course: it has no ${DESCRIPTION}.`);
    const archive = parsed(await text(await zip.openReadStreamPromise(description)));
    const named = archive.files.map(({ entry }) => entry);
    const missing = named.find((entry) => !entries.has(entry));
    if (missing) throw new BadArchive(t`The archive is not whole: ${missing} is missing.`);
    if (new Set(named).size < entries.size - 1 || new Set(named).size < named.length)
      throw new BadArchive(t`The archive has files that ${DESCRIPTION} does not name.`);
    return {
      archive,
      total: named.reduce((sum, entry) => sum + entries.get(entry)!.uncompressedSize, 0),
      open: async (entry) => {
        // The stream may fail before its reader listens; the reader still gets the error.
        const out = new PassThrough().on("error", () => {});
        const bytes = await zip.openReadStreamPromise(entries.get(entry)!);
        bytes.on("error", () => out.destroy(ranges.failure ?? new BadArchive(t`This archive is damaged.`)));
        return bytes.pipe(out);
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw ranges.failure ?? (error instanceof BadArchive ? error : new BadArchive(t`This archive is damaged.`));
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MOST_ENTRIES) throw new BadArchive(t`The archive has too many files.`);
  const entries = new Map<string, Entry>();
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    const { fileName, uncompressedSize, compressedSize } = entry;
    if (fileName !== DESCRIPTION && !ARCHIVED_FILE.test(fileName))
      throw new BadArchive(t`The archive has files that do not belong to a course.`);
    if (entries.has(fileName)) throw new BadArchive(t`The archive has two files of one name.`);
    if (entry.isEncrypted() || !entry.canDecodeFileData())
      throw new BadArchive(t`The archive is protected or packed in an unknown way.`);
    const isLink = ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000;
    if (isLink) throw new BadArchive(t`The archive has links in it.`);
    total += uncompressedSize;
    const isBomb = uncompressedSize > MB && uncompressedSize > compressedSize * MOST_TIMES_LARGER;
    const isTooLarge = fileName === DESCRIPTION && uncompressedSize > LARGEST_DESCRIPTION;
    if (isBomb || isTooLarge || total > MOST_BYTES)
      throw new BadArchive(t`The archive is too large when it is unpacked.`);
    entries.set(fileName, entry);
  }
  return entries;
}

/** The most values in the description of a course: units, questions and their answers. */
const MOST_VALUES = 500_000;

function parsed(description: string): Archive {
  const result = archiveForm.safeParse(readJson(description));
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0]!;
  const where = path.join(".") || phrase`all of it`;
  throw new BadArchive(t`${DESCRIPTION} is not of the expected form: ${where}: ${message}`);
}

function readJson(description: string): unknown {
  try {
    return parseJson(description, MOST_VALUES);
  } catch {
    return undefined;
  }
}

const BLOCK = 8_192;

/** Reads a stored file in ranges for yauzl, without keeping it in memory. */
class Ranges extends RandomAccessReader {
  /** The error of the file store, which is not a fault of the archive. */
  failure: Error | undefined;
  readonly #size: number;
  readonly #read: (range: { start: number; end: number }) => Promise<Readable>;
  /** The bytes that were read last. */
  #block: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };

  constructor(size: number, read: (range: { start: number; end: number }) => Promise<Readable>) {
    super();
    this.#size = size;
    this.#read = read;
  }

  /** Reads a part of a block: the list of entries takes two small parts for each. */
  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    callbackify(async () => {
      (await this.#readPart(position, length)).copy(target, offset);
    })(callback);
  }

  async #readPart(position: number, length: number): Promise<Buffer> {
    const isRead = position >= this.#block.start && position + length <= this.#block.start + this.#block.bytes.length;
    if (!isRead) {
      const end = Math.min(this.#size, position + Math.max(length, BLOCK));
      if (end < position + length) throw new Error("The archive ends too early.");
      this.#block = { start: position, bytes: await this.#readBytes(position, end) };
    }
    const from = position - this.#block.start;
    return this.#block.bytes.subarray(from, from + length);
  }

  /** @param end exclusive */
  async #readBytes(start: number, end: number): Promise<Buffer> {
    try {
      return await buffer(await this.#read({ start, end: end - 1 }));
    } catch (error) {
      this.failure = error as Error;
      throw error;
    }
  }

  /** @param end exclusive */
  override _readStreamForRange(start: number, end: number): Readable {
    const out = new PassThrough();
    const fail = (error: Error) => {
      this.failure = error;
      out.destroy(error);
    };
    this.#read({ start, end: end - 1 }).then((stream) => stream.on("error", fail).pipe(out), fail);
    return out;
  }
}
