import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { continueRun } from "./runs.service.ts";

const PEOPLE = `query ($id: Int!, $search: String, $status: String, $source: String, $group: Int, $branch: Int, $sort: String, $limit: Int, $offset: Int, $branchUrl: String) {
  coursePeople(course_id: $id, search: $search, status: $status, source: $source, group_id: $group, branch_id: $branch, sort: $sort, limit: $limit, offset: $offset, branchUrl: $branchUrl) {
    total rows { id first_name last_name email status progress completed_at last_active_on may_manage sources { kind group } } } }`;
const COUNT = `query ($id: Int!, $people: PeopleFilter!) { peopleToEnrol(course_id: $id, people: $people) { total enrolled } }`;
const ENROL = `mutation ($id: Int!, $people: PeopleFilter!, $branchUrl: String) { enrolByFilter(course_id: $id, people: $people, branchUrl: $branchUrl) { id total done enrolled state problem } }`;
const RUN = `query ($id: Int!) { enrolmentRun(id: $id) { total done enrolled state problem } }`;
const UNDO = `mutation ($id: Int!) { undoEnrolmentRun(id: $id) }`;
const END = `mutation ($id: Int!, $people: CoursePeopleFilter!) { endCourseEnrolments(course_id: $id, people: $people) { count ended_ids } }`;
const RESTORE = `mutation ($ids: [Int!]!) { restoreEnrolments(ids: $ids) }`;
const COMPLETE = `mutation ($id: Int!, $people: CoursePeopleFilter!, $reason: String!) { completeCourseForPeople(course_id: $id, people: $people, reason: $reason) }`;
const AUDIT = `query ($action: String!) { auditLog(action: $action) { total rows { subject_name changes { after } } } }`;

let server: TestServer;
let admin: Client;
let instructor: Client;
/** Of 1,203 learners without a course. */
let crowd: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  instructor = await server.as("instructor@demo.test");
  crowd = await addGroup("Everybody in the plant", 1_203);
});
afterAll(() => server.close());

/** Adds a group of new learners. */
const addGroup = (name: string, size: number, role = "learner") =>
  server.inside("demo", async (db, instance_id) => {
    const { id } = await db
      .insertInto("groups")
      .values({ instance_id, name })
      .returning("id")
      .executeTakeFirstOrThrow();
    const slug = name.toLowerCase().replaceAll(" ", "-");
    const people = Array.from({ length: size }, (_, n) => ({
      instance_id,
      first_name: "Person",
      last_name: `Number ${n}`,
      email: `${slug}-${n}@demo.test`,
      role,
    }));
    const added = await db.insertInto("users").values(people).returning("id").execute();
    const members = added.map((user) => ({ instance_id, group_id: id, user_id: user.id }));
    await db.insertInto("group_users").values(members).execute();
    return id;
  });

const addCourse = (title: string, fields: object = {}) =>
  server.inside("demo", async (db, instance_id) => {
    const values = { instance_id, title, status: "published", ...fields };
    return (await db.insertInto("courses").values(values).returning("id").executeTakeFirstOrThrow()).id;
  });

const list = async (id: number, options: object = {}, by = admin) =>
  (await by.data(PEOPLE, { id, ...options })).coursePeople;
const enrol = async (id: number, people: object, by = admin) => (await by.data(ENROL, { id, people })).enrolByFilter;

/** Counts the rows of tables for the planner, as autovacuum does within a minute after many were added. */
async function analyze(): Promise<void> {
  const owner = new pg.Client({ ...server.connection, user: "postgres" });
  await owner.connect();
  await owner.query("ANALYZE users, groups, group_users");
  await owner.end();
}

/** Runs the jobs that were queued for enrolments of many. */
async function runJobs(): Promise<void> {
  const jobs = server.outside.jobs.splice(0).filter(({ name }) => name === "enrolment.run");
  for (const { payload } of jobs) await continueRun(server.platform, payload as Parameters<typeof continueRun>[1]);
}

describe("the people of a course", () => {
  test("are listed with their status, progress and why they are enrolled", async () => {
    const id = await addCourse("Reading a manual");
    const group = await addGroup("Readers", 1);
    await admin.data(`mutation ($g: Int!, $c: [Int!]!) { addCoursesToGroup(group_id: $g, course_ids: $c) { id } }`, {
      g: group,
      c: [id],
    });
    await enrol(id, { user_ids: [await server.userId("learner@demo.test")] });
    const { total, rows } = await list(id, { sort: "email" });
    expect(total).toBe(2);
    expect(rows).toMatchObject([
      { email: "learner@demo.test", status: "not_started", progress: 0, sources: [{ kind: "person", group: null }] },
      { email: "readers-0@demo.test", sources: [{ kind: "group", group: "Readers" }], may_manage: true },
    ]);
    expect((await list(id, { source: "group" })).total).toBe(1);
    expect((await list(id, { group })).total).toBe(1);
    for (const search of ["learner@", " learner@ "]) expect((await list(id, { search })).total).toBe(1);
    expect((await list(id, { status: "completed" })).total).toBe(0);
  });

  test("are counted and paged beyond the page that is shown", async () => {
    const id = await addCourse("Many pages");
    await enrol(id, { group_ids: [crowd], search: "number 11" });
    const page = await list(id, { limit: 10, offset: 110, sort: "-email" });
    expect([page.total, page.rows.length]).toEqual([111, 1]);
  });

  test("are limited to the reach of the caller, and of the course", async () => {
    const branch = await server.inside("demo", async (db, instance_id) => {
      const north = await db
        .insertInto("branches")
        .values({ instance_id, name: "Far north", url: "far-north" })
        .returning("id")
        .executeTakeFirstOrThrow();
      return north.id;
    });
    const id = await addCourse("Seen from a branch");
    const users = [await server.userId("learner@demo.test"), await server.userId("sunita.thapa@demo.test")];
    await enrol(id, { user_ids: users });
    expect(await admin.refusal(PEOPLE, { id, branchUrl: "far-north" })).toBe("NOT_FOUND");
    await server.inside("demo", async (db, instance_id) => {
      await db.insertInto("branch_courses").values({ instance_id, branch_id: branch, course_id: id }).execute();
      await db.insertInto("branch_users").values({ instance_id, branch_id: branch, user_id: users[0]! }).execute();
    });
    for (const options of [{}, { sort: "progress" }, { status: "not_started", sort: "progress" }])
      expect([options, await list(id, { branchUrl: "far-north", ...options })]).toMatchObject([
        options,
        { total: 1, rows: [{ id: users[0] }] },
      ]);
    expect((await list(id, { branch })).total).toBe(1);
    const everybody = { id, people: { everybody: true }, branchUrl: "far-north" };
    expect((await admin.data(ENROL, everybody)).enrolByFilter).toMatchObject({ total: 1, enrolled: 0 });
  });
});

describe("enrolling by a filter", () => {
  test("enrols a few people before the answer, and is undone as one", async () => {
    const id = await addCourse("A few");
    const before = await server.userId("learner@demo.test");
    await enrol(id, { user_ids: [before] });
    const people = { user_ids: [before], group_ids: [await addGroup("A dozen", 12)] };
    expect((await admin.data(COUNT, { id, people })).peopleToEnrol).toEqual({ total: 13, enrolled: 1 });
    const run = await enrol(id, people);
    expect(run).toMatchObject({ total: 13, done: 13, enrolled: 12, state: "done" });
    expect((await list(id)).total).toBe(13);
    expect((await admin.data(UNDO, { id: run.id })).undoEnrolmentRun).toBe(12);
    expect((await list(id)).rows).toMatchObject([{ id: before }]);
    expect((await admin.data(UNDO, { id: run.id })).undoEnrolmentRun).toBe(0);
  });

  test("enrols many people in a job, once, also where the job runs twice", async () => {
    const id = await addCourse("Many");
    server.outside.jobs.length = 0;
    const run = await enrol(id, { group_ids: [crowd] });
    expect(run).toMatchObject({ total: 1_203, done: 500, state: "working" });
    const queued = [...server.outside.jobs];
    await runJobs();
    server.outside.jobs.push(...queued);
    await runJobs();
    expect((await admin.data(RUN, { id: run.id })).enrolmentRun).toMatchObject({
      done: 1_203,
      enrolled: 1_203,
      state: "done",
    });
    expect((await list(id)).total).toBe(1_203);
    expect((await admin.data(AUDIT, { action: "enrolment.many_added" })).auditLog.rows[0].subject_name).toBe("Many");
  });

  test("enrols 10,000 people of a filter in a job that shows how far it is, once, and undoes it as one", async () => {
    const id = await addCourse("Ten thousand");
    const factory = await addGroup("Everybody in the factory", 10_000);
    await analyze();
    const before = await server.userId("learner@demo.test");
    await enrol(id, { user_ids: [before] });
    server.outside.jobs.length = 0;
    const people = { group_ids: [factory] };
    expect((await admin.data(COUNT, { id, people })).peopleToEnrol).toEqual({ total: 10_000, enrolled: 0 });
    const run = await enrol(id, people);
    expect(run).toMatchObject({ total: 10_000, done: 500, state: "working" });
    const queued = [...server.outside.jobs];
    for (const times of ["once", "again"]) {
      server.outside.jobs.push(...queued);
      await runJobs();
      const now = (await admin.data(RUN, { id: run.id })).enrolmentRun;
      expect([times, now]).toMatchObject([times, { done: 10_000, enrolled: 10_000, state: "done" }]);
      expect((await list(id)).total).toBe(10_001);
    }
    expect((await admin.data(UNDO, { id: run.id })).undoEnrolmentRun).toBe(10_000);
    expect((await list(id)).rows).toMatchObject([{ id: before }]);
  });

  test("stops where it is undone before its job has run", async () => {
    const id = await addCourse("Undone early");
    server.outside.jobs.length = 0;
    const run = await enrol(id, { group_ids: [crowd] });
    expect((await admin.data(UNDO, { id: run.id })).undoEnrolmentRun).toBe(500);
    await runJobs();
    expect((await list(id)).total).toBe(0);
    expect((await admin.data(RUN, { id: run.id })).enrolmentRun.state).toBe("undone");
  });

  test("enrols nobody when the course has too few places for all", async () => {
    const id = await addCourse("Small room", { capacity: 600 });
    const answer = await admin.query(ENROL, { id, people: { group_ids: [crowd] } });
    expect(answer.errors?.[0]?.message).toMatch(/capacity of 600, and this would make 1203 people/);
    expect((await list(id)).total).toBe(0);
  });

  test("says why it ended when the places were taken while its job ran", async () => {
    const id = await addCourse("Shrinking room");
    server.outside.jobs.length = 0;
    const run = await enrol(id, { group_ids: [crowd] });
    await server.inside("demo", (db, instance_id) =>
      db
        .updateTable("courses")
        .set({ capacity: 700 })
        .where("instance_id", "=", instance_id)
        .where("id", "=", id)
        .execute(),
    );
    await runJobs();
    const { enrolmentRun } = await admin.data(RUN, { id: run.id });
    expect(enrolmentRun).toMatchObject({ done: 500, enrolled: 500, state: "failed" });
    expect(enrolmentRun.problem).toMatch(/capacity of 700/);
  });

  test("says why it ended when the person who asked for it may no longer sign in", async () => {
    const id = await addCourse("Asked by someone who left");
    server.outside.jobs.length = 0;
    const run = await enrol(id, { group_ids: [crowd] }, instructor);
    const setActive = (is_active: boolean) =>
      server.inside("demo", (db, instance_id) =>
        db
          .updateTable("users")
          .set({ is_active })
          .where("instance_id", "=", instance_id)
          .where("email", "=", "instructor@demo.test")
          .execute(),
      );
    await setActive(false);
    await runJobs();
    await setActive(true);
    expect((await admin.data(RUN, { id: run.id })).enrolmentRun).toMatchObject({ done: 500, state: "failed" });
  });

  test("keeps the enrolments of people who were meanwhile enrolled by a group, when it is undone", async () => {
    const id = await addCourse("Two reasons");
    const group = await addGroup("Two reasons", 2);
    const run = await enrol(id, { group_ids: [group] });
    await admin.data(`mutation ($g: Int!, $c: [Int!]!) { addCoursesToGroup(group_id: $g, course_ids: $c) { id } }`, {
      g: group,
      c: [id],
    });
    expect((await admin.data(UNDO, { id: run.id })).undoEnrolmentRun).toBe(0);
    expect((await list(id)).total).toBe(2);
  });

  test("leaves out inactive people and people above the caller's rank, and refuses an empty filter", async () => {
    const id = await addCourse("By rank");
    const people = { user_ids: [await server.userId("admin@demo.test"), await server.userId("learner@demo.test")] };
    expect((await enrol(id, people, instructor)).total).toBe(1);
    const inactive = await addGroup("Left the company", 2);
    await server.inside("demo", (db, instance_id) =>
      db
        .updateTable("users")
        .set({ is_active: false })
        .where("instance_id", "=", instance_id)
        .where("email", "like", "left-the-company-%")
        .execute(),
    );
    expect(await admin.refusal(ENROL, { id, people: { group_ids: [inactive] } })).toBe("VALIDATION");
    expect(await admin.refusal(ENROL, { id, people: {} })).toBe("VALIDATION");
  });
});

describe("acting on many people of a course", () => {
  test("ends the enrolments that match a filter, and restores them with their progress as one", async () => {
    const id = await addCourse("Ended and back");
    await enrol(id, { group_ids: [crowd], search: "number 12" });
    const { rows, total } = await list(id, { sort: "name" });
    await admin.data(COMPLETE, { id, people: { user_ids: [rows[0].id] }, reason: "Took part in the classroom" });
    const { count, ended_ids } = (await admin.data(END, { id, people: { search: "number 12" } })).endCourseEnrolments;
    expect([count, (await list(id)).total]).toEqual([total, 0]);
    await enrol(id, { user_ids: [rows[1].id] });
    expect((await admin.data(RESTORE, { ids: ended_ids })).restoreEnrolments).toBe(count - 1);
    expect((await list(id)).total).toBe(count);
    expect((await list(id, { status: "completed" })).rows).toMatchObject([{ id: rows[0].id }]);
  });

  test("leaves people above the caller's rank out of a filter, and refuses them by name", async () => {
    const id = await addCourse("Ranks");
    const [boss, learner] = [await server.userId("admin@demo.test"), await server.userId("learner@demo.test")];
    await enrol(id, { user_ids: [boss, learner] });
    expect(
      (await list(id, { sort: "email" }, instructor)).rows.map((row: { may_manage: boolean }) => row.may_manage),
    ).toEqual([false, true]);
    expect(await instructor.refusal(END, { id, people: { user_ids: [boss] } })).toBe("FORBIDDEN");
    expect((await instructor.data(END, { id, people: {} })).endCourseEnrolments.count).toBe(1);
    expect((await list(id)).rows).toMatchObject([{ id: boss }]);
  });

  test("marks the course as complete with a reason in the audit log, once", async () => {
    const id = await addCourse("Known already");
    const learner = await server.userId("learner@demo.test");
    await enrol(id, { user_ids: [learner] });
    const people = { user_ids: [learner] };
    expect(await admin.refusal(COMPLETE, { id, people, reason: "  " })).toBe("VALIDATION");
    expect(await instructor.refusal(COMPLETE, { id, people, reason: "Because" })).toBe("FORBIDDEN");
    const reason = "Certificate of another school";
    expect((await admin.data(COMPLETE, { id, people, reason })).completeCourseForPeople).toBe(1);
    expect((await admin.data(COMPLETE, { id, people, reason })).completeCourseForPeople).toBe(0);
    expect((await list(id)).rows).toMatchObject([{ status: "completed", completed_at: expect.any(String) }]);
    const { auditLog } = await admin.data(AUDIT, { action: "enrolment.completed" });
    const reasons = auditLog.rows.flatMap(({ changes }: { changes: { after: string }[] }) =>
      changes.map(({ after }) => after),
    );
    expect(reasons.filter((after: string) => after.includes(reason))).toHaveLength(1);
  });

  test("marks the course as complete with a trimmed reason of at most 500 characters, in the log of those for whom it was not", async () => {
    const id = await addCourse("Known to one of two");
    const [known, learner] = [await server.userId("manager@demo.test"), await server.userId("learner@demo.test")];
    await enrol(id, { user_ids: [known, learner] });
    const readReason = (user: number) =>
      server.inside("demo", async (db) => {
        const log = db.selectFrom("audit_log").where("action", "=", "enrolment.completed").select("changes");
        const rows = await log.where("subject_id", "=", user).orderBy("id").execute();
        return rows
          .map(({ changes }) => changes as { course: string; reason: string })
          .filter(({ course }) => course === "Known to one of two")
          .map(({ reason }) => reason);
      });
    await admin.data(COMPLETE, { id, people: { user_ids: [known] }, reason: " Classroom " });
    const longest = "x".repeat(500);
    expect(await admin.refusal(COMPLETE, { id, people: {}, reason: `${longest}x` })).toBe("VALIDATION");
    expect((await admin.data(COMPLETE, { id, people: {}, reason: ` ${longest} ` })).completeCourseForPeople).toBe(1);
    expect([await readReason(known), await readReason(learner)]).toEqual([["Classroom"], [longest]]);
  });

  test("finds nobody of another course or instance", async () => {
    const id = await addCourse("Nobody here");
    const foreign = await server.userId("learner@riverside.test");
    for (const user of [foreign, await server.userId("learner@demo.test")])
      expect(await admin.refusal(END, { id, people: { user_ids: [user] } })).toBe("NOT_FOUND");
    expect(await admin.refusal(ENROL, { id, people: { user_ids: [foreign] } })).toBe("VALIDATION");
    expect(await admin.refusal(RESTORE, { ids: [2_000_000_000] })).toBe("NOT_FOUND");
  });

  test("finds nobody of a course that was deleted", async () => {
    const id = await addCourse("Deleted with its people", { deleted_at: new Date() });
    const user_id = await server.userId("learner@demo.test");
    await server.inside("demo", (db, instance_id) =>
      db.insertInto("enrolments").values({ instance_id, user_id, course_id: id }).execute(),
    );
    const people = { user_ids: [user_id] };
    expect(await admin.refusal(PEOPLE, { id })).toBe("NOT_FOUND");
    expect(await admin.refusal(END, { id, people })).toBe("NOT_FOUND");
    expect(await admin.refusal(COMPLETE, { id, people, reason: "Classroom" })).toBe("NOT_FOUND");
  });
});
