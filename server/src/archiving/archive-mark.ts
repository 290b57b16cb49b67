import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";

/** How far the archive of a data folder reaches. */
export interface ArchiveMark {
  /** The archive, without its password. */
  place: string;
  /** Everything that was committed before is in the archive; ISO 8601. */
  until: string;
}

const MARK = "last-archive.json";

/** Returns how far the archive reaches; null before anything was archived. */
export async function findArchiveMark(dataDir: string): Promise<ArchiveMark | null> {
  try {
    return JSON.parse(await readFile(path.join(dataDir, MARK), "utf8")) as ArchiveMark;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Writes the mark of the archive to disk, whole or not at all. */
export async function writeArchiveMark(dataDir: string, mark: ArchiveMark): Promise<void> {
  const file = path.join(dataDir, MARK);
  await writeFile(`${file}.part`, JSON.stringify(mark), { flush: true });
  await rename(`${file}.part`, file);
}

/** Returns the address of an archive as it may be shown. */
export function toPlace(address: string): string {
  const url = new URL(address);
  return url.protocol === "file:" ? url.pathname : `${url.protocol}//${url.host}${url.pathname}`;
}
