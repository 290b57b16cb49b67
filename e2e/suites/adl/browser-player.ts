import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, type Page, type Request } from "@playwright/test";
import { freePort, startServer, stopServer } from "../../../bench/served.ts";
import { findChromium } from "../../../scripts/chromium.ts";
import { writeZip } from "../../../server/src/demo/zip.ts";
import { readScormManifest } from "../../../server/src/features/scorm/scorm-manifest.ts";
import { parseXml } from "../../../server/src/features/scorm/xml.ts";
import { ask } from "../../ask.ts";
import { courseOfPackage } from "../../packages.ts";
import { logIn } from "../../people.ts";
import { listen } from "./browser-content.ts";
import type { Control, Place, View } from "./player.ts";

const TOC_LINE = '[data-testid^="scorm-toc-item-"]';
const ENROL = "mutation ($input: CourseEnrollmentInput!) { courseEnrollment(input: $input) { __typename } }";
const LOOKED_EVERY_MS = 40;
const LOOKS_OF_REST = 5;
const COMES_WITHIN_MS = 6_000;
const TEST_IDS: Record<Control, string> = {
  continue: "scorm-continue",
  previous: "scorm-previous",
  exitAll: "scorm-exit-all",
  suspendAll: "scorm-suspend-all",
};

/** A whole server and a browser: packages are uploaded by an instructor, and opened by a learner in the player as it is served. */
export async function inBrowser(manifest: (name: string) => Buffer): Promise<Place> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "cairn-suite-"));
  const port = await freePort();
  const server = await startServer({
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: "warn",
    DEMO: "on",
  });
  const site = `http://demo.localhost:${port}`;
  let moves = 0;
  const moved = () => void (moves += 1);
  const content = await listen(moved);
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  const author = await (await browser.newContext()).newPage();
  await logIn(author, site, "instructor@demo.test");
  const page = await (await browser.newContext()).newPage();
  await logIn(page, site, "learner@demo.test");
  /** What the server has not answered yet: many values at once take it longer than a look. */
  const open = new Set<Request>();
  page.on("request", (request) => {
    moved();
    if (request.url().includes("/api/scorm/")) open.add(request);
  });
  const ended = (request: Request) => {
    moved();
    open.delete(request);
  };
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);
  page.on("frameattached", moved);

  return {
    async playerFor(examiner) {
      content.ask(examiner);
      const courses = new Map<string, number>();
      return {
        async open(name) {
          const course = courses.get(name) ?? (await enrolledIn(name));
          courses.set(name, course);
          await page.goto(`${site}/learner/course/${course}/unit/1`);
          await page.getByRole("button", { name: "Start", exact: true }).click();
          await settle(true);
        },
        leave,
        look: () => look(page),
        press: (control) => page.getByTestId(TEST_IDS[control]).click(),
        choose: (title) =>
          page
            .locator(TOC_LINE)
            .filter({ hasText: whole(title) })
            .first()
            .click(),
        settle,
        asked() {
          const questions = content.questions();
          return questions && { questions, answer: () => void answer() };
        },
        end: leave,
      };
    },
    learnerId: null,
    async end() {
      await browser.close();
      await content.close();
      await stopServer(server);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };

  async function enrolledIn(name: string): Promise<number> {
    const id = await courseOfPackage(author, name, packageOf(manifest(name)));
    await ask(page, ENROL, { input: { course_id: id } });
    return id;
  }

  /** The package with pages of ours in the place of the suite's. */
  function packageOf(manifest: Buffer): Buffer {
    const { units } = readScormManifest(parseXml(manifest, "imsmanifest.xml"), (file) => file);
    const pages = new Map(units.map(({ entryUrl }) => [decodeURI(entryUrl.split("?")[0]!), entryUrl]));
    return writeZip([
      { name: "imsmanifest.xml", data: manifest },
      ...[...pages].map(([name, url]) => ({ name, data: content.pageFor(url) })),
    ]);
  }

  async function leave() {
    const window = page.getByRole("dialog");
    if (!(await window.isVisible())) return;
    await window.getByRole("button", { name: "Close" }).first().click();
    await window.waitFor({ state: "hidden" });
  }

  async function answer() {
    moved();
    const inside = page.getByRole("dialog").frameLocator("iframe").frameLocator("iframe");
    await inside.getByRole("button", { name: "Submit answers" }).click();
  }

  async function settle(hasToCome: boolean) {
    const begun = moves;
    const until = Date.now() + COMES_WITHIN_MS;
    while (hasToCome && moves === begun && Date.now() < until) await page.waitForTimeout(LOOKED_EVERY_MS);
    let seen = "";
    for (let looks = 0; looks < LOOKS_OF_REST;) {
      await page.waitForTimeout(LOOKED_EVERY_MS);
      const now = JSON.stringify([moves, await look(page)]);
      looks = now === seen && open.size === 0 ? looks + 1 : 0;
      seen = now;
    }
  }
}

/** What a learner sees, read from the page in one go. */
function look(page: Page): Promise<View> {
  return page.evaluate(
    ({ testIds, tocLine }) => {
      const states = Object.entries(testIds).map(([control, id]) => {
        const button = document.querySelector<HTMLButtonElement>(`[data-testid="${id}"]`);
        return [control, button ? (button.disabled ? "disabled" : "enabled") : "hidden"];
      });
      return {
        toc: [...document.querySelectorAll(tocLine)].map((line) => ({
          title: line.querySelector("span")?.textContent ?? "",
          isEnabled: line.getAttribute("aria-disabled") !== "true",
        })),
        controls: Object.fromEntries(states) as View["controls"],
        hasEnded: document.querySelector('[data-testid="scorm-session-ended"]') !== null,
      };
    },
    { testIds: TEST_IDS, tocLine: TOC_LINE },
  );
}

const whole = (text: string) => new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);
