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

/** Numbers the files of a course in the order in which it names them, each once. */
export class FileNumbers {
  readonly #byKey = new Map<string, Omit<ArchivedFile, "name" | "size">>();

  /** The entry of a file, a new one when it is named for the first time. */
  entryOf(key: string, kind: ArchivedFile["kind"]): string {
    const known = this.#byKey.get(key) ?? { entry: `files/${this.#byKey.size + 1}`, key, kind };
    this.#byKey.set(key, known);
    return known.entry;
  }

  entryOrNull(key: string | null, kind: ArchivedFile["kind"]): string | null {
    return key === null ? null : this.entryOf(key, kind);
  }

  /** A rich text with the entries of its images in place of their addresses. */
  inText(content: string | null, images: readonly string[]): string | null {
    return content && replaceAddresses(content, images, (key) => `archive:${this.entryOf(key, "image")}`);
  }

  list(): Omit<ArchivedFile, "name" | "size">[] {
    return [...this.#byKey.values()];
  }
}

// No clock and no compression of files that are compressed already: the same course gives the same bytes.
const ENTRY = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true, compress: false };

/** The archive as a stream of bytes, whatever its size; files are opened one after another, as the reader takes them. */
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
      const bytes = Readable.from(bytesOf(() => open(key)));
      // The library listens for no error of a stream that it is given late; unheard, it would end the server.
      bytes.once("error", (error) => output.destroy(error));
      done(null, bytes);
    });
  }
  zip.end();
  return output;
}

/** Opens a file when its turn has come; one that cannot be opened ends the archive with its error. */
async function* bytesOf(open: () => Promise<Readable>): AsyncGenerator<Buffer> {
  yield* await open();
}
