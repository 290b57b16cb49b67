import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAutomation, createGroup, listGroupMembers, readRuns, work } from "../../testing/automations.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { handleEvents } from "./handling.service.ts";
import { lookAtEverybody, sweepAutomations } from "./looking.service.ts";
import { startAutomations } from "./worker.service.ts";

let server: TestServer;
let admin: Client;
let instance: number;
let count = 0;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  instance = await server.inside("demo", async (_, id) => id);
});
afterAll(() => server.close());

const insertLearners = (many: number) =>
  server.inside("demo", async (db, instance_id) => {
    const rows = Array.from({ length: many }, () => ({
      instance_id,
      first_name: "Ada",
      last_name: "Many",
      email: `many${++count}@demo.test`,
    }));
    return (await db.insertInto("users").values(rows).returning("id").execute()).map(({ id }) => id);
  });
const countNotes = async (subject: string) =>
  server.inside("demo", async (db, id) => {
    const rows = await db
      .selectFrom("notifications")
      .select(["user_id", "data"])
      .where("instance_id", "=", id)
      .where("kind", "=", "automation_message")
      .execute();
    return rows.filter(({ data }) => (data as { subject: string }).subject === subject).map(({ user_id }) => user_id);
  });
const countWakes = async () =>
  (await server.platform.database.pool.query("SELECT FROM automation_wakes WHERE of_instance = $1", [instance]))
    .rowCount;
/** Creates an automation whose work shows when it is done twice. */
const createLoud = async (subject: string) => {
  const group = await createGroup(admin, `Group of ${subject}`);
  const id = await createAutomation(admin, {
    trigger: { kind: "person_created" },
    conditions: { role: "learner" },
    actions: [
      { kind: "add_to_group", group_id: group },
      { kind: "notify", to: "person", subject, text: "Hello" },
    ],
  });
  return { id, group };
};

test("two workers at once handle each event once", async () => {
  const { id, group } = await createLoud("Twice");
  const people = await insertLearners(450);
  const handled = await Promise.all(Array.from({ length: 3 }, () => handleEvents(server.platform, instance)));
  expect(handled.reduce((sum, each) => sum + each, 0)).toBe(450);
  expect((await countNotes("Twice")).toSorted((a, b) => a - b)).toEqual(people);
  expect(await listGroupMembers(server, group)).toEqual(people);
  expect((await readRuns(admin, id)).total).toBe(450);
});

test("an event whose worker dies in the middle is handled completely by the next, and nothing twice", async () => {
  const { id, group } = await createLoud("Killed");
  const [person] = await insertLearners(1);
  const other = new pg.Client({ ...server.connection, user: "postgres" });
  await other.connect();
  try {
    // The first action is done; the worker then waits for the group.
    await other.query("BEGIN");
    await other.query("SELECT FROM groups WHERE id = $1 FOR UPDATE", [group]);
    const dying = handleEvents(server.platform, instance);
    await expect.poll(server.countWaiting).toBe(1);
    await other.query(
      "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())",
    );
    await dying;
    await other.query("ROLLBACK");
  } finally {
    await other.end();
  }
  expect(await listGroupMembers(server, group)).toEqual([]);
  expect(await countNotes("Killed")).toEqual([]);
  // The event waits for a later try, and a worker goes on looking for it.
  expect(await work(server)).toBe(0);
  expect(await countWakes()).toBeGreaterThan(0);
  const waiting = await server.inside("demo", (db, instance_id) =>
    db
      .updateTable("automation_events")
      .set({ not_before: new Date(0) })
      .where("instance_id", "=", instance_id)
      .returning("tries")
      .execute(),
  );
  expect(waiting).toEqual([{ tries: 1 }]);
  expect(await work(server)).toBe(1);
  expect(await work(server)).toBe(0);
  expect(await countWakes()).toBe(0);
  expect(await listGroupMembers(server, group)).toEqual([person]);
  expect(await countNotes("Killed")).toEqual([person]);
  expect((await readRuns(admin, id)).total).toBe(1);
});

test("an event that the product cannot handle is given up after some tries and does not keep others waiting", async () => {
  const { id } = await createLoud("Broken");
  const [bad, good] = await insertLearners(2);
  const owner = new pg.Client({ ...server.connection, user: "postgres" });
  await owner.connect();
  try {
    await owner.query(
      `CREATE FUNCTION break_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.user_id = ${bad} THEN RAISE EXCEPTION 'broken'; END IF; RETURN NEW; END $$`,
    );
    await owner.query(
      "CREATE TRIGGER break_it BEFORE INSERT ON notifications FOR EACH ROW EXECUTE FUNCTION break_it()",
    );
    for (let round = 0; round < 7; round++) {
      await handleEvents(server.platform, instance);
      await server.inside("demo", (db, instance_id) =>
        db
          .updateTable("automation_events")
          .set({ not_before: new Date(0) })
          .where("instance_id", "=", instance_id)
          .execute(),
      );
    }
  } finally {
    await owner.query("DROP TRIGGER IF EXISTS break_it ON notifications");
    await owner.end();
  }
  const { rows } = await readRuns(admin, id);
  expect(rows.map(({ user_id, state }) => [user_id, state])).toEqual(
    expect.arrayContaining([
      [good, "done"],
      [bad, "failed"],
    ]),
  );
  expect(await countNotes("Broken")).toEqual([good]);
});

test("a change that is rolled back starts nothing", async () => {
  await createLoud("Undone");
  await server
    .inside("demo", async (db, instance_id) => {
      await db
        .insertInto("users")
        .values({ instance_id, first_name: "No", last_name: "One", email: "no.one@demo.test" })
        .execute();
      throw new Error("undone");
    })
    .catch(() => {});
  expect(await work(server)).toBe(0);
});

test("two servers that look at everybody at once write each event once", async () => {
  const [person] = await insertLearners(1);
  const course = await server.inside("demo", async (db, instance_id) => {
    const { id } = await db
      .insertInto("courses")
      .values({ instance_id, title: "Late", status: "published" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("enrolments")
      .values({ instance_id, user_id: person!, course_id: id, due_on: "2020-01-01" })
      .execute();
    return id;
  });
  const id = await createAutomation(admin, {
    trigger: { kind: "course_overdue", object_id: course },
    actions: [{ kind: "notify", to: "person", subject: "Late", text: "Late" }],
  });
  const written = await Promise.all([1, 2, 3].map(() => lookAtEverybody(server.platform, instance)));
  expect(written.reduce((sum, each) => sum + each, 0)).toBe(1);
  await Promise.all([1, 2].map(() => handleEvents(server.platform, instance)));
  expect(await countNotes("Late")).toEqual([person]);
  expect((await readRuns(admin, id)).total).toBe(1);
});

test("a started worker finds new events by itself, and stops", async () => {
  const { id } = await createLoud("Started");
  const stop = startAutomations(server.platform);
  try {
    await insertLearners(1);
    await expect.poll(async () => (await readRuns(admin, id)).total).toBe(1);
    await expect.poll(countWakes).toBe(0);
  } finally {
    await stop();
  }
});

test("events wait while users cannot sign in to the instance, and are handled afterwards", async () => {
  const setOpen = (is_active: boolean) =>
    server.inside("demo", (db, own) => db.updateTable("instances").set({ is_active }).where("id", "=", own).execute());
  const { id, group } = await createLoud("Closed");
  await setOpen(false);
  const people = await insertLearners(1);
  await work(server);
  expect(await countWakes()).toBe(0);
  await sweepAutomations(server.platform, instance);
  await work(server);
  await setOpen(true);
  expect((await readRuns(admin, id)).rows).toEqual([]);
  await sweepAutomations(server.platform, instance);
  await work(server);
  expect(await listGroupMembers(server, group)).toEqual(people);
  expect((await readRuns(admin, id)).failed).toBe(0);
});
