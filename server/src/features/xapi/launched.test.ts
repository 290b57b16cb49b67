import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { tincanPackage } from "../../testing/packages.ts";
import { scormCourse, storedPackage } from "../../testing/scorm.ts";
import { type Client, startClass } from "../../testing/server.ts";
import { sweepPackages } from "../scorm/packages.service.ts";
import { VOIDED } from "./statement-rules.ts";

const ACTIVITY = "https://test.example/activity";
const VERBS = "http://adlnet.gov/expapi/verbs/";
const LAUNCH = "mutation ($course: Int!, $unit: Int!) { launchScorm(course_id: $course, unit_id: $unit) { url kind } }";

const { server, author, learner } = await startClass();
afterAll(() => server.close());

/** Opens a package as the browser does and reads what its address contains. */
async function launch(client: Client, course: number, unit: number) {
  const { launchScorm } = await client.data(LAUNCH, { course, unit });
  const url = new URL(launchScorm.url);
  const { endpoint, auth, actor, registration, activity_id } = Object.fromEntries(url.searchParams) as Record<
    string,
    string
  >;
  const ask = (method: "GET" | "PUT" | "POST", path: string, body?: unknown) =>
    server.app.inject({
      method,
      url: `${new URL(endpoint!).pathname}${path}`,
      headers: {
        host: new URL(endpoint!).host,
        authorization: auth!,
        "x-experience-api-version": "1.0.3",
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
  const say = (verb: string, more: object = {}) =>
    ask("POST", "statements", {
      actor: JSON.parse(actor!),
      verb: { id: `${VERBS}${verb}` },
      object: { id: activity_id },
      context: { registration },
      ...more,
    });
  return { url, actor: actor!, registration: registration!, activity_id, ask, say, auth: auth! };
}

describe("launched xAPI package", () => {
  let course: number;
  let unit: number;
  beforeEach(async () => {
    const made = await scormCourse(server, author, learner, tincanPackage());
    course = made.courseId;
    unit = made.units[0]!.id;
  });
  const tenSecondsPass = () =>
    server.inside("demo", (db, id) =>
      db
        .updateTable("scorm_sessions")
        .set({ started_at: sql`started_at - interval '10 seconds'` })
        .where("instance_id", "=", id)
        .where("unit_id", "=", unit)
        .execute(),
    );
  const result = () =>
    server.inside("demo", (db, id) =>
      db
        .selectFrom("scorm_results")
        .select(["completion_status", "success_status", "score"])
        .where("instance_id", "=", id)
        .where("unit_id", "=", unit)
        .executeTakeFirst(),
    );
  const isComplete = async () =>
    (await learner.data("query ($id: Int!) { course(id: $id) { units { id is_complete } } }", { id: course })).course
      .units[0].is_complete;

  test("opens on the content origin with the endpoint, the actor and one registration for all launches [xAPI 4.2.2.5]", async () => {
    const first = await launch(learner, course, unit);
    expect(first.url.host).toMatch(/^p-\d+-\d+\.content\.demo\.localhost/);
    expect(first.url.pathname).toMatch(/\/files\/index\.html$/);
    expect(first.activity_id).toBe(ACTIVITY);
    const userId = await server.userId("learner@demo.test");
    expect(JSON.parse(first.actor)).toMatchObject({
      account: { homePage: "http://demo.localhost", name: String(userId) },
    });
    expect((await launch(learner, course, unit)).registration).toBe(first.registration);
    // The file opens for every holder of the address.
    const page = await server.content.inject({
      method: "GET",
      url: first.url.pathname,
      headers: { host: first.url.host },
    });
    expect(page.statusCode).toBe(200);
  });

  test("keeps its account, and so its bookmarks, at each address of the instance", async () => {
    const elsewhere = await server.as("learner@demo.test", "north.demo.localhost");
    const state = (actor: string) =>
      `activities/state?${new URLSearchParams({ activityId: ACTIVITY, agent: actor, stateId: "bookmark" }).toString()}`;
    const first = await launch(elsewhere, course, unit);
    expect(JSON.parse(first.actor)).toMatchObject({ account: { homePage: "http://demo.localhost" } });
    expect((await first.ask("PUT", state(first.actor), { page: 7 })).statusCode).toBe(204);
    const second = await launch(learner, course, unit);
    expect(second.actor).toBe(first.actor);
    expect((await second.ask("GET", state(second.actor))).json()).toEqual({ page: 7 });
  });

  test("keeps the account that its sessions had when it was the visited address", async () => {
    await launch(learner, course, unit);
    const before = "http://north.demo.localhost";
    await server.inside("demo", (db, id) =>
      db
        .updateTable("scorm_sessions")
        .set({ account_home: null, origin: before })
        .where("instance_id", "=", id)
        .where("unit_id", "=", unit)
        .execute(),
    );
    for (const _ of [1, 2])
      expect(JSON.parse((await launch(learner, course, unit)).actor)).toMatchObject({ account: { homePage: before } });
  });

  test("completes its unit by statements about its activity and reports the score", async () => {
    const { say } = await launch(learner, course, unit);
    expect((await say("initialized")).statusCode).toBe(200);
    expect(await isComplete()).toBe(false);
    await say("failed", { result: { score: { scaled: 0.2 } } });
    expect(await result()).toEqual({ completion_status: "incomplete", success_status: "failed", score: 20 });
    await say("passed", { result: { score: { raw: 45, min: 0, max: 50 } } });
    expect(await result()).toEqual({ completion_status: "completed", success_status: "passed", score: 90 });
    expect(await isComplete()).toBe(true);
  });

  test("reports a raw score below zero without bounds as zero", async () => {
    const { say } = await launch(learner, course, unit);
    expect((await say("failed", { result: { score: { raw: -5_000_000, max: 10 } } })).statusCode).toBe(200);
    expect(await result()).toMatchObject({ success_status: "failed", score: 0 });
  });

  /** Replaces the package of the unit by a new version, and sweeps packages as if a week had passed. */
  async function replaceAndSweep(): Promise<void> {
    const next = await storedPackage(server, author, tincanPackage());
    await author.data("mutation ($input: EditCourseInput!) { editCourse(input: $input) { id } }", {
      input: {
        id: course,
        title: "New",
        description: "x",
        scorms: [{ id: unit, unit_order: 1, title: "Do", scorm_path: next.url }],
      },
    });
    const instanceId = await server.inside("demo", async (db, id) => {
      const created_at = new Date(Date.now() - 8 * 86_400_000);
      await db.updateTable("scorm_packages").set({ created_at }).where("instance_id", "=", id).execute();
      return id;
    });
    await sweepPackages(server.platform, instanceId);
  }

  test("keeps reporting when a new version replaced its package and old packages are swept", async () => {
    const { say } = await launch(learner, course, unit);
    await replaceAndSweep();
    expect((await say("passed")).statusCode).toBe(200);
    expect(await isComplete()).toBe(true);
  });

  test("ends with its package when a new version replaced that and its session has expired", async () => {
    await launch(learner, course, unit);
    const { package_id } = await server.inside("demo", (db, id) =>
      db
        .updateTable("scorm_sessions")
        .set({ expires_at: new Date(0) })
        .where("instance_id", "=", id)
        .where("unit_id", "=", unit)
        .returning("package_id")
        .executeTakeFirstOrThrow(),
    );
    await replaceAndSweep();
    const left = await server.inside("demo", (db, id) =>
      db.selectFrom("scorm_packages").select("id").where("instance_id", "=", id).where("id", "=", package_id).execute(),
    );
    expect(left).toEqual([]);
  });

  test("shows its sessions in the reports, each with its time and its statements", async () => {
    const first = await launch(learner, course, unit);
    await tenSecondsPass();
    await first.say("failed", { result: { score: { scaled: 0.2 }, duration: "PT2S" } });
    const second = await launch(learner, course, unit);
    await tenSecondsPass();
    await second.say("experienced", { object: { id: `${ACTIVITY}/chapter-1` }, result: { duration: "PT9H" } });
    await second.say("passed", { result: { score: { scaled: 0.9 }, duration: "PT3.5S" } });
    const user = await server.userId("learner@demo.test");
    const { packageAttempts } = await author.data(
      "query ($unit: Int!, $user: Int!) { packageAttempts(unit_id: $unit, user_id: $user) { attempt success_status score total_seconds calls { call } } }",
      { unit, user },
    );
    expect(packageAttempts).toEqual([
      {
        attempt: 2,
        success_status: "passed",
        score: 90,
        total_seconds: 3.5,
        calls: [{ call: "experienced" }, { call: "passed" }],
      },
      { attempt: 1, success_status: "failed", score: 20, total_seconds: 2, calls: [{ call: "failed" }] },
    ]);
    const seconds = await server.inside("demo", (db, id) =>
      db
        .selectFrom("scorm_results")
        .select("seconds")
        .where("instance_id", "=", id)
        .where("unit_id", "=", unit)
        .executeTakeFirstOrThrow(),
    );
    expect(seconds).toEqual({ seconds: 5.5 });
  });

  const MARK =
    'mutation ($course: Int!, $unit: Int!) { markUnitComplete(input: { course_id: $course, unit_id: $unit, unit_type: "Scorm" }) { is_complete } }';

  test("is completed by 'Next' only if it has reported nothing", async () => {
    const { say } = await launch(learner, course, unit);
    await say("experienced", { result: { completion: false } });
    expect(await result()).toEqual({ completion_status: "incomplete", success_status: "unknown", score: null });
    expect(await learner.refusal(MARK, { course, unit })).toBe("CONFLICT");

    const other = await scormCourse(server, author, learner, tincanPackage());
    const ids = { course: other.courseId, unit: other.units[0]!.id };
    const silent = await launch(learner, ids.course, ids.unit);
    const { markUnitComplete } = await learner.data(MARK, ids);
    expect(markUnitComplete.is_complete).toBe(true);
    await silent.say("experienced");

    const last = await scormCourse(server, author, learner, tincanPackage());
    const merelyOpened = { course: last.courseId, unit: last.units[0]!.id };
    await (await launch(learner, merelyOpened.course, merelyOpened.unit)).say("attempted");
    expect(await learner.refusal(MARK, merelyOpened)).toBe("CONFLICT");
  });

  test("completes its unit when it is opened, if the author wants that", async () => {
    await server.inside("demo", (db, id) =>
      db
        .updateTable("units")
        .set({ completes_on_open: true })
        .where("instance_id", "=", id)
        .where("id", "=", unit)
        .execute(),
    );
    expect(await isComplete()).toBe(false);
    await launch(learner, course, unit);
    expect(await isComplete()).toBe(true);
  });

  test("cannot be left with 'Next' after it reported a failure", async () => {
    const { say } = await launch(learner, course, unit);
    await say("experienced");
    await say("failed");
    expect(await learner.refusal(MARK, { course, unit })).toBe("CONFLICT");
    await say("passed");
    expect(await isComplete()).toBe(true);
  });

  test("completes nothing by statements about another activity", async () => {
    const { say } = await launch(learner, course, unit);
    await say("completed", { object: { id: `${ACTIVITY}/chapter-1` } });
    expect(await isComplete()).toBe(false);
  });

  test("cannot send statements about other actors or registrations, and voids nothing", async () => {
    const { say } = await launch(learner, course, unit);
    const refused: object[] = [
      { actor: { mbox: "mailto:instructor@demo.test" } },
      { context: { registration: randomUUID() } },
      { verb: { id: VOIDED }, object: { objectType: "StatementRef", id: randomUUID() } },
    ];
    for (const more of refused) expect((await say("passed", more)).statusCode).toBe(403);
    expect(await isComplete()).toBe(false);
  });

  test("reads statements and documents of its own learner only", async () => {
    const mine = await launch(learner, course, unit);
    const other = await server.as("instructor@demo.test");
    await other.data("mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }", { id: course });
    const theirs = await launch(other, course, unit);
    const [id] = (await theirs.say("experienced")).json();
    const state = (agent: string) =>
      `activities/state?${new URLSearchParams({ activityId: ACTIVITY, agent, stateId: "bookmark" }).toString()}`;
    expect((await theirs.ask("PUT", state(theirs.actor), { page: 3 })).statusCode).toBe(204);
    expect((await theirs.ask("GET", state(theirs.actor))).json()).toEqual({ page: 3 });
    expect((await mine.ask("GET", state(theirs.actor))).statusCode).toBe(403);
    expect((await mine.ask("GET", `statements?statementId=${id}`)).statusCode).toBe(404);
    expect(
      (await mine.ask("GET", `statements?${new URLSearchParams({ agent: theirs.actor }).toString()}`)).statusCode,
    ).toBe(403);
    const all = (await mine.ask("GET", "statements")).json().statements as { actor: { account: { name: string } } }[];
    expect(all.every(({ actor }) => actor.account.name === JSON.parse(mine.actor).account.name)).toBe(true);
    const profile = `activities/profile?${new URLSearchParams({ activityId: "https://test.example/other", profileId: "p" }).toString()}`;
    expect((await mine.ask("GET", profile)).statusCode).toBe(403);
  });

  test("loses access when it is opened elsewhere; its token opens only the store", async () => {
    const old = await launch(learner, course, unit);
    await launch(learner, course, unit);
    expect((await old.say("passed")).statusCode).toBe(403);
    const token = Buffer.from(old.auth.slice(6), "base64").toString();
    for (const bearer of [token, token.slice("launch:".length)])
      expect(await server.withToken(bearer).refusal("{ viewer { id } }")).toBe("UNAUTHENTICATED");
  });

  test("stores nothing of an author's preview", async () => {
    const { units } = await scormCourse(server, author, learner, tincanPackage());
    const { previewScorm } = await author.data("mutation ($id: Int!) { previewScorm(scorm_id: $id) { url kind } }", {
      id: units[0]!.scorm_id,
    });
    const { auth, actor, registration } = Object.fromEntries(new URL(previewScorm.url).searchParams) as Record<
      string,
      string
    >;
    const headers = {
      host: "demo.localhost",
      authorization: auth!,
      "x-experience-api-version": "1.0.3",
      "content-type": "application/json",
    };
    const statement = {
      actor: JSON.parse(actor!),
      verb: { id: `${VERBS}passed` },
      object: { id: ACTIVITY },
      context: { registration },
    };
    const reported = await server.app.inject({
      method: "POST",
      url: "/xapi/statements",
      headers,
      payload: JSON.stringify(statement),
    });
    expect(reported.statusCode).toBe(200);
    const kept = await server.app.inject({
      method: "GET",
      url: `/xapi/statements?registration=${registration}`,
      headers,
    });
    expect(kept.json().statements).toEqual([]);
  });
});
