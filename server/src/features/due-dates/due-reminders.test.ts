import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../testing/server.ts";
import { remindPeople } from "../notifications/reminders.service.ts";

const NOTICES = `{ notifications(limit: 100) { rows { kind course_title on overdue due_soon } } }`;
const KINDS = ["course_due", "course_overdue", "due_digest"];

let server: TestServer;
let instance: number;
beforeAll(async () => {
  server = await startServer();
  instance = await server.inside("demo", async (db, id) => {
    // Without the due dates and former reminders of the demo.
    await db.updateTable("enrolments").set({ due_on: null }).where("instance_id", "=", id).execute();
    await db.deleteFrom("notifications").where("instance_id", "=", id).where("kind", "in", KINDS).execute();
    return id;
  });
});
afterAll(() => server.close());
afterEach(() =>
  server.inside("demo", async (db, id) => {
    await db.updateTable("enrolments").set({ due_on: null, due_set_at: null }).where("instance_id", "=", id).execute();
    await db.deleteFrom("notifications").where("instance_id", "=", id).where("kind", "in", KINDS).execute();
    await db.deleteFrom("courses").where("instance_id", "=", id).where("title", "like", "Reminder %").execute();
  }),
);

/** Enrols users in a new course that is due so many days from now. */
async function enrolDue(title: string, days: number, ...emails: string[]): Promise<number> {
  const ids = await Promise.all(emails.map((email) => server.userId(email)));
  return server.inside("demo", async (db, instance_id) => {
    const { id } = await db
      .insertInto("courses")
      .values({ instance_id, title: `Reminder ${title}`, status: "published" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await sql`
      INSERT INTO enrolments (instance_id, user_id, course_id, due_on)
      SELECT i.id, u, ${id}, (now() AT TIME ZONE i.time_zone)::date + ${days}::integer
      FROM instances i, unnest(${ids}::integer[]) u WHERE i.id = ${instance_id}`.execute(db);
    return id;
  });
}

const remind = () => remindPeople(server.platform, instance);

/** Reads the reminders of a user, in the order in which they came. */
async function readReminders(email: string) {
  const { notifications } = await (await server.as(email)).data(NOTICES);
  return (notifications.rows as { kind: string; course_title: string | null; overdue: number; due_soon: number }[])
    .filter(({ kind }) => KINDS.includes(kind))
    .toReversed();
}

describe("reminders of due dates", () => {
  test("are sent at each distance that the instance has set, once", async () => {
    const LEARNER = "learner@demo.test";
    await enrolDue("in a month", 30, LEARNER);
    await enrolDue("in a week", 7, LEARNER);
    await enrolDue("today", 0, LEARNER);
    await enrolDue("yesterday", -1, LEARNER);
    await enrolDue("long ago", -400, LEARNER);
    await remind();
    await remind();
    const reminders = await readReminders(LEARNER);
    expect(reminders.map(({ kind, course_title }) => [course_title, kind]).toSorted()).toEqual([
      ["Reminder in a week", "course_due"],
      ["Reminder today", "course_due"],
      ["Reminder yesterday", "course_overdue"],
    ]);
  });

  test("are not sent while the instance is inactive or its trial is over, and come when it is open again", async () => {
    const LEARNER = "learner@demo.test";
    await enrolDue("tomorrow", 1, LEARNER);
    const close = (values: { is_active?: boolean; trial_ends_at?: string | null }) =>
      server.inside("demo", (db, id) => db.updateTable("instances").set(values).where("id", "=", id).execute());
    await server.inside("demo", (db, id) => db.deleteFrom("subscriptions").where("instance_id", "=", id).execute());
    for (const [closed, open] of [
      [{ is_active: false }, { is_active: true }],
      [{ trial_ends_at: "2020-01-01" }, { trial_ends_at: null }],
    ] as const) {
      await close(closed);
      await remind();
      await close(open);
      expect(await readReminders(LEARNER)).toEqual([]);
    }
    await remind();
    expect(await readReminders(LEARNER)).toHaveLength(1);
  });

  test("are sent again at the next distance, and for another due date", async () => {
    const LEARNER = "learner@demo.test";
    const course = await enrolDue("moving", 5, LEARNER);
    const move = (days: number) =>
      server.inside("demo", (db) =>
        sql`UPDATE enrolments e SET due_on = (now() AT TIME ZONE i.time_zone)::date + ${days}::integer
          FROM instances i WHERE i.id = e.instance_id AND e.course_id = ${course}`.execute(db),
      );
    await remind();
    expect(await readReminders(LEARNER)).toHaveLength(1);
    // Another due date at the same distance.
    await move(4);
    await remind();
    expect(await readReminders(LEARNER)).toHaveLength(2);
    await move(-1);
    await remind();
    await move(-8);
    await remind();
    expect((await readReminders(LEARNER)).map(({ kind }) => kind)).toEqual([
      "course_due",
      "course_due",
      "course_overdue",
      "course_overdue",
    ]);
  });

  test("are not sent for completed courses, to inactive users, or where the instance has set none", async () => {
    const [LEARNER, INACTIVE] = ["learner@demo.test", "samuel.okonkwo@demo.test"];
    const done = await enrolDue("completed", 1, LEARNER);
    await server.inside("demo", (db) =>
      db.updateTable("enrolments").set({ completed_at: new Date() }).where("course_id", "=", done).execute(),
    );
    await enrolDue("inactive", 1, INACTIVE);
    await server.inside("demo", (db) =>
      db.updateTable("users").set({ is_active: false }).where("email", "=", INACTIVE).execute(),
    );
    await remind();
    expect(await readReminders(LEARNER)).toEqual([]);
    const { count } = await server.inside("demo", (db) =>
      db
        .selectFrom("notifications")
        .where("kind", "in", KINDS.slice(0, 2))
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow(),
    );
    expect(count).toBe(0);
    await enrolDue("silent", 1, LEARNER);
    await server.inside("demo", (db, id) =>
      db.updateTable("instances").set({ due_reminders_before: [] }).where("id", "=", id).execute(),
    );
    await remind();
    expect(await readReminders(LEARNER)).toEqual([]);
  });
});

describe("the weekly digest", () => {
  test("counts what is overdue and due soon for the people whom each manager sees, once a week", async () => {
    await enrolDue("overdue", -2, "learner@demo.test", "priya.raman@demo.test");
    await enrolDue("soon", 3, "learner@demo.test");
    await enrolDue("later", 30, "learner@demo.test");
    const north = await server.inside("demo", async (db) => {
      const people = await db
        .selectFrom("branch_users as b")
        .innerJoin("users as m", "m.id", "b.user_id")
        .where("m.email", "=", "manager.north@demo.test")
        .innerJoin("branch_users as o", "o.branch_id", "b.branch_id")
        .innerJoin("users as u", "u.id", "o.user_id")
        .select("u.email")
        .execute();
      return people.map(({ email }) => email);
    });
    await remind();
    await remind();
    const digests = async (email: string) =>
      (await readReminders(email))
        .filter(({ kind }) => kind === "due_digest")
        .map(({ overdue, due_soon }) => [overdue, due_soon]);
    const isBeforeSeven = await isMondayBeforeSeven();
    expect(await digests("manager@demo.test")).toEqual(isBeforeSeven ? [] : [[2, 1]]);
    const ofNorth = ["learner@demo.test", "priya.raman@demo.test"].filter((email) => north.includes(email)).length;
    const soonInNorth = north.includes("learner@demo.test") ? 1 : 0;
    const expected = ofNorth + soonInNorth === 0 || isBeforeSeven ? [] : [[ofNorth, soonInNorth]];
    expect(await digests("manager.north@demo.test")).toEqual(expected);
    expect(await digests("learner@demo.test")).toEqual([]);
  });

  test("is not sent where the instance has switched it off", async () => {
    await enrolDue("off", -2, "learner@demo.test");
    await server.inside("demo", (db, id) =>
      db.updateTable("instances").set({ due_digest: false }).where("id", "=", id).execute(),
    );
    await remind();
    expect((await readReminders("manager@demo.test")).filter(({ kind }) => kind === "due_digest")).toEqual([]);
  });
});

const isMondayBeforeSeven = () =>
  server.inside("demo", async (db, id) => {
    const { rows } = await sql<{ early: boolean }>`
      SELECT (now() AT TIME ZONE time_zone) < date_trunc('week', now() AT TIME ZONE time_zone) + interval '7 hours' AS early
      FROM instances WHERE id = ${id}`.execute(db);
    return rows[0]!.early;
  });
