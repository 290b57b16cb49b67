import { writeZip } from "../../server/src/demo/zip.ts";
import { scormManifest } from "../../server/src/testing/packages.ts";
import type { Browser, Page } from "@playwright/test";
import { callApi } from "../graphql.ts";
import { closePackage, content, createCourseOfPackage, startPackage } from "../packages.ts";
import { signIn } from "../sign-in.ts";
import { expect, startForOne, test } from "../server.ts";

/** Opens a window before the player can follow it, and keeps it open. */
const LAUNCHER = `<!doctype html><html lang="en"><body><h1>Launcher</h1><script>open("watch.html", "watch")</script></body></html>`;

/** Remembers the application's window, to reach later for whatever it shows. */
const WATCHER = `<!doctype html><html lang="en"><body><h1>Watcher</h1><script>
const application = opener.top, before = opener;
const heard = [];
new BroadcastChannel("victim").onmessage = ({ data }) => heard.push(data);
addEventListener("message", ({ data }) => heard.push(data));
localStorage.setItem("of", "watcher");
const read = async (url, options) => { const answer = await fetch(url, options); if (!answer.ok) throw new Error(); return (await answer.text()).slice(0, 80); };
const found = (list) => { if (list.length === 0) throw new Error(); return JSON.stringify(list); };
const post = (path, token, body) => read("/api/scorm/" + path, { method: "POST", headers: { "content-type": "application/json", authorization: "Bearer " + token }, body: JSON.stringify(body) });
async function attack({ scoUuid, scormId, site, status }) {
  const own = location.pathname.split("/")[2];
  const attempts = {
    "its player's window": () => application.frames[0].document.title,
    "its player's run-time": () => Object.keys(application.frames[0].API),
    "its own window": () => application.frames[0].frames[0].document.title,
    "its launch token in an address": () => application.frames[0].location.href,
    "its launch token in its content's address": () => application.frames[0].frames[0].location.href,
    "its launch token in a window's name": () => { const name = application.frames[0].name || application.frames[0].frames[0].name; if (!name) throw 0; return name; },
    "its launch token in a referrer": () => { if (!document.referrer.includes("/scorm/")) throw 0; return document.referrer; },
    "its launch token among what was loaded": () => found(performance.getEntries().filter(({ name }) => name.includes("/scorm/") && !name.includes(own)).map(({ name }) => name)),
    "its window by its name": () => { const named = open("", "victim"); try { return named.document.title === "Victim" ? "the title" : (() => { throw 0; })(); } finally { if (named !== window) named.close(); } },
    "its local storage": () => { if (localStorage.getItem("of") !== "victim") throw 0; return "victim"; },
    "its databases": async () => found((await indexedDB.databases()).filter(({ name }) => name === "victim")),
    "its cookies": () => { if (!document.cookie.includes("victim=")) throw 0; return document.cookie; },
    "its caches": async () => found(await caches.keys()),
    "its service worker": async () => found((await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope)),
    "its broadcast channel": () => found(heard),
    "its shared worker": () => new Promise((done, failed) => {
      const worker = new SharedWorker("shared.js", "victim");
      worker.port.onmessage = ({ data }) => (data === "victim" ? done(data) : failed(new Error()));
      worker.onerror = failed;
      worker.port.postMessage("watcher");
    }),
    "a wider origin": () => { document.domain = "content.demo.localhost"; return application.frames[0].document.title; },
    "its course, with this package's token": () => post("set-value", own, { scoUuid, scormId, key: "cmi.core.lesson_status", value: "completed" }),
    "its state, with this package's token": () => read("/scorm/" + own + "/sco/" + scoUuid),
    "its course, through the application": () => read(site + "/api/scorm/set-value", { method: "POST", credentials: "include", headers: { "content-type": "application/json" }, body: JSON.stringify({ scoUuid, scormId, key: "cmi.core.lesson_status", value: "completed" }) }),
    "its course, by messages to its player": async () => {
      for (const type of ["close", "gone"]) for (const target of [application.frames[0], application.frames[0].frames[0]]) target.postMessage({ mark: "cairn-scorm", type }, "*");
      application.postMessage({ mark: "cairn-scorm", type: "closed" }, "*");
      await new Promise((done) => setTimeout(done));
      if (application.frames.length > 0) throw 0;
      return "closed it";
    },
    "its window's address": () => { application.frames[0].location.href = "/scorm/" + own + "/"; throw 0; },
    "the application's address": () => { application.location.href = "https://evil.example/"; throw 0; },
  };
  const outcomes = [];
  for (const [name, attempt] of Object.entries(attempts)) {
    try { outcomes.push(name + ": REACHED " + await attempt()); } catch { outcomes.push(name + ": failed"); }
  }
  return outcomes;
}
</script></body></html>`;

/** Writes to every kind of browser storage, then says that it did. */
const VICTIM = `<!doctype html><html lang="en"><head><title>Victim</title></head><body><h1>Victim</h1><p></p><script>
parent.API.LMSInitialize("");
const channel = new BroadcastChannel("victim");
const left = [
  () => localStorage.setItem("of", "victim"),
  () => (document.cookie = "victim=1"),
  () => open("still.html", "victim"),
  () => new SharedWorker("shared.js", "victim").port.postMessage("victim"),
  () => new Promise((done) => { const asked = indexedDB.open("victim", 1); asked.onsuccess = asked.onerror = done; }),
  () => caches.open("victim"),
  () => navigator.serviceWorker.register("worker.js"),
  () => channel.postMessage("victim"),
];
(async () => {
  // A sandbox denies some kinds of storage.
  for (const leave of left) try { await leave(); } catch {}
  document.querySelector("p").textContent = "Everything is left.";
})();
</script></body></html>`;

/** Answers every page that connects with what the first page sent. */
const SHARED_WORKER = `let first = null;
onconnect = ({ ports: [port] }) => (port.onmessage = ({ data }) => port.postMessage((first ??= data)));`;

test("keeps a package in its own browser window from another package", ({ browser, server }) =>
  attack(browser, server.at("demo")));

test("keeps two units with one uploaded package apart", ({ browser, server }) =>
  attack(browser, server.at("demo"), { isOnePackage: true }));

test("keeps packages apart when all packages share a port", async ({ browser }) => {
  const { site, stop } = await startForOne("demo");
  try {
    await attack(browser, site);
  } finally {
    await stop();
  }
});

/** A package that is the watcher or the victim, as it is asked to be. */
const BOTH = `<!doctype html><html lang="en"><body><h1>Which?</h1><script>const unfollowed = open.bind(window);</script><button onclick="unfollowed('watch.html', 'watch')">Watch</button> <a href="victim.html">Be watched</a></body></html>`;

/** With its own token the package reaches its own unit, never the other one. */
const OF_OWN_UNIT = /^its (course|state), with this package's token: REACHED/;

async function attack(browser: Browser, site: string, { isOnePackage = false } = {}): Promise<void> {
  const author = await (await browser.newContext()).newPage();
  await signIn(author, site, "instructor@demo.test");
  const pack = (pages: Record<string, string>) =>
    writeZip([
      { name: "imsmanifest.xml", data: scormManifest({}) },
      { name: "shared.js", data: SHARED_WORKER },
      { name: "worker.js", data: "" },
      { name: "still.html", data: "<!doctype html><title>Victim</title>" },
      ...Object.entries(pages).map(([name, data]) => ({ name, data })),
    ]);
  const pages: Record<string, string> = isOnePackage
    ? { "one.html": BOTH, "victim.html": VICTIM, "watch.html": WATCHER }
    : { "one.html": LAUNCHER, "watch.html": WATCHER };
  const watching = await createCourseOfPackage(author, "Watching", pack(pages));
  const watched = isOnePackage
    ? await createCourseOfSamePackage(author, "Watched", watching)
    : await createCourseOfPackage(author, "Watched", pack({ "one.html": VICTIM }));

  const page = await (await browser.newContext()).newPage();
  await signIn(page, site, "learner@demo.test");
  for (const id of [watching, watched]) {
    await page.goto(`${site}/learner/catalog/course/${id}`);
    await page.getByRole("button", { name: "Start Course" }).click();
    await page.waitForURL(/\/learner\/course\//);
  }

  const opened = page.waitForEvent("popup");
  await startPackage(page, site, watching);
  if (isOnePackage) await content(page).getByRole("button", { name: "Watch" }).click();
  const watcher = await opened;
  await expect(watcher.getByRole("heading", { name: "Watcher" })).toBeVisible();
  const ended = page.waitForResponse("**/api/scorm/end");
  await closePackage(page);
  expect((await ended).status()).toBe(204);

  // Navigates within the application, so that the opener's window stays the same.
  await page.evaluate((path) => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
  }, `/learner/course/${watched}/unit/1`);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  // By a script: on a busy machine, Chromium loses a click on a frame of another origin that it has not drawn yet, and
  // Firefox the keys of a window behind another.
  if (isOnePackage)
    await content(page)
      .getByRole("link", { name: "Be watched" })
      .evaluate((link: HTMLElement) => link.click());
  // A busy machine takes long to open every kind of storage.
  await expect(content(page).getByText("Everything is left.")).toBeVisible({ timeout: 60_000 });

  const { course } = await callApi<{ course: { scorms: { scorm_id: number; scorm: { scos: { uuid: string }[] } }[] } }>(
    page,
    `{ course(id: ${watched}) { scorms { scorm_id scorm { scos { uuid } } } } }`,
  );
  const [{ scorm_id: scormId, scorm }] = course.scorms as [(typeof course.scorms)[0]];
  const outcomes = await watcher.evaluate(
    (victim) => (globalThis as unknown as { attack: (victim: object) => Promise<string[]> }).attack(victim),
    { scormId, scoUuid: scorm.scos[0]!.uuid, site },
  );
  const reached = outcomes.filter((line) => line.includes("REACHED") && !(isOnePackage && OF_OWN_UNIT.test(line)));
  expect(reached).toEqual([]);
  expect(outcomes).toHaveLength(23);
  expect(new URL(page.url()).pathname).toBe(`/learner/course/${watched}/unit/1`);
  await expect(content(page).getByText("Everything is left.")).toBeVisible();
  const { course: after } = await callApi<{ course: { progress: number } }>(
    page,
    `{ course(id: ${watched}) { progress } }`,
  );
  expect(after.progress).toBe(0);
}

/** Creates another course with the package of a course. */
async function createCourseOfSamePackage(author: Page, title: string, course: number): Promise<number> {
  const { course: found } = await callApi<{ course: { scorms: { scorm_path: string }[] } }>(
    author,
    `{ course(id: ${course}) { scorms { scorm_path } } }`,
  );
  const path = JSON.stringify(found.scorms[0]!.scorm_path);
  const { createCourse } = await callApi<{ createCourse: { id: number } }>(
    author,
    `mutation { createCourse(title: "${title}", description: "Made for a test", scorm: [{ unit_order: 1, title: "${title}", scorm_path: ${path} }]) { id } }`,
  );
  return createCourse.id;
}
