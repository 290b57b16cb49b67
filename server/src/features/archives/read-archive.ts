import { PassThrough, type Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from "yauzl";
import { type Archive, archiveForm, DESCRIPTION } from "./archive-form.ts";
import { parseJson } from "../../platform/json.ts";

const MB = 1024 * 1024;
const MOST_ENTRIES = 2_001;
const MOST_BYTES = 8_192 * MB;
const LARGEST_DESCRIPTION = 50 * MB;
// Deflate reaches a thousandth with nothing but zeros; media and texts are far from it.
const MOST_TIMES_LARGER = 200;

/** What is wrong with an archive, in words for whoever sent it. */
export class BadArchive extends Error {}

export interface OpenArchive {
  archive: Archive;
  /** Bytes of all its files. */
  total: number;
  open: (entry: string) => Promise<Readable>;
  close: () => void;
}

/**
 * Opens an archive without unpacking it: entries are read where they lie, and never become paths. Everything that a hostile one
 * may hold is refused first: other entries, links, passwords, two of one name, bombs.
 * @throws BadArchive
 */
export async function openArchive(
  size: number,
  read: (range: { start: number; end: number }) => Promise<Readable>,
): Promise<OpenArchive> {
  const ranges = new Ranges(read);
  const zip = await fromRandomAccessReaderPromise(ranges, size, { autoClose: false }).catch(() => {
    if (ranges.failure) throw ranges.failure;
    throw new BadArchive("This file is not a zip archive, or it is damaged.");
  });
  try {
    const entries = await listEntries(zip);
    const description = entries.get(DESCRIPTION);
    if (!description) throw new BadArchive(`This archive is not of a course: it has no ${DESCRIPTION}.`);
    const archive = parsed(await text(await zip.openReadStreamPromise(description)));
    const named = archive.files.map(({ entry }) => entry);
    const missing = named.find((entry) => !entries.has(entry));
    if (missing) throw new BadArchive(`The archive is not whole: ${missing} is missing.`);
    if (new Set(named).size < entries.size - 1 || new Set(named).size < named.length)
      throw new BadArchive(`The archive has files that ${DESCRIPTION} does not name.`);
    return {
      archive,
      total: named.reduce((sum, entry) => sum + entries.get(entry)!.uncompressedSize, 0),
      open: async (entry) => {
        // It may break before its reader listens, who is told all the same.
        const out = new PassThrough().on("error", () => {});
        const bytes = await zip.openReadStreamPromise(entries.get(entry)!);
        bytes.on("error", () => out.destroy(ranges.failure ?? new BadArchive("This archive is damaged.")));
        return bytes.pipe(out);
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw ranges.failure ?? (error instanceof BadArchive ? error : new BadArchive("This archive is damaged."));
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MOST_ENTRIES) throw new BadArchive("The archive has too many files.");
  const entries = new Map<string, Entry>();
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    const { fileName, uncompressedSize, compressedSize } = entry;
    if (fileName !== DESCRIPTION && !/^files\/[1-9]\d{0,3}$/.test(fileName))
      throw new BadArchive("The archive has files that do not belong to a course.");
    if (entries.has(fileName)) throw new BadArchive("The archive has two files of one name.");
    if (entry.isEncrypted() || !entry.canDecodeFileData())
      throw new BadArchive("The archive is protected or packed in an unknown way.");
    const isLink = ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000;
    if (isLink) throw new BadArchive("The archive has links in it.");
    total += uncompressedSize;
    const isBomb = uncompressedSize > MB && uncompressedSize > compressedSize * MOST_TIMES_LARGER;
    const isTooLarge = fileName === DESCRIPTION && uncompressedSize > LARGEST_DESCRIPTION;
    if (isBomb || isTooLarge || total > MOST_BYTES)
      throw new BadArchive("The archive is too large when it is unpacked.");
    entries.set(fileName, entry);
  }
  return entries;
}

/** An archive describes a whole course: units, questions and their answers. */
const MOST_VALUES = 500_000;

function parsed(description: string): Archive {
  const result = archiveForm.safeParse(jsonOf(description));
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0]!;
  throw new BadArchive(`${DESCRIPTION} is not of the expected form: ${path.join(".") || "all of it"}: ${message}`);
}

function jsonOf(description: string): unknown {
  try {
    return parseJson(description, MOST_VALUES);
  } catch {
    return undefined;
  }
}

/** A stored file as yauzl reads it: in ranges, without holding it. */
class Ranges extends RandomAccessReader {
  /** Why the store could not be read, which is no fault of the archive. */
  failure: Error | undefined;
  readonly #read: (range: { start: number; end: number }) => Promise<Readable>;

  constructor(read: (range: { start: number; end: number }) => Promise<Readable>) {
    super();
    this.#read = read;
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
