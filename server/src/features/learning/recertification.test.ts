import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { delta } from "../courses/course.testdata.ts";
import { runHousekeeping } from "../../housekeeping.ts";

const DAY = 86_400_000;
const CREATE = `mutation ($title: String!, $content: [ContentUnitInput!], $recertify_days: Int) { createCourse(title: $title,
  description: "x", status: "published", content: $content, recertify_days: $recertify_days) { id } }`;
const COURSE = `query ($id: Int!) { course(id: $id) { attempt progress is_complete due_on due_status } }`;
const MATRIX = `query ($name: String) { trainingMatrix { courses { id name }
  people(search: $name) { rows { cells { courseId state isComplete due expires } } } } }`;
const BELL = "{ notifications { rows { kind course_id } } }";
const ATTEMPTS = `query ($id: Int!) { courseAttempts(course_id: $id) { attempt certificate_url } }`;

let server: TestServer;
let author: Client;
let learner: Client;
beforeAll(async () => {
  server = await startServer();
  author = await server.as("instructor@demo.test");
  learner = await server.as("learner@demo.test");
});
afterAll(() => server.close());

const dayFromNow = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

/** Makes a course that the learner completed so many days before its certificate expires. */
async function makeCompleted(title: string, { left, recertify_days }: { left: number; recertify_days: number | null }) {
  const { createCourse: course } = await author.data(CREATE, {
    title,
    content: [{ unit_order: 1, title: "Read", content: delta("x") }],
    recertify_days,
  });
  await learner.data(`mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }`, { id: course.id });
  const expiry = new Date(`${dayFromNow(left)}T12:00:00Z`);
  const completed_at = new Date(expiry);
  completed_at.setUTCFullYear(expiry.getUTCFullYear() - 1);
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("enrolments")
      .set({ completed_at, units_completed: 1 })
      .where("instance_id", "=", instance)
      .where("course_id", "=", course.id)
      .execute(),
  );
  return { id: course.id as number, expires: expiry.toISOString().slice(0, 10) };
}

const read = async (id: number) => (await learner.data(COURSE, { id })).course;

describe("recertification", () => {
  test("starts the course again in time, due on the last day of the certificate, which stays valid", async () => {
    const { id, expires } = await makeCompleted("Lifting", { left: 20, recertify_days: 30 });
    const other = await server.as("yusuf.demir@demo.test");
    await other.data(`mutation { courseEnrollment(input: { course_id: ${id} }) { id } }`);
    await runHousekeeping(server.platform);
    const due = await server.inside("demo", (db, instance) =>
      db
        .selectFrom("enrolments")
        .select(["user_id", "course_id"])
        .where("instance_id", "=", instance)
        .where("due_on", "=", expires)
        .where("due_set_at", "is not", null)
        .execute(),
    );
    expect(due).toEqual([{ user_id: await server.userId("learner@demo.test"), course_id: id }]);
    expect(await read(id)).toMatchObject({
      attempt: 2,
      progress: 0,
      is_complete: false,
      due_on: expires,
      due_status: "due",
    });
    const manager = await server.as("manager@demo.test");
    const { people } = (await manager.data(MATRIX, { name: "Grace Adeyemi" })).trainingMatrix;
    const cell = people.rows[0].cells.find(({ courseId }: { courseId: number }) => courseId === id);
    expect(cell).toEqual({ courseId: id, state: "compliant", isComplete: false, due: expires, expires });
    const [former] = (await learner.data(ATTEMPTS, { id })).courseAttempts;
    expect(former).toMatchObject({ attempt: 1, certificate_url: expect.stringContaining("certificate") });
    const notices = (await learner.data(BELL)).notifications.rows.filter(
      ({ course_id }: { course_id: number }) => course_id === id,
    );
    expect(notices.map(({ kind }: { kind: string }) => kind)).toContain("begun_again");
  });

  test("does nothing a second time", async () => {
    const { id } = await makeCompleted("Once", { left: 5, recertify_days: 30 });
    await runHousekeeping(server.platform);
    await runHousekeeping(server.platform);
    expect((await read(id)).attempt).toBe(2);
  });

  test("waits until the days before the expiry have come, and for a course with a rule", async () => {
    const early = await makeCompleted("Early", { left: 60, recertify_days: 30 });
    const without = await makeCompleted("Without", { left: 5, recertify_days: null });
    const dayBefore = await makeCompleted("A day early", { left: 31, recertify_days: 30 });
    const onTheDay = await makeCompleted("On the day", { left: 30, recertify_days: 30 });
    await runHousekeeping(server.platform);
    const attempts = await Promise.all(
      [early, without, dayBefore, onTheDay].map(async ({ id }) => (await read(id)).attempt),
    );
    expect(attempts).toEqual([1, 1, 1, 2]);
  });

  test("gives the days of the rule to people whose certificate has expired already", async () => {
    const { id } = await makeCompleted("Long ago", { left: -100, recertify_days: 14 });
    await runHousekeeping(server.platform);
    expect(await read(id)).toMatchObject({ attempt: 2, due_on: dayFromNow(14) });
  });

  test("leaves courses that have ended, and people who may not sign in", async () => {
    const ended = await makeCompleted("Ended", { left: 5, recertify_days: 30 });
    await server.inside("demo", (db, instance) =>
      db
        .updateTable("courses")
        .set({ end_date: "2020-01-01" })
        .where("instance_id", "=", instance)
        .where("id", "=", ended.id)
        .execute(),
    );
    await runHousekeeping(server.platform);
    expect((await read(ended.id)).attempt).toBe(1);
    const { id } = await makeCompleted("Away", { left: 5, recertify_days: 30 });
    const setActive = (is_active: boolean) =>
      server.inside("demo", async (db, instance) => {
        await db
          .updateTable("users")
          .set({ is_active })
          .where("instance_id", "=", instance)
          .where("email", "=", "learner@demo.test")
          .execute();
      });
    await setActive(false);
    await runHousekeeping(server.platform);
    await setActive(true);
    expect((await read(id)).attempt).toBe(1);
  });

  test("waits without an error while users cannot sign in to the instance", async () => {
    const { id } = await makeCompleted("Closed", { left: 5, recertify_days: 30 });
    const setOpen = (is_active: boolean) =>
      server.inside("demo", (db, own) =>
        db.updateTable("instances").set({ is_active }).where("id", "=", own).execute(),
      );
    server.outside.log.length = 0;
    await setOpen(false);
    await runHousekeeping(server.platform);
    await setOpen(true);
    expect(server.outside.log.filter(({ message }) => message.includes("recertification"))).toEqual([]);
    expect((await read(id)).attempt).toBe(1);
    await runHousekeeping(server.platform);
    expect((await read(id)).attempt).toBe(2);
  });

  test("leaves drafts, deleted courses and deleted people", async () => {
    const removed = { deleted_at: new Date() };
    const [draft, course, person] = [
      await makeCompleted("A draft by now", { left: 5, recertify_days: 30 }),
      await makeCompleted("Deleted by now", { left: 5, recertify_days: 30 }),
      await makeCompleted("Of a deleted person", { left: 5, recertify_days: 30 }),
    ];
    const ids = [draft.id, course.id, person.id];
    const leaver = await server.userId("amara.diallo@demo.test");
    await server.inside("demo", async (db, instance) => {
      const change = (id: number) => db.updateTable("courses").where("instance_id", "=", instance).where("id", "=", id);
      await change(draft.id).set({ status: "draft" }).execute();
      await change(course.id).set(removed).execute();
      const people = db.updateTable("users").where("instance_id", "=", instance).where("id", "=", leaver);
      await people.set(removed).execute();
      const enrolments = db.selectFrom("enrolments").where("instance_id", "=", instance);
      const { completed_at } = await enrolments
        .where("course_id", "=", person.id)
        .select("completed_at")
        .executeTakeFirstOrThrow();
      await db
        .insertInto("enrolments")
        .values({ instance_id: instance, user_id: leaver, course_id: person.id, completed_at, units_completed: 1 })
        .execute();
    });
    await runHousekeeping(server.platform);
    const attempts = await server.inside("demo", (db, instance) =>
      db
        .selectFrom("enrolments")
        .select(["course_id", "attempt"])
        .where("instance_id", "=", instance)
        .where("course_id", "in", ids)
        .where((eb) => eb.or([eb("user_id", "=", leaver), eb("course_id", "<>", person.id)]))
        .orderBy("course_id")
        .execute(),
    );
    expect(attempts).toEqual(ids.map((course_id) => ({ course_id, attempt: 1 })));
  });

  test("is due on the last day of a certificate also on that day, and starts on the last day of a course", async () => {
    const { id, expires } = await makeCompleted("Last day", { left: 0, recertify_days: 30 });
    await server.inside("demo", (db, instance) =>
      db
        .updateTable("courses")
        .set({ end_date: dayFromNow(0) })
        .where("instance_id", "=", instance)
        .where("id", "=", id)
        .execute(),
    );
    await runHousekeeping(server.platform);
    expect(await read(id)).toMatchObject({ attempt: 2, due_on: expires });
  });
});
