import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { selectDueStatus } from "./due.service.ts";

const PEOPLE = `query ($id: Int!, $due: String, $sort: String) { coursePeople(course_id: $id, due: $due, sort: $sort) {
  total rows { email due_on due_status is_due_by_hand } } }`;
const ENROL = `mutation ($id: Int!, $people: PeopleFilter!, $due: DueInput) { enrolByFilter(course_id: $id, people: $people, due: $due) { id enrolled } }`;
const SET = `mutation ($id: Int!, $people: CoursePeopleFilter!, $due: DueInput) { setDueDate(course_id: $id, people: $people, due: $due) }`;
const MINE = `{ myCourses { id due_on due_status } userProgress { courses { id due_on due_status } } }`;
const LEARNER = "learner@demo.test";

let server: TestServer;
let admin: Client;
let learner: Client;
let learnerId: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  learner = await server.as(LEARNER);
  learnerId = await server.userId(LEARNER);
});
afterAll(() => server.close());

/** Returns the day of the instance so many days from now, yyyy-mm-dd. */
const dayIn = (days: number) =>
  server.inside("demo", async (db, id) => {
    const { rows } = await sql<{ day: string }>`
      SELECT ((now() AT TIME ZONE time_zone)::date + ${days}::integer)::text AS day FROM instances WHERE id = ${id}`.execute(
      db,
    );
    return rows[0]!.day;
  });

const addCourse = (title: string, fields: object = {}) =>
  server.inside("demo", async (db, instance_id) => {
    const values = { instance_id, title, status: "published", ...fields };
    return (await db.insertInto("courses").values(values).returning("id").executeTakeFirstOrThrow()).id;
  });

const addGroup = (name: string, rule: { due_on?: string; due_days?: number }, course_id: number) =>
  server.inside("demo", async (db, instance_id) => {
    const { id: group_id } = await db
      .insertInto("groups")
      .values({ instance_id, name })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("group_courses")
      .values({ instance_id, group_id, course_id, ...rule })
      .execute();
    return group_id;
  });

const enrol = (id: number, due?: object) => admin.data(ENROL, { id, people: { user_ids: [learnerId] }, due });
const setDue = (id: number, due: object | null) => admin.data(SET, { id, people: { user_ids: [learnerId] }, due });
const join = (group: number) =>
  admin.data(`mutation ($g: [Int!]!, $u: Int!) { addUserToGroup(group_ids: $g, user_id: $u) { id } }`, {
    g: [group],
    u: learnerId,
  });
const leave = (group: number) =>
  admin.data(`mutation ($g: Int!, $u: Int!) { removeUserFromGroup(group_id: $g, user_id: $u) { id } }`, {
    g: group,
    u: learnerId,
  });

/** Reads the learner's due date in a course as staff see it. */
async function readDue(id: number) {
  const { rows } = (await admin.data(PEOPLE, { id })).coursePeople;
  const { email: _, ...due } = rows.find(({ email }: { email: string }) => email === LEARNER);
  return due;
}

describe("the due date of an enrolment", () => {
  test("is the day given, or counted from the day of the enrolment", async () => {
    const [onDay, afterDays] = [await addCourse("On a day"), await addCourse("After days")];
    await enrol(onDay, { on: "2031-05-06" });
    await enrol(afterDays, { days: 3 });
    expect(await readDue(onDay)).toEqual({ due_on: "2031-05-06", due_status: "due", is_due_by_hand: false });
    expect(await readDue(afterDays)).toEqual({
      due_on: await dayIn(3),
      due_status: "due_soon",
      is_due_by_hand: false,
    });
  });

  test("stays when people are assigned again without a due date, and changes with one, for them alone", async () => {
    const course = await addCourse("Assigned again");
    const other = await server.userId("manager@demo.test");
    await admin.data(ENROL, { id: course, people: { user_ids: [other] }, due: { on: "2030-01-01" } });
    await enrol(course, { on: "2031-01-01" });
    await enrol(course);
    expect((await readDue(course)).due_on).toBe("2031-01-01");
    await enrol(course, { days: 9 });
    expect((await readDue(course)).due_on).toBe(await dayIn(9));
    await enrol(course, { on: "2032-01-01" });
    expect((await readDue(course)).due_on).toBe("2032-01-01");
    const { rows } = (await admin.data(PEOPLE, { id: course, sort: "due" })).coursePeople;
    expect(rows).toMatchObject([{ due_on: "2030-01-01" }, { due_on: "2032-01-01" }]);
  });

  test("follows the course's rule where nothing is given, also for learners who enrol themselves", async () => {
    const course = await addCourse("Thirty days", { due_days: 30 });
    await learner.data(`mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }`, { id: course });
    expect((await readDue(course)).due_on).toBe(await dayIn(30));
    const other = await addCourse("Thirty days more", { due_days: 30 });
    await enrol(other);
    expect((await readDue(other)).due_on).toBe(await dayIn(30));
  });

  test("is the earliest of those of its reasons, and changes when a reason goes", async () => {
    const course = await addCourse("Two groups");
    const late = await addGroup("Late", { due_on: "2032-01-01" }, course);
    const early = await addGroup("Early", { due_on: "2031-01-01" }, course);
    await join(late);
    expect((await readDue(course)).due_on).toBe("2032-01-01");
    await join(early);
    expect((await readDue(course)).due_on).toBe("2031-01-01");
    await leave(early);
    expect((await readDue(course)).due_on).toBe("2032-01-01");
    await enrol(course, { on: "2030-06-01" });
    await leave(late);
    expect((await readDue(course)).due_on).toBe("2030-06-01");
  });

  test("follows a change of the group's rule, with days counted from the joining", async () => {
    const course = await addCourse("Rule of the group");
    const group = await addGroup("With a rule", {}, course);
    await join(group);
    expect((await readDue(course)).due_on).toBeNull();
    const RULE = `mutation ($g: Int!, $c: Int!, $due: DueInput) { setGroupDueRule(group_id: $g, course_id: $c, due: $due) { id } }`;
    const change = (due: object | null) => admin.data(RULE, { g: group, c: course, due });
    await change({ days: 5 });
    expect((await readDue(course)).due_on).toBe(await dayIn(5));
    expect(
      (await admin.data(`query ($g: Int!) { group(id: $g) { dueRules { course_id on days } } }`, { g: group })).group,
    ).toEqual({ dueRules: [{ course_id: course, on: null, days: 5 }] });
    await change({ on: "2031-07-01" });
    expect((await readDue(course)).due_on).toBe("2031-07-01");
    await change(null);
    expect((await readDue(course)).due_on).toBeNull();
    const other = await addCourse("Not of the group");
    expect(await admin.refusal(RULE, { g: group, c: other, due: { days: 1 } })).toBe("NOT_FOUND");
  });

  test("set by hand stays whatever the reasons say, until it is given back to them", async () => {
    const course = await addCourse("By hand");
    await enrol(course, { on: "2031-01-01" });
    await setDue(course, { on: "2031-03-01" });
    const early = await addGroup("Earlier", { due_days: 1 }, course);
    await join(early);
    expect(await readDue(course)).toMatchObject({ due_on: "2031-03-01", is_due_by_hand: true });
    await setDue(course, {});
    expect(await readDue(course)).toEqual({ due_on: null, due_status: null, is_due_by_hand: true });
    await setDue(course, null);
    expect(await readDue(course)).toMatchObject({ due_on: await dayIn(1), is_due_by_hand: false });
    await setDue(course, { days: 4 });
    const log = await server.inside("demo", (db) =>
      db.selectFrom("audit_log").where("action", "=", "enrolment.due_set").select("changes").orderBy("id").execute(),
    );
    const changes = log.map((row) => row.changes as { course: string; due: unknown });
    const dates = changes.filter((change) => change.course === "By hand").map(({ due }) => due);
    expect(dates).toEqual(["2031-03-01", "none", "by_rules", 4]);
  });

  test("set by hand in days counts them from the day of the enrolment in the own time zone, in that course alone", async () => {
    const [course, other] = [await addCourse("By hand in days"), await addCourse("Not by hand")];
    await enrol(course);
    await enrol(other, { on: "2031-01-01" });
    const { pool } = server.platform.database;
    const { rows: zones } = await pool.query("SELECT id, time_zone FROM instances");
    await pool.query("UPDATE instances SET time_zone = 'Pacific/Kiritimati' WHERE domain <> 'demo'");
    await pool.query("UPDATE instances SET time_zone = 'Etc/GMT+12' WHERE domain = 'demo'");
    await server.inside("demo", (db, instance) =>
      db
        .updateTable("enrolments")
        .set({ assigned_at: new Date("2031-05-06T12:00:00Z") })
        .where("instance_id", "=", instance)
        .where("course_id", "=", course)
        .execute(),
    );
    await setDue(course, { days: 4 });
    for (const { id, time_zone } of zones)
      await pool.query("UPDATE instances SET time_zone = $2 WHERE id = $1", [id, time_zone]);
    expect(await readDue(course)).toMatchObject({ due_on: "2031-05-10", is_due_by_hand: true });
    expect(await readDue(other)).toMatchObject({ due_on: "2031-01-01", is_due_by_hand: false });
  });

  test("is refused with the reason when it is no day, or both a day and a number of days", async () => {
    const course = await addCourse("Refused");
    await enrol(course);
    for (const due of [
      { on: "2031-02-30" },
      { on: "9999-01-01" },
      { days: -1 },
      { days: 5_000 },
      { on: "2031-01-01", days: 1 },
    ])
      expect(await admin.refusal(SET, { id: course, people: { user_ids: [learnerId] }, due })).toBe("VALIDATION");
    expect((await readDue(course)).due_on).toBeNull();
  });

  test("ends with the attempt when the course is taken again, unless the course has a rule", async () => {
    for (const [due_days, expected] of [
      [null, null],
      [10, await dayIn(10)],
    ] as const) {
      const course = await addCourse(`Again ${due_days}`, { due_days });
      await enrol(course, { on: "2026-01-01" });
      await admin.data(
        `mutation ($id: Int!, $u: Int!) { completeCourseForPeople(course_id: $id, people: { user_ids: [$u] }, reason: "Classroom") }`,
        { id: course, u: learnerId },
      );
      await admin.data(`mutation ($c: Int!, $u: Int!) { retakeCourse(course_id: $c, user_id: $u) { id } }`, {
        c: course,
        u: learnerId,
      });
      expect((await readDue(course)).due_on).toBe(expected);
    }
  });

  test("returns with an enrolment that ended and was restored", async () => {
    const course = await addCourse("Restored");
    await enrol(course, { on: "2031-01-01" });
    const { endCourseEnrolments } = await admin.data(
      `mutation ($id: Int!) { endCourseEnrolments(course_id: $id, people: {}) { ended_ids } }`,
      { id: course },
    );
    await admin.data(`mutation ($ids: [Int!]!) { restoreEnrolments(ids: $ids) }`, {
      ids: endCourseEnrolments.ended_ids,
    });
    expect((await readDue(course)).due_on).toBe("2031-01-01");
  });
});

describe("the status of a due date", () => {
  test("is overdue after the day, due soon for a week, and none without a day or after completion", async () => {
    const rows = await server.inside("demo", async (db) => {
      const of = (due: string | null, completed: string | null = null) =>
        sql`SELECT due_status(${due}::date, ${completed}::timestamptz, '2031-05-10') AS status`;
      const days = ["2031-05-09", "2031-05-10", "2031-05-17", "2031-05-18", null].map((day) => of(day));
      const all = sql.join([...days, of("2031-05-09", "2031-05-20T10:00:00Z")], sql` UNION ALL `);
      return (await sql<{ status: string | null }>`${all}`.execute(db)).rows;
    });
    expect(rows.map(({ status }) => status)).toEqual(["overdue", "due_soon", "due_soon", "due", null, null]);
  });

  test("is written into a query by PostgreSQL, and not called for each row", async () => {
    const plan = await server.inside("demo", async (db, id) => {
      const { rows } = await sql`EXPLAIN VERBOSE
        SELECT ${selectDueStatus("e", id)} FROM enrolments e WHERE e.instance_id = ${id}`.execute(db);
      return JSON.stringify(rows);
    });
    expect(plan).toContain("overdue");
    expect(plan).not.toContain("due_status(");
  });
});

describe("an enrolment whose due date has passed", () => {
  test("is overdue from the next day in the time zone of the instance, until the course is complete", async () => {
    const [today, yesterday] = [await addCourse("Due today"), await addCourse("Due yesterday")];
    await enrol(today, { days: 0 });
    await enrol(yesterday, { on: await dayIn(-1) });
    expect((await readDue(today)).due_status).toBe("due_soon");
    expect((await readDue(yesterday)).due_status).toBe("overdue");
    const { myCourses, userProgress } = await learner.data(MINE);
    for (const list of [myCourses, userProgress.courses])
      expect(list.find(({ id }: { id: number }) => id === yesterday)).toEqual({
        id: yesterday,
        due_on: await dayIn(-1),
        due_status: "overdue",
      });
    await admin.data(
      `mutation ($id: Int!, $u: Int!) { completeCourseForPeople(course_id: $id, people: { user_ids: [$u] }, reason: "Classroom") }`,
      { id: yesterday, u: learnerId },
    );
    expect((await readDue(yesterday)).due_status).toBeNull();
  });

  test("is found by the filters of lists and reports, and in their order", async () => {
    const course = await addCourse("Filtered");
    const people = [await server.userId("manager@demo.test"), await server.userId("instructor@demo.test")];
    await admin.data(ENROL, { id: course, people: { user_ids: people }, due: { on: await dayIn(40) } });
    await enrol(course, { on: await dayIn(-4) });
    const list = async (options: object) => (await admin.data(PEOPLE, { id: course, ...options })).coursePeople;
    expect((await list({ due: "overdue" })).rows).toMatchObject([{ email: LEARNER }]);
    expect(await list({ due: "due" })).toMatchObject({ total: 2 });
    expect(await list({ due: "none" })).toMatchObject({ total: 0 });
    expect((await list({ sort: "due" })).rows[0].email).toBe(LEARNER);
    const { usersPage } = await admin.data(`{ usersPage(is_overdue: true, limit: 50) { rows { email } } }`);
    expect(usersPage.rows).toContainEqual({ email: LEARNER });
    expect(usersPage.rows).not.toContainEqual({ email: "admin@demo.test" });
    const { rows: drafted } = await server.inside("demo", (db) =>
      sql<{ id: number }>`UPDATE courses SET status = 'draft' WHERE status = 'published' RETURNING id`.execute(db),
    );
    expect((await admin.data(`{ usersPage(is_overdue: true, limit: 50) { total } }`)).usersPage.total).toBe(0);
    await server.inside("demo", (db) =>
      sql`UPDATE courses SET status = 'published' WHERE id = ANY (${drafted.map(({ id }) => id)})`.execute(db),
    );
    const { reportTable } = await admin.data(
      `query ($id: Int!) { reportTable(kind: "course-users", course_id: $id, due: "overdue", language: "en") { total } }`,
      { id: course },
    );
    expect(reportTable.total).toBe(1);
  });
});
