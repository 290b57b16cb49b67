import type { Browser, Page } from "@playwright/test";
import autocannon from "autocannon";
import { PASSWORD } from "../e2e/sign-in.ts";
import { record, recordStep, type Recorded } from "./recording.ts";
import { findCourse, openPage, type Site, type User, USERS } from "./site.ts";

/** What is measured on a site. */
export interface Work {
  name: string;
  connections: readonly number[];
  requests: number;
  /** Received bytes, compressed. */
  bytes: number;
  /** Does it again and again for some seconds. */
  run: (connections: number, seconds: number) => Promise<Done>;
}

export interface Done {
  times: number;
  failed: number;
  /** The mean time from the first request to the last answer. */
  meanMs: number;
}

/** A screen and the users who open it. `path` may name a course of the user. */
const SCREENS: readonly { name: string; user: User; path: (course: number) => string }[] = [
  { name: "dashboard", user: "learner", path: () => "/learner/dashboard" },
  { name: "My Courses", user: "learner", path: () => "/learner/courses" },
  { name: "catalogue", user: "learner", path: () => "/learner/course-catalog" },
  { name: "course", user: "learner", path: (course) => `/learner/catalog/course/${course}` },
  { name: "unit", user: "learner", path: (course) => `/learner/course/${course}/unit/1` },
  { name: "users", user: "admin", path: () => "/users" },
  { name: "course report", user: "admin", path: (course) => `/reports/courses/${course}` },
  { name: "users report", user: "admin", path: () => "/reports/users" },
];
const BOTH = [1, 16];

/** Records the screens of a site in a browser and prepares the other work. @param isWanted by the name */
export async function prepareWork(browser: Browser, site: Site, isWanted: (name: string) => boolean): Promise<Work[]> {
  const works: Work[] = [];
  const changes: Work[] = [];
  for (const user of Object.keys(USERS) as User[]) {
    const page = await openPage(browser, site, USERS[user]);
    const course = await findCourse(page, user);
    const tokens = user === "learner" ? await signInForCourse(site, course) : [];
    for (const { name, path } of SCREENS.filter((each) => each.user === user && isWanted(each.name))) {
      const { requests, bytes } = await record(page, site.address + path(course));
      const run = (connections: number, seconds: number) =>
        repeat(site, requests, connections, seconds, rotateUsers(tokens));
      works.push({ name, connections: BOTH, requests: requests.length, bytes, run });
    }
    if (user === "admin" && isWanted(EXPORTING)) works.push(await prepareExports(page, site));
    // What changes data is measured last: the other work would grow with it, and most where changes are fast.
    if (user === "learner" && isWanted(COMPLETING)) changes.push(await prepareCompletions(page, site, course));
    if (user === "admin" && isWanted(ENROLLING)) changes.push(await prepareEnrolments(page, site));
    await page.context().close();
  }
  return [...works, ...changes];
}

/** Sends requests one after the other, on each connection. @param adapt changes a request of one turn */
async function repeat(
  { port }: Site,
  requests: readonly Recorded[],
  connections: number,
  seconds: number,
  adapt: (request: Recorded, turn: { number?: number }) => Recorded = (request) => request,
): Promise<Done> {
  let failed = 0;
  const { requests: answered } = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: seconds,
    requests: requests.map((request) => ({
      ...request,
      // The context is one object for all requests of a turn.
      setupRequest: (given, turn) => ({ ...given, ...adapt(request, turn) }),
      onResponse: (status: number, body: string) => {
        if (status >= 400 || body.includes('"errors":')) failed++;
      },
    })),
  });
  const times = answered.total / requests.length;
  return { times, failed, meanMs: (seconds * 1_000 * connections) / times };
}

const LEARNERS = 40;

/** Signs learners in, and returns the tokens of those who have the course. */
async function signInForCourse(site: Site, course: number): Promise<string[]> {
  const learners = await signInLearners(site);
  return learners.filter(({ courses }) => courses.includes(course)).map(({ token }) => token);
}

async function signInLearners(site: Site): Promise<{ token: string; courses: number[] }[]> {
  const learners: { token: string; courses: number[] }[] = [];
  for (let number = 0; number < LEARNERS; number++) {
    const { loginUser } = await ask<{ loginUser: { token: string } }>(
      site,
      null,
      "mutation ($email: String!, $password: String!) { loginUser(email: $email, password: $password) { token } }",
      { email: `user${10 + number}@large-1.test`, password: PASSWORD },
    );
    const { token } = loginUser;
    const { myCourses } = await ask<{ myCourses: { id: number }[] }>(site, token, "{ myCourses { id } }");
    learners.push({ token, courses: myCourses.map(({ id }) => id) });
  }
  return learners;
}

/**
 * Changes the user of each turn: at the same time, requests of one user would wait for each other's changes.
 * @param tokens none leaves the requests as they were recorded
 */
function rotateUsers(tokens: readonly string[]) {
  let turns = 0;
  return (request: Recorded, turn: { number?: number }): Recorded => {
    if (tokens.length === 0 || request.headers["authorization"] === undefined) return request;
    turn.number ??= turns++;
    const authorization = `Bearer ${tokens[turn.number % tokens.length]}`;
    return { ...request, headers: { ...request.headers, authorization } };
  };
}

const COMPLETING = "completing a unit";
const PRELOAD_MS = 3_000;

/** A unit that its learner has not completed, with the one that follows. */
interface OpenUnit {
  token: string;
  course: number;
  unit: number;
  next: number;
}

interface ListedUnit {
  id: number;
  unit_order: number;
  is_complete: boolean;
}

/** Records what 'Next' sends in the player, and sends it for the open units of many learners, each once. */
async function prepareCompletions(page: Page, site: Site, course: number): Promise<Work> {
  const [first] = await listOpenUnits(site, await readToken(page), course);
  if (!first) throw new Error("The learner has completed the course.");
  await page.goto(`${site.address}/learner/course/${course}/unit/${first.order}`);
  // The player loads the code of other types of unit a little later; a second visit has it.
  for (const step of [() => Promise.resolve(), () => page.reload()]) {
    await step();
    await page.waitForTimeout(PRELOAD_MS);
    await page.waitForLoadState("networkidle");
  }
  const { requests, bytes } = await recordStep(page, () => page.getByRole("button", { name: /^next/i }).click());
  const waiting = await listForLearners(site);
  let turns = 0;
  const adapt = (request: Recorded, turn: { number?: number }): Recorded => {
    turn.number ??= turns++;
    const unit = waiting[turn.number % waiting.length]!;
    const ids = new Map([
      [course, unit.course],
      [first.unit, unit.unit],
      [first.next, unit.next],
    ]);
    const body = request.body === undefined ? undefined : replaceIds(request.body, ids);
    const headers = { ...request.headers, authorization: `Bearer ${unit.token}` };
    return { ...request, headers, ...(body !== undefined && { body }) };
  };
  const run = (connections: number, seconds: number) => repeat(site, requests, connections, seconds, adapt);
  return { name: COMPLETING, connections: BOTH, requests: requests.length, bytes, run };
}

/** Lists the texts of a course that are not complete: what completes a unit is sent with its type. */
async function listOpenUnits(site: Site, token: string, course: number): Promise<(OpenUnit & { order: number })[]> {
  const fields = "{ id unit_order is_complete }";
  const { course: found } = await ask<{ course: Record<"contents" | "videos" | "tests", ListedUnit[]> }>(
    site,
    token,
    `query ($id: Int!) { course(id: $id, asLearner: true) { contents ${fields} videos ${fields} tests ${fields} } }`,
    { id: course },
  );
  const all = [...found.contents, ...found.videos, ...found.tests].toSorted((a, b) => a.unit_order - b.unit_order);
  return found.contents
    .filter(({ is_complete }) => !is_complete)
    .flatMap(({ id, unit_order }) => {
      const next = all[all.findIndex((each) => each.id === id) + 1];
      return next ? [{ token, course, unit: id, order: unit_order, next: next.id }] : [];
    });
}

async function listForLearners(site: Site): Promise<OpenUnit[]> {
  const found: OpenUnit[][] = [];
  for (const { token, courses } of await signInLearners(site)) {
    const own: OpenUnit[] = [];
    for (const id of courses) own.push(...(await listOpenUnits(site, token, id)));
    found.push(own);
  }
  // One of each learner in turn: at the same time they would wait for each other's enrolment.
  const longest = Math.max(...found.map((own) => own.length));
  return Array.from({ length: longest }, (_, at) => found.flatMap((own) => own[at] ?? [])).flat();
}

/** Runs an operation. @throws Error for an answer with errors */
async function ask<Data>({ sender }: Site, token: string | null, query: string, variables: object = {}): Promise<Data> {
  const { data, errors } = await sender.graphql(query, token, variables);
  if (errors) throw new Error(JSON.stringify(errors));
  return data as Data;
}

const readToken = (page: Page) => page.evaluate(() => localStorage.getItem("token") ?? "");

/** Replaces ids in the variables of a body. */
function replaceIds(body: string, ids: ReadonlyMap<number, number>): string {
  const isId = new Set(["id", "course_id", "unit_id", "opens"]);
  return JSON.stringify(JSON.parse(body), (name, value: unknown) =>
    isId.has(name) && typeof value === "number" ? (ids.get(value) ?? value) : value,
  );
}

const ENROLLING = "enrolling 100 people";
const PEOPLE = 100;

/** Enrols a hundred people in a course, other people or another course each time. */
async function prepareEnrolments(page: Page, site: Site): Promise<Work> {
  const token = await readToken(page);
  const { courses } = await ask<{ courses: { id: number }[] }>(site, token, "{ courses { id } }");
  const { users } = await ask<{ users: { id: number; role: string }[] }>(site, token, "{ users { id role } }");
  const learners = users.flatMap(({ id, role }) => (role === "learner" ? [id] : []));
  const blocks = Math.floor(learners.length / PEOPLE);
  let turns = 0;
  return {
    name: ENROLLING,
    connections: [1],
    requests: 1,
    bytes: 0,
    run: (_, seconds) =>
      repeatAlone(seconds, async () => {
        const turn = turns++;
        const block = PEOPLE * (turn % blocks);
        const variables = {
          course_ids: [courses[Math.floor(turn / blocks) % courses.length]!.id],
          user_ids: learners.slice(block, block + PEOPLE),
        };
        const query = `mutation ($course_ids: [Int!]!, $user_ids: [Int!]!) {
          enrolUsers(course_ids: $course_ids, user_ids: $user_ids) { __typename } }`;
        await ask(site, token, query, variables);
        return true;
      }),
  };
}

const EXPORTING = "exporting 10 000 rows";
// Seldom, because each question is work of its own.
const ASKED_EVERY_MS = 500;

/** Exports all enrolments of the instance as CSV, as a job does it, and reads the file. */
async function prepareExports(page: Page, site: Site): Promise<Work> {
  const token = await readToken(page);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const send = (method: string, path: string, body: object | null) =>
    site.sender.send({ method, path, headers, body: body === null ? "" : JSON.stringify(body) });
  const run = (_: number, seconds: number) =>
    repeatAlone(seconds, async () => {
      const made = await send("POST", "/api/reports/export", { kind: "everything", format: "csv" });
      if (made.status !== 202) return false;
      const { export: id } = JSON.parse(made.text) as { export: number };
      for (;;) {
        const file = await send("GET", `/api/reports/exports/${id}`, null);
        if (file.status === 200) return file.text.split("\r\n").length > 10_000;
        if (file.status !== 404) return false;
        await new Promise((resolve) => setTimeout(resolve, ASKED_EVERY_MS));
      }
    });
  return { name: EXPORTING, connections: [1], requests: 1, bytes: 0, run };
}

/** Does something one after the other for some seconds, once at least. */
async function repeatAlone(seconds: number, turn: () => Promise<boolean>): Promise<Done> {
  const began = performance.now();
  let [times, failed] = [0, 0];
  do {
    if (!(await turn())) failed++;
    times++;
  } while (performance.now() - began < seconds * 1_000);
  return { times, failed, meanMs: (performance.now() - began) / times };
}
