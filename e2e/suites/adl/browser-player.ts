import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, type Page } from "@playwright/test";
import { freePort, startServer, stopServer } from "../../../bench/served.ts";
import { findChromium } from "../../../scripts/chromium.ts";
import { writeZip } from "../../../server/src/demo/zip.ts";
import { readScormManifest } from "../../../server/src/features/scorm/scorm-manifest.ts";
import { parseXml } from "../../../server/src/platform/xml.ts";
import { callApi } from "../../graphql.ts";
import { createCourseOfPackage } from "../../packages.ts";
import { signIn } from "../../sign-in.ts";
import { listen } from "./browser-content.ts";
import type { Control, Place, View } from "./player.ts";
import { watch } from "./stillness.ts";

const TOC_LINE = '[data-testid^="scorm-toc-item-"]';
const SPINNER = '[data-testid="scorm-spinner"]';
const ENROL = "mutation ($input: CourseEnrollmentInput!) { courseEnrollment(input: $input) { __typename } }";
const COMES_WITHIN_MS = 6_000;
const TEST_IDS: Record<Control, string> = {
  continue: "scorm-continue",
  previous: "scorm-previous",
  exitAll: "scorm-exit-all",
  suspendAll: "scorm-suspend-all",
};

/**
 * Runs a whole server and a browser: an instructor uploads packages, and a learner opens them in the player as it is
 * served.
 */
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
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  const author = await (await browser.newContext()).newPage();
  await signIn(author, site, "instructor@demo.test");
  const page = await (await browser.newContext()).newPage();
  const stillness = await watch(page);
  const content = await listen(stillness.moved);
  await signIn(page, site, "learner@demo.test");

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
          return questions && { questions, answer };
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
    const id = await createCourseOfPackage(author, name, replacePages(manifest(name)));
    await callApi(page, ENROL, { input: { course_id: id } });
    return id;
  }

  /** Replaces the suite's pages in a package. */
  function replacePages(manifest: Buffer): Buffer {
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

  /** The press removes the button, and often the page: waits only until it is found. */
  async function answer() {
    content.answered();
    const inside = page.getByRole("dialog").frameLocator("iframe").frameLocator("iframe");
    await inside.getByRole("button", { name: "Submit answers" }).evaluate((button: HTMLButtonElement) => {
      setTimeout(() => button.click());
    });
  }

  async function settle(hasToCome: boolean) {
    if (hasToCome) await stillness.next(COMES_WITHIN_MS);
    let seen = -1;
    while (seen !== stillness.moves()) {
      await stillness.rest();
      seen = stillness.moves();
      await page.waitForFunction(isThrough, SPINNER);
    }
  }
}

/** Returns whether nothing is loading any more, as a learner sees it. */
function isThrough(spinner: string) {
  const isWaiting = [...document.querySelectorAll('[role="status"]')].some(
    ({ textContent }) => textContent === "Not saved yet",
  );
  return !isWaiting && document.querySelector(spinner) === null;
}

/** Reads what a learner sees from the page in one step. */
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
