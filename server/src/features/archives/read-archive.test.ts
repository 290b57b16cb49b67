import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import yazl from "yazl";
import { EMPTY_COURSE } from "../../testing/archives.ts";
import { openArchive } from "./read-archive.ts";

/** Opens an archive with so many files, as an export writes them. */
async function open(count: number) {
  const files = Array.from({ length: count }, (_, index) => ({
    entry: `files/${index + 1}`,
    name: "a.png",
    kind: "image",
  }));
  const zip = new yazl.ZipFile();
  zip.addBuffer(
    Buffer.from(JSON.stringify({ format: "cairn-course", version: 1, course: EMPTY_COURSE, files })),
    "course.json",
  );
  for (const { entry } of files) zip.addBuffer(Buffer.from("x"), entry, { compress: false });
  zip.end();
  const bytes = await buffer(zip.outputStream);
  let reads = 0;
  const opened = await openArchive(bytes.length, async ({ start, end }) => {
    reads++;
    return Readable.from([bytes.subarray(start, end + 1)]);
  });
  return { ...opened, reads };
}

test("opens an archive of 20,000 files with few reads, and refuses one of more", async () => {
  const { total, reads, close } = await open(20_000);
  close();
  expect(total).toBe(20_000);
  expect(reads).toBeLessThan(1_000);
  await expect(open(20_001)).rejects.toMatchObject({ message: "The archive has too many files." });
});
