/**
 * Draws the short videos of the demo courses and writes them to server/src/demo/media. The files are committed; run
 * `node scripts/demo-media.ts` only to change them, with CHROMIUM naming the browser if it is not in its usual place.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "@playwright/test";
import { type EncodedFrame, webm } from "./webm.ts";

type Stop = { word: string; note: string };
type Story = { file: string; scene: "path" | "river"; title: string; stops: Stop[] };
type Recording = {
  width: number;
  height: number;
  duration: number;
  frames: { time: number; key: boolean; data: string }[];
};

const STORIES: Story[] = [
  {
    file: "notice-listen-report.webm",
    scene: "path",
    title: "When you are worried about somebody",
    stops: [
      { word: "Notice", note: "what is new, and what keeps coming back" },
      { word: "Listen", note: "with time, and without leading questions" },
      { word: "Record", note: "in their own words, with the time and place" },
      { word: "Report", note: "to the safeguarding lead, the same day" },
    ],
  },
  {
    file: "the-first-minute.webm",
    scene: "path",
    title: "The first minute",
    stops: [
      { word: "Danger", note: "Look round before you kneel down" },
      { word: "Response", note: "Speak, and tap the shoulders" },
      { word: "Airway", note: "Tilt the head, lift the chin" },
      { word: "Breathing", note: "Look, listen and feel for up to 10 seconds" },
      { word: "Circulation", note: "Press on what bleeds. Ring 999" },
    ],
  },
  {
    file: "rope-and-river.webm",
    scene: "river",
    title: "One throw from the bank",
    stops: [
      { word: "Stand", note: "where the swing ends in calm water" },
      { word: "Shout", note: "'Rope!', and wait until they look" },
      { word: "Throw", note: "past the swimmer, before they are level" },
      { word: "Lean back", note: "and let the river swing them in" },
    ],
  },
];

const MEDIA = new URL("../server/src/demo/media/", import.meta.url);
const LARGEST = 400_000;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
try {
  await mkdir(MEDIA, { recursive: true });
  for (const story of STORIES) await make(browser, story);
} finally {
  await browser.close();
}

async function make(browser: Browser, story: Story): Promise<void> {
  const page = await studio(browser);
  const { frames, ...film } = await page.evaluate<Recording>(`recordFilm(${JSON.stringify(story)})`);
  const decoded: EncodedFrame[] = frames.map(({ data, ...frame }) => ({ ...frame, data: Buffer.from(data, "base64") }));
  const bytes = webm({ codec: "V_VP9", ...film, frames: decoded });
  await checkThatItSeeks(page, bytes, film.duration);
  await page.close();
  if (bytes.length > LARGEST) throw new Error(`${story.file} has ${bytes.length} bytes, more than ${LARGEST}.`);
  await writeFile(new URL(story.file, MEDIA), bytes);
  console.log(`${story.file}: ${film.duration / 1000} s, ${Math.round(bytes.length / 1000)} kB`);
}

/** Opens an empty page with the product's two typefaces on a secure origin, which the video encoder requires. */
async function studio(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  await page.route("**/*", (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html>" }));
  await page.goto("https://studio.test/");
  const find = createRequire(new URL("../server/package.json", import.meta.url)).resolve;
  for (const family of ["newsreader", "figtree"]) {
    const font = await readFile(find(`@fontsource/${family}/files/${family}-latin-500-normal.woff2`), "base64");
    await page.evaluate(
      `new FontFace("${family}", "url(data:font/woff2;base64,${font})").load().then((face) => { document.fonts.add(face); })`,
    );
  }
  await page.addScriptTag({ path: fileURLToPath(new URL("demo-film.js", import.meta.url)) });
  return page;
}

/**
 * Checks that the browser can seek to the middle and the end and reads the right duration.
 * @throws Error when it does not
 */
async function checkThatItSeeks(page: Page, film: Buffer, duration: number): Promise<void> {
  const seen = await page.evaluate<number[]>(`playFilm("${film.toString("base64")}")`);
  const wanted = [duration / 1000, duration / 2000, duration / 1000 - 0.5];
  if (wanted.some((seconds, index) => Math.abs(seconds - (seen[index] ?? -1)) > 0.1)) {
    throw new Error(`The film does not seek: wanted ${wanted.join(", ")} s, got ${seen.join(", ")} s.`);
  }
}
