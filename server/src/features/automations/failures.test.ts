import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createAutomation, createGroup, listGroupMembers, readRuns, work } from "../../testing/automations.ts";
import { addLearner, createPath, insertCourses } from "../../testing/learning-paths.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { handleAllEvents, handleEvents } from "./handling.service.ts";

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
});
afterAll(() => server.close());

test("an error in one instance keeps no other from its turn, and is tried again", async () => {
  const { platform } = server;
  const { demo, riverside } = {
    demo: await server.inside("demo", async (_, id) => id),
    riverside: await server.inside("riverside", async (_, id) => id),
  };
  const wake = (id: number) =>
    platform.database.pool.query("INSERT INTO automation_wakes (of_instance) VALUES ($1)", [id]);
  const listWoken = async () =>
    (await platform.database.pool.query("SELECT DISTINCT of_instance AS id FROM automation_wakes")).rows;
  await wake(demo);
  await wake(riverside);
  const database: typeof platform.database = Object.create(platform.database);
  database.transaction = (setting, ...rest) =>
    setting.includes(`'${demo}'`) ? Promise.reject(new Error("away")) : platform.database.transaction(setting, ...rest);
  await handleAllEvents({ ...platform, database });
  expect(await listWoken()).toEqual([{ id: demo }]);
  expect(server.outside.log).toContainEqual({
    fields: { err: new Error("away"), instanceId: demo },
    message: "Automations of an instance could not be run",
  });
  await work(server);
  expect(await listWoken()).toEqual([]);
});

let count = 0;
let target: number;
let person: number;
beforeEach(async () => {
  await server.inside("demo", (db, id) =>
    db.updateTable("automations").set({ is_on: false }).where("instance_id", "=", id).execute(),
  );
  person = await addLearner(admin, `failing${++count}@demo.test`);
});
/** Creates an automation that adds people to a group of its own. */
const watch = async (kind: string, object_id?: number) => {
  target = await createGroup(admin, `Target ${++count}`);
  return createAutomation(admin, {
    trigger: { kind, ...(object_id !== undefined && { object_id }) },
    actions: [{ kind: "add_to_group", group_id: target }],
  });
};
const touched = () => listGroupMembers(server, target);
const readTotal = async (id: number) => (await readRuns(admin, id)).total;
const insert = (many: number) =>
  insertCourses(
    server,
    Array.from({ length: many }, () => `Failing ${++count}`),
  );
const assign = (path: number) =>
  admin.data(`mutation ($id: Int!, $u: [Int!]) { assignLearningPath(id: $id, to: { user_ids: $u }) { added } }`, {
    id: path,
    u: [person],
  });
const assigned = async (sections: Parameters<typeof createPath>[2]) => {
  const { id } = await createPath(admin, `Failing path ${++count}`, sections);
  await assign(id);
  return id;
};
/** Makes the package of a course report something for the person. */
const report = (course_id: number, success_status: string) =>
  server.inside("demo", async (db, instance_id) => {
    const [{ id: package_id }, { id: unit_id }] = await Promise.all([
      db.selectFrom("scorm_packages").select("id").where("instance_id", "=", instance_id).executeTakeFirstOrThrow(),
      db
        .selectFrom("units")
        .select("id")
        .where("instance_id", "=", instance_id)
        .where("course_id", "=", course_id)
        .orderBy("id")
        .executeTakeFirstOrThrow(),
    ]);
    await db
      .insertInto("scorm_results")
      .values({ instance_id, user_id: person, course_id, unit_id, package_id, success_status })
      .onConflict((on) => on.columns(["instance_id", "user_id", "unit_id"]).doUpdateSet({ success_status }))
      .execute();
  });
/** Adds a test to a course, with two attempts allowed. @returns its id */
const addTest = (course_id: number) =>
  server.inside("demo", async (db, instance_id) => {
    const { id } = await db
      .insertInto("units")
      .values({ instance_id, course_id, type: "Test", title: "Test", unit_order: 2, attempts_allowed: 2 })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  });
let number = 0;
/** Takes an attempt at a test. */
const take = (course_id: number, unit_id: number, is_passed: boolean) =>
  server.inside("demo", async (db, instance_id) => {
    const { id } = await db
      .insertInto("test_attempts")
      .values({
        instance_id,
        user_id: person,
        course_id,
        unit_id,
        course_attempt: 1,
        number: ++number,
        question_ids: [],
        rules: "{}",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .updateTable("test_attempts")
      .set({ submitted_at: new Date(), score: 0, is_passed })
      .where("instance_id", "=", instance_id)
      .where("id", "=", id)
      .execute();
  });

describe("a course is failed", () => {
  const enrol = (course_id: number) =>
    server.inside("demo", (db, instance_id) =>
      db.insertInto("enrolments").values({ instance_id, user_id: person, course_id }).execute(),
    );

  test("by the last attempt at a test that is allowed, and not by one before it", async () => {
    const [course] = await insert(1);
    await enrol(course!);
    const unit = await addTest(course!);
    const id = await watch("course_failed", course);
    await take(course!, unit, false);
    await work(server);
    expect(await readTotal(id)).toBe(0);
    await take(course!, unit, false);
    await work(server);
    expect(await touched()).toEqual([person]);
    expect(await readTotal(id)).toBe(1);
  });

  test("not by a test that was passed before, nor while staff allow more attempts", async () => {
    const [passed, allowed] = await insert(2);
    const id = await watch("course_failed");
    await enrol(passed!);
    const first = await addTest(passed!);
    await take(passed!, first, true);
    await take(passed!, first, false);
    await enrol(allowed!);
    const second = await addTest(allowed!);
    await admin.data(
      `mutation ($c: Int!, $t: Int!, $u: Int!) { allowTestAttempts(course_id: $c, unit_id: $t, user_id: $u, extra: 1) { id } }`,
      { c: allowed, t: second, u: person },
    );
    await take(allowed!, second, false);
    await take(allowed!, second, false);
    await work(server);
    expect(await readTotal(id)).toBe(0);
    await take(allowed!, second, false);
    await work(server);
    expect(await readTotal(id)).toBe(1);
  });
});

describe("a learning path is failed", () => {
  test("by the first failed course where all are needed, and not again by another or by the same", async () => {
    const [a, b] = await insert(2);
    const path = await assigned([{ course_ids: [a!, b!] }]);
    const id = await watch("path_failed", path);
    for (const status of ["unknown", "failed", "failed"]) await report(a!, status);
    const test = await addTest(a!);
    await take(a!, test, false);
    await take(a!, test, false);
    await report(b!, "failed");
    await work(server);
    expect(await touched()).toEqual([person]);
    const { total, rows } = await readRuns(admin, id);
    expect([total, rows[0]!.about]).toEqual([1, expect.stringContaining("Failing path")]);
  });

  test("by a test without attempts left", async () => {
    const [course] = await insert(1);
    const id = await watch("path_failed", await assigned([{ course_ids: [course!] }]));
    const test = await addTest(course!);
    await take(course!, test, false);
    await work(server);
    expect(await readTotal(id)).toBe(0);
    await take(course!, test, false);
    await work(server);
    expect(await readTotal(id)).toBe(1);
  });

  test("once more after a new chance was failed too", async () => {
    const [course] = await insert(1);
    const id = await watch("path_failed", await assigned([{ course_ids: [course!] }]));
    for (const status of ["failed", "passed", "failed"]) await report(course!, status);
    await work(server);
    expect(await readTotal(id)).toBe(2);
  });

  test("only when fewer courses are left than its section needs", async () => {
    const [a, b, c, d] = await insert(4);
    const path = await assigned([{ course_ids: [a!, b!, c!], needed: 2 }, { course_ids: [d!] }]);
    const id = await watch("path_failed", path);
    await report(a!, "failed");
    await work(server);
    expect(await readTotal(id)).toBe(0);
    await report(b!, "failed");
    await report(c!, "failed");
    await report(d!, "failed");
    await work(server);
    expect(await readTotal(id)).toBe(1);
  });

  test("not for people who are not assigned, who completed it, or whose course is complete", async () => {
    const [a, b] = await insert(2);
    const { id: other } = await createPath(admin, `Not assigned ${++count}`, [{ course_ids: [a!] }]);
    await assigned([{ course_ids: [a!, b!] }]);
    const complete = (c: number) =>
      admin.data(
        `mutation ($c: Int!, $u: Int!) { completeCourseForPeople(course_id: $c, people: { user_ids: [$u] }, reason: "Classroom") }`,
        { c, u: person },
      );
    await complete(a!);
    const id = await watch("path_failed");
    await report(a!, "failed");
    await work(server);
    expect(await readTotal(id)).toBe(0);
    await assign(other);
    await complete(b!);
    await report(b!, "failed");
    await work(server);
    expect(await readTotal(id)).toBe(0);
  });

  test("once by two courses that fail at the same moment, and is handled once by two workers", async () => {
    const [a, b] = await insert(2);
    const path = await assigned([{ course_ids: [a!, b!], needed: 1 }]);
    const id = await watch("path_failed", path);
    await report(a!, "unknown");
    await report(b!, "unknown");
    const first = new pg.Client({ ...server.connection, user: "postgres" });
    await first.connect();
    try {
      await first.query("BEGIN");
      await first.query("UPDATE scorm_results SET success_status = 'failed' WHERE course_id = $1", [a]);
      const second = report(b!, "failed");
      // It waits for the first, and then sees what that wrote.
      await expect.poll(server.countWaiting).toBe(1);
      await first.query("COMMIT");
      await second;
    } finally {
      await first.end();
    }
    const instance = await server.inside("demo", async (_, each) => each);
    const handled = await Promise.all([1, 2, 3].map(() => handleEvents(server.platform, instance)));
    expect(handled.reduce((sum, each) => sum + each, 0)).toBe(1);
    expect(await touched()).toEqual([person]);
    expect(await readTotal(id)).toBe(1);
  });
});
