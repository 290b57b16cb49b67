import type { FrameLocator, Page } from "@playwright/test";
import { cmi5Au, cmi5Block, cmi5Package, scormPackage, type TestItem } from "../server/src/testing/packages.ts";
import { callApi } from "./graphql.ts";
import { expect } from "./server.ts";

/** Uploads a package and creates a course with it. @returns the course's id */
export async function createCourseOfPackage(page: Page, title: string, bytes: Buffer): Promise<number> {
  return page.evaluate(
    async ({ title, base64 }) => {
      const headers = { authorization: `Bearer ${localStorage.getItem("token")}` };
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const form = new FormData();
      form.set("scorm", new Blob([bytes]), "package.zip");
      const sent = await fetch("/api/upload-scorm", { method: "POST", headers, body: form });
      const { url, scorm, error } = (await sent.json()) as { url: string; scorm: { id: number }; error?: string };
      if (error) throw new Error(error);
      const send = async (query: string, variables: object) => {
        const answer = await fetch("/graphql", {
          method: "POST",
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify({ query, variables }),
        });
        const { data, errors } = (await answer.json()) as {
          data: { createCourse: { id: number }; scormPackage: { state: string } };
          errors?: unknown[];
        };
        if (errors) throw new Error(JSON.stringify(errors));
        return data;
      };
      const STATE = "query ($id: Int!) { scormPackage(id: $id) { state } }";
      while ((await send(STATE, scorm)).scormPackage.state !== "ready") await new Promise((on) => setTimeout(on, 100));
      const CREATE =
        'mutation ($title: String!, $scorm: [ScormUnitInput!]) { createCourse(title: $title, description: "Made for a test", scorm: $scorm) { id } }';
      const unit = { unit_order: 1, title, scorm_path: url };
      return (await send(CREATE, { title, scorm: [unit] })).createCourse.id;
    },
    { title, base64: bytes.toString("base64") },
  );
}

/** Finds the id of a course of the catalog by its title. */
export async function courseNamed(page: Page, title: string): Promise<number> {
  const { courses } = await callApi<{ courses: { id: number; title: string }[] }>(page, "{ courses { id title } }");
  return courses.find((course) => course.title === title)!.id;
}

/** Enrols the learner on the page of a course, and waits for its first unit: leaving earlier may stop the enrolment. */
export async function pressStartCourse(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Start Course" }).click();
  await page.waitForURL(/\/learner\/course\/\d+\/unit\//);
}

/** Opens the course's only unit and starts its package. */
export async function startPackage(page: Page, site: string, course: number): Promise<void> {
  await page.goto(`${site}/learner/course/${course}/unit/1`);
  await pressStart(page);
}

export async function pressStart(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(content(page).getByRole("heading").first()).toBeVisible();
  await expect(page.getByTestId("scorm-spinner")).toBeHidden();
}

/** Finds the content itself, a frame in the player's frame. */
export const content = (page: Page): FrameLocator =>
  page.getByRole("dialog").frameLocator("iframe").frameLocator("iframe");

/** Closes the window of the package, which first lets it send its last values. */
export async function closePackage(page: Page): Promise<void> {
  await page.getByRole("dialog").getByLabel("Close", { exact: true }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
}

/**
 * Content with buttons: 'Set {element} to {value}' with the value of its field, 'End', and the values that it read when
 * it started.
 */
export const TALKING_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Content</title></head><body>
<h1></h1><p id="found"></p><p id="result"></p><input aria-label="Call"><button id="do">Do</button>
<script>
function find(at, name, hops) { return at[name] ? at[name] : at.parent !== at && hops < 10 ? find(at.parent, name, hops + 1) : null; }
const old = find(window, "API", 0), api = old
  ? { init: () => old.LMSInitialize(""), get: (k) => old.LMSGetValue(k), set: (k, v) => old.LMSSetValue(k, v), end: () => old.LMSFinish("") }
  : (({ Initialize, GetValue, SetValue, Terminate }) => ({ init: () => Initialize(""), get: GetValue, set: SetValue, end: () => Terminate("") }))(find(window, "API_1484_11", 0));
api.init();
const where = old ? "cmi.core.lesson_location" : "cmi.location", entry = old ? "cmi.core.entry" : "cmi.entry";
document.querySelector("h1").textContent = location.pathname.split("/").at(-1).replace(".html", "");
document.querySelector("#found").textContent = "Found: " + api.get(entry) + " " + api.get(where);
document.querySelector("#do").onclick = () => {
  const line = document.querySelector("input").value;
  const [key, ...rest] = line.split("=");
  document.querySelector("#result").textContent = line === "end" ? "Ended: " + api.end() : line + ": " + api.set(key, rest.join("="));
};
let ended = false;
addEventListener("pagehide", () => { if (!ended) { ended = true; api.end(); } });
</script></body></html>`;

/** Makes the content call the API: 'element=value', or 'end'. */
export async function tell(page: Page, line: string): Promise<void> {
  await content(page).getByLabel("Call").fill(line);
  await content(page).getByRole("button", { name: "Do" }).click();
  await expect(content(page).locator("#result")).toHaveText(line === "end" ? "Ended: true" : `${line}: true`);
}

export const talkingPackage = (version: "1.2" | "2004", items: TestItem[] = [{ id: "one" }], organization = "") =>
  scormPackage({ version, items, organization, page: TALKING_PAGE });

/** Searches the windows above for a SCORM API, as content that runs with every standard does before anything else. */
export const SCORM_SEARCH =
  "for (let at = window, hops = 0; !at.API && !at.API_1484_11 && at.parent !== at && hops < 10; hops++) at = at.parent;";

/**
 * An AU as authoring tools create it: it searches for a SCORM API, fetches its token, reads its launch data and sends the statements its buttons
 * are named after.
 */
const AU_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Knots</title></head><body>
<h1 id="mode">…</h1><p id="page"></p><button id="turn">Turn the page</button><button id="complete">Complete</button>
<button id="fail">Fail</button><button id="pass">Pass</button><button id="leave">Leave</button><p id="result"></p><script type="module">
${SCORM_SEARCH}
const given = Object.fromEntries(new URL(location.href).searchParams);
const { "auth-token": token } = await (await fetch(given.fetch, { method: "POST" })).json();
const headers = { authorization: "Basic " + token, "x-experience-api-version": "1.0.3" };
const state = (stateId) => given.endpoint + "activities/state?" + new URLSearchParams({
  activityId: given.activityId, agent: given.actor, registration: given.registration, stateId });
const data = await (await fetch(state("LMS.LaunchData"), { headers })).json();
await fetch(given.endpoint + "agents/profile?" + new URLSearchParams({ agent: given.actor, profileId: "cmi5LearnerPreferences" }), { headers });
const CMI5 = "https://w3id.org/xapi/cmi5/context/";
async function say(verb, result, categories, extensions) {
  const { contextActivities, ...rest } = data.contextTemplate;
  const answer = await fetch(given.endpoint + "statements", {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ id: crypto.randomUUID(), timestamp: new Date().toISOString(), actor: JSON.parse(given.actor),
      verb: { id: "http://adlnet.gov/expapi/verbs/" + verb, display: { en: verb } }, object: { id: given.activityId }, result,
      context: { ...rest, registration: given.registration, extensions: { ...rest.extensions, ...extensions },
        contextActivities: { ...contextActivities, category: ["cmi5", ...categories].map((id) => ({ id: CMI5 + "categories/" + id })) } } }),
  });
  document.getElementById("result").textContent = answer.ok ? "Sent " + verb : "Refused: " + (await answer.json()).error;
}
const mastery = data.masteryScore === undefined ? {} : { [CMI5 + "extensions/masteryscore"]: data.masteryScore };
const judge = (verb, scaled) => () => say(verb, { success: verb === "passed", score: { scaled }, duration: "PT1S" }, ["moveon"], mastery);
const on = (id, work) => (document.getElementById(id).onclick = work);
on("complete", () => say("completed", { completion: true, duration: "PT1S" }, ["moveon"], {}));
on("fail", judge("failed", 0.4));
on("pass", judge("passed", 0.9));
on("turn", async () => {
  await fetch(state("bookmark"), { method: "PUT", headers: { ...headers, "content-type": "application/json" }, body: '{"page":2}' });
  document.getElementById("page").textContent = "Page 2";
});
on("leave", async () => {
  await say("terminated", { duration: "PT1S" }, [], {});
  location.href = data.returnURL;
});
await say("initialized", undefined, [], {});
const bookmark = await fetch(state("bookmark"), { headers });
document.getElementById("page").textContent = bookmark.ok ? "Page " + (await bookmark.json()).page : "Page 1";
document.getElementById("mode").textContent = data.launchMode;
</script></body></html>`;

/** Builds a cmi5 course with a chapter to complete and a test to pass. */
export function cmi5Course({ chapter = "" } = {}): Buffer {
  const members = cmi5Block(
    "knots",
    cmi5Au(0, `moveOn="Completed" ${chapter}`) + cmi5Au(1, 'moveOn="Passed" masteryScore="0.8"'),
  );
  return cmi5Package({ aus: 2, members }, { page: AU_PAGE });
}
