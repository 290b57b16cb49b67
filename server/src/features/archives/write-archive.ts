import { Readable } from "node:stream";
import yazl from "yazl";
import type { AuthorsUpload } from "../files/files.service.ts";
import { replaceAddresses } from "../files/files.service.ts";
import { type Archive, DESCRIPTION } from "./archive-form.ts";

/** A stored file that goes into an archive. */
export interface ArchivedFile {
  entry: string;
  key: string;
  name: string;
  kind: Exclude<AuthorsUpload, "archive"> | "scorm";
  size: number;
}

/** Numbers the files of a course in the order in which they are named, each once. */
export class FileNumbers {
  readonly #byKey = new Map<string, Omit<ArchivedFile, "name" | "size">>();

  /** Returns the entry of a file; adds it when the file is named for the first time. */
  toEntry(key: string, kind: ArchivedFile["kind"]): string {
    const known = this.#byKey.get(key) ?? { entry: `files/${this.#byKey.size + 1}`, key, kind };
    this.#byKey.set(key, known);
    return known.entry;
  }

  entryOrNull(key: string | null, kind: ArchivedFile["kind"]): string | null {
    return key === null ? null : this.toEntry(key, kind);
  }

  /** Returns a rich text with the entries of its images in place of their addresses. */
  inText(content: string | null, images: readonly string[]): string | null {
    return content && replaceAddresses(content, images, (key) => `archive:${this.toEntry(key, "image")}`);
  }

  list(): Omit<ArchivedFile, "name" | "size">[] {
    return [...this.#byKey.values()];
  }
}

// A fixed date, and no compression of files that are compressed already: the same course gives the same bytes.
const ENTRY = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true, compress: false };

/** Streams an archive of any size; files are opened one after another as the stream is read. */
export function writeArchive(
  archive: Archive,
  files: readonly ArchivedFile[],
  open: (key: string) => Promise<Readable>,
): Readable {
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  zip.on("error", (error: Error) => output.destroy(error));
  zip.addBuffer(Buffer.from(`${JSON.stringify(archive, null, 1)}\n`), DESCRIPTION, { ...ENTRY, compress: true });
  for (const { entry, key, size } of files) {
    zip.addReadStreamLazy(entry, { ...ENTRY, size }, (done) => {
      const bytes = Readable.from(streamBytes(() => open(key)));
      // The library does not handle errors of a stream that it gets late; unhandled, they would end the process.
      bytes.once("error", (error) => output.destroy(error));
      done(null, bytes);
    });
  }
  zip.end();
  return output;
}

/** Opens a file when it is read; a file that cannot be opened ends the archive with its error. */
async function* streamBytes(open: () => Promise<Readable>): AsyncGenerator<Buffer> {
  yield* await open();
}
