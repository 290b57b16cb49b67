import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { writeZip, type ZipEntry } from "../../demo/zip.ts";
import type { FileStore } from "../../platform/files.ts";
import { ARCHIVE_LIMITS, type ArchiveFile, openArchive } from "../../platform/archive.ts";

const LIMITS = { ...ARCHIVE_LIMITS, totalBytes: 100_000, fileBytes: 60_000 };

function open(...entries: ZipEntry[]): Promise<ArchiveFile[]> {
  const bytes = writeZip(entries);
  const get = async (_: string, range?: { start: number; end: number }) =>
    Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]);
  return openArchive({ get } as unknown as FileStore, "key", bytes.length, LIMITS);
}

/** Reads a file to its end and returns how many bytes arrived, and the reason why no more did. */
async function drain(file: ArchiveFile): Promise<{ arrived: number; reason: string | null }> {
  let arrived = 0;
  try {
    for await (const chunk of (await file.read()) as AsyncIterable<Buffer>) arrived += chunk.length;
    return { arrived, reason: null };
  } catch (error) {
    return { arrived, reason: (error as Error).message };
  }
}

test("passes on no more bytes than a file declares, however many it has", async () => {
  const [bomb] = await open({ name: "bomb", data: Buffer.alloc(20_000_000), size: 10 });
  const { arrived, reason } = await drain(bomb!);
  expect(reason).toMatch(/damaged/);
  expect(arrived).toBeLessThanOrEqual(10);
});

test("counts the bytes that are really inflated, whatever sum the archive declares", async () => {
  const [file] = await open({ name: "file", data: Buffer.alloc(60_000) });
  expect(await drain(file!)).toEqual({ arrived: 60_000, reason: null });
  // The declared sum is within the limit; only counting finds that twice as many bytes are inflated.
  expect((await drain(file!)).reason).toMatch(/unpacks to more than/);
});

test("refuses an archive by the sum that it declares before anything is inflated", async () => {
  const entries = [1, 2].map((number) => ({ name: `file-${number}`, data: "", size: 55_000 }));
  await expect(open(...entries)).rejects.toThrow(/unpacks to more than/);
});
