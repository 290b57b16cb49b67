/**
 * Records the sample videos of /videotest and writes them to web/public/samples: H.264 in an MP4 file and in two
 * QuickTime files. They are committed; run `node scripts/sample-videos.ts` only to change them.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { findChromium } from "./chromium.ts";

declare const recordSample: (sample: object) => Promise<string>;

const SAMPLES = [
  { file: "sample-1.mp4", width: 640, height: 360, colour: "#1f5c63", word: "MP4" },
  { file: "sample-2.mov", width: 640, height: 360, colour: "#a03c2b", word: "MOV 16:9" },
  { file: "sample-3.mov", width: 360, height: 640, colour: "#3d4b5c", word: "MOV 9:16" },
];
const FOLDER = new URL("../web/public/samples/", import.meta.url);

const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
const page = await browser.newPage();
await page.addScriptTag({ path: fileURLToPath(new URL("sample-film.js", import.meta.url)) });
await mkdir(FOLDER, { recursive: true });
for (const sample of SAMPLES) {
  const mp4 = Buffer.from(await page.evaluate((each) => recordSample(each), sample), "base64");
  await writeFile(new URL(sample.file, FOLDER), sample.file.endsWith(".mov") ? asQuickTime(mp4) : mp4);
  console.log(`${sample.file}: ${Math.round(mp4.length / 1000)} kB`);
}
await browser.close();

/**
 * Turns an MP4 file into a QuickTime file: both have the same boxes (ISO/IEC 14496-12), and the brand 'qt ' in the
 * first box makes the difference.
 */
function asQuickTime(mp4: Buffer): Buffer {
  if (mp4.toString("latin1", 4, 8) !== "ftyp") throw new Error("The recording does not begin with its type.");
  const ftyp = Buffer.alloc(20);
  ftyp.writeUInt32BE(20, 0);
  ftyp.write("ftypqt  ", 4, "latin1");
  ftyp.writeUInt32BE(0x20050300, 12);
  ftyp.write("qt  ", 16, "latin1");
  return Buffer.concat([ftyp, mp4.subarray(mp4.readUInt32BE(0))]);
}
