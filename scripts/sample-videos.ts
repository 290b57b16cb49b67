/**
 * Records the sample videos of /videotest and writes them to web/public/samples: H.264 in an MP4 file and in two QuickTime
 * files. They are committed; run this again only to change them: `node scripts/sample-videos.ts`.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { chromium } from "@playwright/test";
import { findChromium } from "./chromium.ts";

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
await mkdir(FOLDER, { recursive: true });
for (const sample of SAMPLES) {
  const mp4 = Buffer.from(await page.evaluate(record, sample), "base64");
  await writeFile(new URL(sample.file, FOLDER), sample.file.endsWith(".mov") ? asQuickTime(mp4) : mp4);
  console.log(`${sample.file}: ${Math.round(mp4.length / 1000)} kB`);
}
await browser.close();

/**
 * QuickTime and MP4 are the same boxes (ISO/IEC 14496-12, born as Apple's QuickTime File Format); the first box says which.
 * The brand 'qt  ' makes it a QuickTime file.
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

/** Runs in the browser: a line that grows from knot to knot for four seconds. */
async function record({ width, height, colour, word }: (typeof SAMPLES)[number]): Promise<string> {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const pen = canvas.getContext("2d")!;
  const recorder = new MediaRecorder(canvas.captureStream(24), {
    mimeType: "video/mp4;codecs=avc1.42E01E",
    videoBitsPerSecond: 120_000,
  });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((resolve) => (recorder.onstop = resolve));
  const began = performance.now();
  recorder.start();
  await new Promise<void>((resolve) => {
    const draw = () => {
      const share = Math.min(1, (performance.now() - began) / 4000);
      pen.fillStyle = colour;
      pen.fillRect(0, 0, width, height);
      pen.fillStyle = pen.strokeStyle = "#ffffff";
      pen.font = "500 44px sans-serif";
      pen.textAlign = "center";
      pen.fillText(word, width / 2, height / 2 - 30);
      pen.lineWidth = 4;
      pen.beginPath();
      pen.moveTo(width * 0.15, height / 2 + 40);
      pen.lineTo(width * (0.15 + 0.7 * share), height / 2 + 40);
      pen.stroke();
      for (let knot = 0; knot <= 4 * share; knot++) {
        pen.beginPath();
        pen.arc(width * (0.15 + (0.7 * knot) / 4), height / 2 + 40, 9, 0, 7);
        pen.fill();
      }
      if (share < 1) requestAnimationFrame(draw);
      else resolve();
    };
    draw();
  });
  recorder.stop();
  await stopped;
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ""));
}
