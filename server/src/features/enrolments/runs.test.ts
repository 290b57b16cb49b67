import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createGroup, join, leave } from "../../testing/automations.ts";
import { addLearner, insertCourses } from "../../testing/learning-paths.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { continueRun } from "./runs.service.ts";

const RUN = `query ($id: Int!, $branchUrl: String) { enrolmentRun(id: $id, branchUrl: $branchUrl) { total done enrolled state problem } }`;
const UNDO = `mutation ($id: Int!, $branchUrl: String) { undoEnrolmentRun(id: $id, branchUrl: $branchUrl) }`;
const MEANT = `query ($c: Int!, $people: PeopleFilter!) { peopleToEnrol(course_id: $c, people: $people) { total } }`;
const ENROL = `mutation ($c: Int!, $people: PeopleFilter!) { enrolByFilter(course_id: $c, people: $people) { total } }`;
const AUDIT = `query ($action: String!) { auditLog(action: $action) { rows { subject_name } } }`;

let server: TestServer;
let admin: Client;
let adminId: number;
let people: number[];
let count = 0;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  adminId = await server.userId("admin@demo.test");
  people = [];
  for (const n of [1, 2, 3, 4]) people.push(await addLearner(admin, `run${n}@demo.test`));
});
afterAll(() => server.close());

const addCourse = async () => (await insertCourses(server, [`Run ${++count}`]))[0]!;

/** Adds a run of which nobody is enrolled yet, as one that its job has not reached. */
const addRun = (course_id: number, users: number[], problem: string | null = null) =>
  server.inside("demo", async (db, instance_id) => {
    const { id } = await db
      .insertInto("enrolment_runs")
      .values({ instance_id, course_id, created_by: adminId, total: users.length, problem })
      .returning("id")
      .executeTakeFirstOrThrow();
    const waiting = users.map((user_id) => ({ instance_id, run_id: id, user_id }));
    await db.insertInto("enrolment_run_people").values(waiting).execute();
    return id;
  });

const proceed = (runId: number) =>
  server.inside("demo", async (_, instanceId) =>
    continueRun(server.platform, {
      instanceId,
      actorId: adminId,
      runId,
      origin: "http://demo.localhost",
      language: "en",
    }),
  );

const read = async (id: number) => (await admin.data(RUN, { id })).enrolmentRun;

const listEnrolled = (course: number) =>
  server.inside("demo", async (db, instance) => {
    const rows = await db
      .selectFrom("enrolments")
      .select("user_id")
      .where("instance_id", "=", instance)
      .where("course_id", "=", course)
      .orderBy("user_id")
      .execute();
    return rows.map(({ user_id }) => user_id);
  });

test("runs in the same course do not touch each other, when they proceed or are undone", async () => {
  const [course, other] = [await addCourse(), await addCourse()];
  const [first, second, elsewhere] = [
    await addRun(course, people.slice(0, 2)),
    await addRun(course, people),
    await addRun(other, people),
  ];
  const waits = { total: 4, done: 0, enrolled: 0, state: "working" };
  await proceed(first);
  expect(await read(first)).toMatchObject({ total: 2, done: 2, enrolled: 2, state: "done" });
  expect([await read(second), await read(elsewhere)]).toMatchObject([waits, waits]);
  expect([await listEnrolled(course), await listEnrolled(other)]).toEqual([people.slice(0, 2), []]);

  await proceed(second);
  await proceed(elsewhere);
  // What a group gives elsewhere is no reason to stay.
  await server.inside("demo", (db, instance_id) =>
    db
      .insertInto("enrolment_sources")
      .values({ instance_id, user_id: people[2]!, course_id: other, source: "group", group_id: 1 })
      .execute(),
  );
  // The others were enrolled by the first.
  expect(await read(second)).toMatchObject({ done: 4, enrolled: 2, state: "done" });
  expect((await admin.data(UNDO, { id: second })).undoEnrolmentRun).toBe(2);
  expect([await listEnrolled(course), await listEnrolled(other)]).toEqual([people.slice(0, 2), people]);
  expect([await read(first), await read(second), await read(elsewhere)]).toMatchObject([
    { state: "done" },
    { state: "undone" },
    { state: "done" },
  ]);
  const { auditLog } = await admin.data(AUDIT, { action: "enrolment.many_removed" });
  expect(auditLog.rows[0].subject_name).toBe(`Run ${count - 1}`);
});

test("a run that failed does not proceed, and its problem is its own", async () => {
  const course = await addCourse();
  const failed = await addRun(course, people, "Too few places");
  await proceed(failed);
  expect(await read(failed)).toMatchObject({ done: 0, state: "failed", problem: "Too few places" });
  expect(await listEnrolled(course)).toEqual([]);

  const [full, waiting] = [await addRun(course, people), await addRun(course, people)];
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("courses")
      .set({ capacity: 3 })
      .where("instance_id", "=", instance)
      .where("id", "=", course)
      .execute(),
  );
  await proceed(full);
  expect(await read(full)).toMatchObject({ state: "failed", problem: expect.stringMatching(/capacity of 3/) });
  expect(await read(waiting)).toMatchObject({ state: "working", problem: null });
});

test("a run fills a course to its last place", async () => {
  const course = await addCourse();
  const run = await addRun(course, people);
  const another = await addCourse();
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("courses")
      .set({ capacity: people.length })
      .where("instance_id", "=", instance)
      .where("id", "in", [course, another])
      .execute(),
  );
  await proceed(await addRun(another, people.slice(0, 1)));
  await proceed(run);
  expect(await read(run)).toMatchObject({ done: 4, state: "done", problem: null });
});

test("an enrolment of a few counts who has the course already once, notifies the others, and leaves no job", async () => {
  const course = await addCourse();
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("courses")
      .set({ capacity: people.length })
      .where("instance_id", "=", instance)
      .where("id", "=", course)
      .execute(),
  );
  const enrol = (users: number[]) => admin.data(ENROL, { c: course, people: { user_ids: users } });
  await enrol(people.slice(0, 1));
  server.outside.jobs.length = 0;
  expect((await enrol(people)).enrolByFilter).toMatchObject({ total: people.length });
  expect(await listEnrolled(course)).toEqual(people);
  expect(server.outside.jobs.filter(({ name }) => name === "enrolment.run")).toEqual([]);
  const notices = await server.inside("demo", (db, instance) =>
    db
      .selectFrom("notifications")
      .select(["user_id", "data"])
      .where("instance_id", "=", instance)
      .where("kind", "=", "enrolled")
      .where("user_id", "in", people)
      .orderBy("user_id")
      .execute(),
  );
  const ofCourse = notices.filter(({ data }) => (data as { course_id: number }).course_id === course);
  expect(ofCourse).toEqual(
    people.map((user_id) => ({ user_id, data: { course_id: course, course_title: `Run ${count}` } })),
  );
});

test("a filter means active people of the own organisation: no visitors, no deleted and no inactive ones", async () => {
  const course = await addCourse();
  const others = await server.inside("demo", async (db, instance_id) => {
    const add = (email: string, more: object) => ({
      instance_id,
      first_name: "Not",
      last_name: "Meant",
      email,
      ...more,
    });
    const rows = await db
      .insertInto("users")
      .values([
        add("visits@demo.test", { platform_user_id: 1, role: "super_admin" }),
        add("deleted@demo.test", { deleted_at: new Date() }),
        add("inactive@demo.test", { is_active: false }),
        add("past@demo.test", { deactivate_at: "2020-01-01" }),
      ])
      .returning("id")
      .execute();
    return rows.map(({ id }) => id);
  });
  const asked = { c: course, people: { user_ids: [...people, ...others] } };
  // Nobody outranks a visitor: these rules alone leave the others out.
  const visitor = await server.as("visits@demo.test");
  expect((await visitor.data(MEANT, asked)).peopleToEnrol.total).toBe(people.length);
  expect((await visitor.data(ENROL, asked)).enrolByFilter).toMatchObject({ total: people.length });
  expect(await listEnrolled(course)).toEqual(people);
});

test("a filter means those of a search and a role, of lists or branches, none above one's rank, and counts who has the course", async () => {
  const course = await addCourse();
  await admin.data(ENROL, { c: course, people: { user_ids: people.slice(0, 1) } });
  const { id: operator } = await server.inside("demo", (db, instance_id) =>
    db
      .insertInto("users")
      .values({ instance_id, first_name: "An", last_name: "Operator", email: "op@demo.test", role: "super_admin" })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  const count = async (filter: object) => {
    const { peopleToEnrol } = await admin.data(
      `query ($c: Int!, $people: PeopleFilter!) { peopleToEnrol(course_id: $c, people: $people) { total enrolled } }`,
      { c: course, people: { user_ids: [...people, adminId, operator], ...filter } },
    );
    return peopleToEnrol;
  };
  expect(await count({})).toEqual({ total: 5, enrolled: 1 });
  expect(await count({ search: " RUN2@ " })).toEqual({ total: 1, enrolled: 0 });
  expect(await count({ role: "learner" })).toEqual({ total: 4, enrolled: 1 });
  expect(await count({ role: "super_admin" })).toEqual({ total: 0, enrolled: 0 });
  expect(await count({ user_ids: [] })).toEqual({ total: 0, enrolled: 0 });
  expect(await count({ user_ids: null, everybody: true, search: "run2@" })).toEqual({ total: 1, enrolled: 0 });
  const { id: north } = await server.inside("demo", (db, instance) =>
    db
      .selectFrom("branches")
      .where("instance_id", "=", instance)
      .where("url", "=", "north")
      .select("id")
      .executeTakeFirstOrThrow(),
  );
  const { total } = await count({ user_ids: null, branch_ids: [north] });
  expect(total).toBeGreaterThan(0);
  expect(await count({ user_ids: people.slice(0, 1), branch_ids: [north] })).toEqual({ total: total + 1, enrolled: 1 });
});

test.each([
  [null, 90],
  [{ days: 3 }, 3],
  [{ on: "2031-01-01" }, "2031-01-01"],
])("a run gives the due date %j, and without one that of the course", async (due, expected) => {
  const course = await addCourse();
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("courses")
      .set({ due_days: 90 })
      .where("instance_id", "=", instance)
      .where("id", "=", course)
      .execute(),
  );
  const enrol = `mutation ($c: Int!, $people: PeopleFilter!, $due: DueInput) {
    enrolByFilter(course_id: $c, people: $people, due: $due) { total } }`;
  await admin.data(enrol, { c: course, people: { user_ids: people.slice(0, 1) }, due });
  const { rows } = await server.inside("demo", (db, instance) =>
    sql<{ due_on: string; days: number }>`
      SELECT e.due_on, e.due_on - (e.assigned_at AT TIME ZONE i.time_zone)::date AS days
      FROM enrolments e JOIN instances i ON i.id = e.instance_id
      WHERE e.instance_id = ${instance} AND e.course_id = ${course}`.execute(db),
  );
  expect(typeof expected === "number" ? rows[0]!.days : rows[0]!.due_on).toBe(expected);
});

test("a run handles nobody twice, is undone once without those whom a group enrolled too, and does not proceed after it", async () => {
  const course = await addCourse();
  const run = await addRun(course, people);
  await proceed(run);
  await proceed(run);
  expect(await read(run)).toMatchObject({ done: 4, enrolled: 4 });
  await server.inside("demo", (db, instance_id) =>
    db
      .insertInto("enrolment_sources")
      .values({ instance_id, user_id: people[2]!, course_id: course, source: "group", group_id: 1 })
      .execute(),
  );
  const undo = async (id: number) => (await admin.data(UNDO, { id })).undoEnrolmentRun;
  expect([await undo(run), await undo(run), await listEnrolled(course)]).toEqual([3, 0, [people[2]]]);
  const stopped = await addRun(course, people);
  expect(await undo(stopped)).toBe(0);
  await proceed(stopped);
  expect(await listEnrolled(course)).toEqual([people[2]]);
});

test("undoing a run keeps an enrolment that a group gives too for the group alone, with its due date", async () => {
  const course = await addCourse();
  const member = await addLearner(admin, "run-member@demo.test");
  await admin.data(
    `mutation ($c: Int!, $u: [Int!]!) { enrolByFilter(course_id: $c, people: { user_ids: $u }, due: { on: "2031-01-01" }) { total } }`,
    { c: course, u: [member] },
  );
  const { latest } = await server.inside("demo", (db, instance) =>
    db
      .selectFrom("enrolment_runs")
      .where("instance_id", "=", instance)
      .where("course_id", "=", course)
      .select((eb) => eb.fn.max("id").as("latest"))
      .executeTakeFirstOrThrow(),
  );
  const group = await createGroup(admin, "Run crew");
  await admin.data(`mutation ($g: Int!, $c: [Int!]!) { addCoursesToGroup(group_id: $g, course_ids: $c) { id } }`, {
    g: group,
    c: [course],
  });
  await join(admin, member, group);
  expect((await admin.data(UNDO, { id: latest })).undoEnrolmentRun).toBe(0);
  const { coursePeople } = await admin.data(
    `query ($c: Int!) { coursePeople(course_id: $c) { rows { due_on sources { kind } } } }`,
    { c: course },
  );
  expect(coursePeople.rows).toEqual([{ due_on: null, sources: [{ kind: "group" }] }]);
  await leave(admin, member, group);
  expect(await listEnrolled(course)).toEqual([]);
});

test("undoing a run keeps enrolments that were made again after the run, and ends those that were restored", async () => {
  const course = await addCourse();
  const run = await addRun(course, people);
  await proceed(run);
  const end = (user: number) =>
    admin.data(`mutation ($u: Int!, $c: Int!) { courseUnenrollment(user_id: $u, course_id: $c) { ended_id } }`, {
      u: user,
      c: course,
    });
  await end(people[0]!);
  await admin.data(ENROL, { c: course, people: { user_ids: [people[0]] } });
  const { ended_id } = (await end(people[1]!)).courseUnenrollment;
  await admin.data(`mutation ($id: Int!) { restoreEnrolment(id: $id) { id } }`, { id: ended_id });
  expect((await admin.data(UNDO, { id: run })).undoEnrolmentRun).toBe(3);
  expect(await listEnrolled(course)).toEqual([people[0]]);
});

test("a filter by a group or branch that was deleted means nobody", async () => {
  const course = await addCourse();
  const { createGroup } = await admin.data(`mutation { createGroup(input: { name: "Gone crew" }) { id } }`);
  await admin.data(`mutation ($g: [Int!]!, $u: Int!) { addUserToGroup(user_id: $u, group_ids: $g) { id } }`, {
    g: [createGroup.id],
    u: people[0],
  });
  const asked = { c: course, people: { group_ids: [createGroup.id] } };
  expect((await admin.data(MEANT, asked)).peopleToEnrol.total).toBe(1);
  await admin.data(`mutation ($id: Int!) { deleteGroup(group_id: $id) { id } }`, { id: createGroup.id });
  expect((await admin.data(MEANT, asked)).peopleToEnrol.total).toBe(0);
  expect(await admin.refusal(ENROL, asked)).toBe("VALIDATION");
});

test("a run of a course that a branch does not have is not found there", async () => {
  const run = await addRun(await addCourse(), people);
  await proceed(run);
  expect(await admin.refusal(RUN, { id: run, branchUrl: "north" })).toBe("NOT_FOUND");
  expect(await admin.refusal(UNDO, { id: run, branchUrl: "north" })).toBe("NOT_FOUND");
  expect((await read(run)).state).toBe("done");
});

test("a run leaves out people who were deactivated or deleted, or whose last day came, since it began", async () => {
  const gone: number[] = [];
  for (const name of ["off", "past", "deleted"]) gone.push(await addLearner(admin, `run-${name}@demo.test`));
  const [off, past, deleted] = gone as [number, number, number];
  const course = await addCourse();
  const run = await addRun(course, [people[0]!, ...gone]);
  await admin.data("mutation ($u: [Int!]!) { setUsersActive(user_ids: $u, is_active: false) { count } }", { u: [off] });
  await admin.data("mutation ($u: [Int!]!) { deleteUsers(user_ids: $u) { count } }", { u: [deleted] });
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("users")
      .set({ deactivate_at: "2020-01-01" })
      .where("instance_id", "=", instance)
      .where("id", "=", past)
      .execute(),
  );
  await proceed(run);
  expect(await read(run)).toMatchObject({ total: 4, done: 4, enrolled: 1, state: "done" });
  expect(await listEnrolled(course)).toEqual([people[0]]);
});
