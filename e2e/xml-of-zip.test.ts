import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { type ZipEntry, writeZip } from "../server/src/demo/zip.ts";
import { openArchiveBytes, readWhole } from "../server/src/platform/archive.ts";
import { keepXmlOfZip } from "../web/src/features/courses/editor/questions/xmlOfZip.ts";

const LIMITS = {
  totalBytes: 1e7,
  fileBytes: 1e7,
  entries: 100,
  ratio: 200,
  ratioFrom: 1e6,
  milliseconds: 10_000,
};
const ENTRIES: ZipEntry[] = [
  { name: "film.mp4", data: randomBytes(500_000) },
  { name: "imsmanifest.xml", data: "<manifest/>" },
  { name: "items/é.XML", data: "<item/>".repeat(1_000) },
  { name: "items/notes.xml.png", data: "x" },
];

test("keeps the XML files of a package, which the server reads as they were", async () => {
  const zip = writeZip(ENTRIES);
  const kept = keepXmlOfZip(new Uint8Array(zip));
  expect(kept.length).toBeLessThan(2_000);
  const files = await openArchiveBytes(Buffer.from(kept), LIMITS);
  const texts = await Promise.all(files.map(async (file) => [file.path, (await readWhole(file, 1e6)).toString()]));
  expect(texts).toEqual([
    ["imsmanifest.xml", "<manifest/>"],
    ["items/é.XML", "<item/>".repeat(1_000)],
  ]);
});

test("passes on bytes that are no zip, or whose end is cut off", () => {
  for (const bytes of [
    new Uint8Array(0),
    new Uint8Array(randomBytes(100)),
    new Uint8Array(writeZip(ENTRIES)).slice(0, -30),
  ])
    expect(keepXmlOfZip(bytes)).toEqual(bytes);
});
