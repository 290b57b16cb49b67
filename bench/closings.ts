// `npm run bench:closings`: closes the tab of a running package repeatedly and counts what the server stored. Runs a
// whole server and Chromium on this machine; --closings <number> per kind and version, 100 by default. Writes
// docs/performance.md.
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { chromium, type Page } from "@playwright/test";
import { callApi } from "../e2e/graphql.ts";
import { content, createCourseOfPackage, pressStart } from "../e2e/packages.ts";
import { signIn } from "../e2e/sign-in.ts";
import { findChromium } from "../scripts/chromium.ts";
import { scormPackage } from "../server/src/testing/packages.ts";
import { writeSection } from "./performance-page.ts";
import { freePort, startServer, stopServer } from "./served.ts";

const STORED_WITHIN_MS = 3_000;
const ASKED_EVERY_MS = 50;
const UNIT = "query ($id: Int!) { course(id: $id) { units { id } } }";
const LOCATION =
  "query ($unit: Int!, $user: Int!) { packageAttempts(unit_id: $unit, user_id: $user) { location total_seconds } }";
const ENROL = "mutation ($input: CourseEnrollmentInput!) { courseEnrollment(input: $input) { __typename } }";

/** When content sets its values: just before its tab closes, or while it closes. */
const KINDS = [
  { name: "sets everything, then the tab closes", speaksIn: "say" },
  { name: "sets everything in `pagehide`", speaksIn: "pagehide" },
] as const;
type Kind = (typeof KINDS)[number];

/** Builds content that sets nine values, commits and terminates, as authoring tools do. */
const writePage = (version: "1.2" | "2004", { speaksIn }: Kind) => {
  const is12 = version === "1.2";
  const call = (name: string) => (is12 ? `LMS${name === "Terminate" ? "Finish" : name}` : name);
  const key = (old: string, now: string) => JSON.stringify(is12 ? old : now);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Content</title></head><body><h1>Content</h1><p id="found"></p><script>
let at = window;
while (!at.${is12 ? "API" : "API_1484_11"}) at = at.parent;
const api = at.${is12 ? "API" : "API_1484_11"};
const get = (key) => api.${call("GetValue")}(key), set = (key, value) => api.${call("SetValue")}(key, String(value));
api.${call("Initialize")}("");
const before = Number(get(${key("cmi.core.lesson_location", "cmi.location")}) || 0);
document.querySelector("#found").textContent = before + " " + get(${key("cmi.core.entry", "cmi.entry")});
function say() {
  set(${key("cmi.suspend_data", "cmi.suspend_data")}, "x".repeat(4000));
  set("cmi.interactions.0.id", "q1");
  set("cmi.interactions.0.type", "choice");
  set("cmi.interactions.0.${is12 ? "student" : "learner"}_response", "a");
  set("cmi.interactions.0.result", "correct");
  set(${key("cmi.core.score.raw", "cmi.score.raw")}, "80");
  set(${key("cmi.core.exit", "cmi.exit")}, "suspend");
  set(${key("cmi.core.session_time", "cmi.session_time")}, ${is12 ? '"00:00:01"' : '"PT1S"'});
  set(${key("cmi.core.lesson_location", "cmi.location")}, before + 1);
  api.${call("Commit")}("");
  api.${call("Terminate")}("");
}
${speaksIn === "pagehide" ? 'addEventListener("pagehide", say);' : "window.say = say;"}
</script></body></html>`;
};

interface Counts {
  /**
   * The server stored the last value and the end of the session within three seconds; the end adds one second to the
   * total time.
   */
  stored: number;
  /** The content found the last value on the next visit on the same device. */
  found: number;
}

const { values: options } = parseArgs({ options: { closings: { type: "string", default: "100" } } });
const closings = Number(options.closings);
const dataDir = mkdtempSync(path.join(tmpdir(), "cairn-closings-"));
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
try {
  const rows: string[] = [];
  for (const version of ["1.2", "2004"] as const)
    for (const kind of KINDS) {
      const { stored, found } = await measure(version, kind);
      rows.push(`| SCORM ${version}: ${kind.name} | ${closings} | ${stored} | ${found} |`);
      process.stdout.write(`${rows.at(-1)}\n`);
    }
  await writeSection("Closed tabs", report(rows, browser.version()));
} finally {
  await browser.close();
  await stopServer(server);
  rmSync(dataDir, { recursive: true, force: true });
}

async function measure(version: "1.2" | "2004", kind: Kind): Promise<Counts> {
  const author = await (await browser.newContext()).newPage();
  await signIn(author, site, "instructor@demo.test");
  const title = `Closings ${version} ${kind.speaksIn}`;
  const id = await createCourseOfPackage(author, title, scormPackage({ version, page: writePage(version, kind) }));
  const { course } = await callApi<{ course: { units: { id: number }[] } }>(author, UNIT, { id });

  const context = await browser.newContext();
  const first = await context.newPage();
  await signIn(first, site, "learner@demo.test");
  const { viewer } = await callApi<{ viewer: { id: number } }>(first, "{ viewer { id } }");
  await callApi(first, ENROL, { input: { course_id: id } });
  const counts: Counts = { stored: 0, found: 0 };
  const about = { unit: course.units[0]!.id, user: viewer.id };
  let expected = await visit();
  for (let closing = 0; closing < closings; closing++) {
    const { before, page } = expected;
    if (kind.speaksIn === "say") await page.frames().at(-1)!.evaluate("say()");
    const isClosed = page.waitForEvent("close");
    await page.close({ runBeforeUnload: true });
    await isClosed;
    if (await isStored(author, about, before + 1)) counts.stored += 1;
    expected = await visit();
    if (expected.before === before + 1) counts.found += 1;
  }
  await context.close();
  return counts;

  async function visit(): Promise<{ page: Page; before: number }> {
    const page = await context.newPage();
    await page.goto(`${site}/learner/course/${id}/unit/1`);
    await pressStart(page);
    return { page, before: Number.parseInt((await content(page).locator("#found").textContent())!, 10) };
  }
}

async function isStored(author: Page, about: { unit: number; user: number }, location: number): Promise<boolean> {
  const until = Date.now() + STORED_WITHIN_MS;
  do {
    const { packageAttempts } = await callApi<{
      packageAttempts: { location: string | null; total_seconds: number }[];
    }>(author, LOCATION, about);
    const [attempt] = packageAttempts;
    if (attempt?.location === String(location) && attempt.total_seconds >= location) return true;
    await new Promise((resolve) => setTimeout(resolve, ASKED_EVERY_MS));
  } while (Date.now() < until);
  return false;
}

function report(rows: string[], chromiumVersion: string): string {
  return `\`npm run bench:closings\` writes this section. A learner closes the browser tab in which a package runs, ${closings} times for each kind of content. The content
sets nine values, commits and ends. "Stored" means that the server has the last value and the end; "found", that the next visit on the same device finds the last value. Server, PostgreSQL and Chromium ${chromiumVersion} are on one machine (${cpus().length} x ${cpus()[0]!.model}).

| content | closings | stored within 3 s | found at the next visit |
| --- | --: | --: | --: |
${rows.join("\n")}`;
}
