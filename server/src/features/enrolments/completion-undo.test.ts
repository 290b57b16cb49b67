import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NotFound } from "../../errors.ts";
import { issueOnce } from "../certificates/issuing.service.ts";
import { listPathCertifications } from "../certificates/path-certificates.queries.ts";
import { issueForPath } from "../certificates/path-certificates.service.ts";
import { work } from "../../testing/automations.ts";
import { addLearner, ASSIGN, createPath, insertCourses } from "../../testing/learning-paths.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const MARK = `mutation ($c: Int!, $u: [Int!]) { markCourseComplete(course_id: $c, people: { user_ids: $u }, reason: "Classroom") { count user_ids at } }`;
const TAKE_BACK = `mutation ($c: Int!, $u: [Int!]!, $at: String!, $branchUrl: String) { takeBackCompletion(course_id: $c, user_ids: $u, at: $at, branchUrl: $branchUrl) }`;
const ENROL = `mutation ($c: Int!, $u: [Int!]!) { enrolUsers(user_ids: $u, course_ids: [$c]) { count } }`;
const FINISH = `mutation ($c: Int!, $unit: Int!) { markUnitComplete(input: { course_id: $c, unit_id: $unit, unit_type: "Content" }) { is_complete } }`;

let server: TestServer;
let admin: Client;
let course: number;
let count = 0;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  course = (await insertCourses(server, ["Taken back"]))[0]!;
});
afterAll(() => server.close());

/** Adds enrolled learners. */
async function enrol(many: number): Promise<{ ids: number[]; emails: string[] }> {
  const emails = Array.from({ length: many }, () => `marked${++count}@demo.test`);
  const ids = [];
  for (const email of emails) ids.push(await addLearner(admin, email));
  await admin.data(ENROL, { c: course, u: ids });
  return { ids, emails };
}

async function mark(ids: number[]) {
  const { user_ids, at, count: marked } = (await admin.data(MARK, { c: course, u: ids })).markCourseComplete;
  return { marked, variables: { c: course, u: user_ids as number[], at: at as string } };
}

const takeBack = async (variables: object) => (await admin.data(TAKE_BACK, variables)).takeBackCompletion;

const states = (ids: number[]) =>
  server.inside("demo", async (db, instance) =>
    (
      await db
        .selectFrom("enrolments")
        .select(["completed_at", "started_at", "units_completed"])
        .where("instance_id", "=", instance)
        .where("course_id", "=", course)
        .where("user_id", "in", ids)
        .orderBy("user_id")
        .execute()
    ).map((row) => [row.completed_at !== null, row.started_at !== null, row.units_completed]),
  );

test("a course is as it was before, for those for whom it was marked, and not for others", async () => {
  const { ids } = await enrol(3);
  const [earlier] = ids;
  const first = await mark([earlier!]);
  const { marked, variables } = await mark(ids);
  expect([marked, variables.u]).toEqual([2, ids.slice(1)]);
  // Also when a client names people whom it did not mark.
  expect(await takeBack({ ...variables, u: ids })).toBe(2);
  expect(await states(ids)).toEqual([
    [true, true, 0],
    [false, false, 0],
    [false, false, 0],
  ]);
  expect(await takeBack(variables)).toBe(0);
  expect(await takeBack(first.variables)).toBe(1);
  const { auditLog } = await admin.data(`{ auditLog(action: "enrolment.completion_undone") { total } }`);
  expect(auditLog.total).toBe(3);
});

test("what a learner did since is kept: units, a completion by their own work, a certificate", async () => {
  const { ids, emails } = await enrol(3);
  const [works, opens, leaves] = ids;
  const { variables } = await mark(ids);
  const unit = await server.inside(
    "demo",
    async (db, instance) =>
      (
        await sql<{
          id: number;
        }>`SELECT id FROM units WHERE instance_id = ${instance} AND course_id = ${course}`.execute(db)
      ).rows[0]!.id,
  );
  await (await server.as(emails[0]!)).data(FINISH, { c: course, unit });
  await (
    await server.as(emails[1]!)
  ).data(`mutation ($c: Int!) { generateCertificate(input: { course_id: $c }) { certificate_url } }`, { c: course });
  await admin.data(
    `mutation ($c: Int!, $u: [Int!]) { endCourseEnrolments(course_id: $c, people: { user_ids: $u }) { count } }`,
    {
      c: course,
      u: [leaves],
    },
  );
  expect(await takeBack(variables)).toBe(0);
  expect(await states([works!, opens!])).toEqual([
    [true, true, 1],
    [true, true, 0],
  ]);
});

test("a path that was completed with it is taken back with its certificate, and can be completed again", async () => {
  const { ids, emails } = await enrol(1);
  const { id } = await createPath(admin, "With it", [{ course_ids: [course] }], { certificate_months: 12 });
  await admin.data(ASSIGN, { id, to: { user_ids: ids } });
  const { variables } = await mark(ids);
  await work(server);
  const learner = await server.as(emails[0]!);
  const seen = async () => {
    const { myLearningPath, notifications, certificatesOfUser } = await learner.data(
      `query ($id: Int!) { myLearningPath(id: $id) { status } notifications { rows { kind } } certificatesOfUser { path_id } }`,
      { id },
    );
    const bell = notifications.rows.filter(({ kind }: { kind: string }) => kind === "certificate_issued");
    return [
      myLearningPath.status,
      certificatesOfUser.filter((row: { path_id: number }) => row.path_id).length,
      bell.length,
    ];
  };
  expect(await seen()).toEqual(["completed", 1, 1]);
  expect(await takeBack(variables)).toBe(1);
  expect(await seen()).toEqual(["not_started", 0, 0]);
  await mark(ids);
  await work(server);
  expect(await seen()).toEqual(["completed", 1, 1]);
});

test("a notification of a certificate that was read stays when the certificate is taken back", async () => {
  const { ids, emails } = await enrol(1);
  const { id } = await createPath(admin, "Read about", [{ course_ids: [course] }], { certificate_months: 12 });
  await admin.data(ASSIGN, { id, to: { user_ids: ids } });
  const { variables } = await mark(ids);
  await work(server);
  const learner = await server.as(emails[0]!);
  await learner.data("mutation { markNotificationsRead }");
  expect(await takeBack(variables)).toBe(1);
  const { notifications } = await learner.data("{ notifications { rows { kind } } }");
  expect(notifications.rows).toContainEqual({ kind: "certificate_issued" });
});

test("other courses, paths and certificates of the same people stay as they are", async () => {
  const { ids, emails } = await enrol(2);
  const [other] = (await insertCourses(server, ["Stays complete"])) as [number];
  const { id: path } = await createPath(admin, "Stays too", [{ course_ids: [other] }], { certificate_months: 12 });
  await admin.data(ASSIGN, { id: path, to: { user_ids: ids } });
  await admin.data(MARK, { c: other, u: ids });
  const { id: with_it } = await createPath(admin, "Goes", [{ course_ids: [course] }], { certificate_months: 12 });
  await admin.data(ASSIGN, { id: with_it, to: { user_ids: ids } });
  await work(server);
  // Of a former completion of the same path: one is valid, one ended.
  const former = { user_id: ids[0]!, path_id: with_it, issued_at: new Date("2020-01-01"), certificate_type: "Default" };
  const named = { user_name: "Ada", course_title: "Goes", expires_on: "2040-01-01" };
  await server.inside("demo", (db, instance_id) =>
    db
      .insertInto("certificates")
      .values(
        [null, new Date("2021-01-01")].map((ended_at, n) => ({
          ...former,
          ...named,
          instance_id,
          code: `a-former-code-of-twenty-${n}`,
          completed_on: `2020-01-0${n + 1}`,
          ended_at,
        })),
      )
      .execute(),
  );
  const { variables } = await mark(ids);
  const { id: later } = await createPath(admin, "Later", [{ course_ids: [other] }], { certificate_months: 12 });
  await admin.data(ASSIGN, { id: later, to: { user_ids: ids } });
  await work(server);
  expect(await takeBack({ ...variables, u: ids.slice(0, 1) })).toBe(1);
  // Before anybody looks, which issues what is missing.
  const ended = await server.inside("demo", (db, instance) =>
    db
      .selectFrom("certificates")
      .select(["user_id", "path_id"])
      .where("instance_id", "=", instance)
      .where("user_id", "in", ids)
      .where("ended_at", ">", new Date("2021-01-02"))
      .execute(),
  );
  expect(ended).toEqual([{ user_id: ids[0], path_id: with_it }]);
  const seen = async (email: string) => {
    const { a, b, notifications, certificatesOfUser } = await (
      await server.as(email)
    ).data(
      `query ($a: Int!, $b: Int!) { a: myLearningPath(id: $a) { status } b: myLearningPath(id: $b) { status }
        notifications { rows { kind } } certificatesOfUser { path_id } }`,
      { a: path, b: with_it },
    );
    const notified = notifications.rows.filter(({ kind }: { kind: string }) => kind === "certificate_issued").length;
    const certificates = certificatesOfUser.map((row: { path_id: number | null }) => row.path_id).filter(Boolean);
    return {
      paths: [a.status, b.status],
      notified,
      certificates: certificates.toSorted((a: number, b: number) => a - b),
    };
  };
  const byId = (...ids: number[]) => ids.toSorted((a, b) => a - b);
  expect(await seen(emails[0]!)).toEqual({
    paths: ["completed", "not_started"],
    notified: 2,
    certificates: byId(path, later),
  });
  expect(await seen(emails[1]!)).toEqual({
    paths: ["completed", "completed"],
    notified: 3,
    certificates: byId(path, with_it, later),
  });
  const completed = await server.inside("demo", (db, instance) =>
    db
      .selectFrom("enrolments")
      .select("user_id")
      .where("instance_id", "=", instance)
      .where("course_id", "=", other)
      .where("completed_at", "is not", null)
      .orderBy("user_id")
      .execute(),
  );
  expect(completed.map(({ user_id }) => user_id)).toEqual(ids);
});

test("a path stays complete that is complete without the course by now", async () => {
  const { ids: both, emails } = await enrol(2);
  const ids = both.slice(0, 1);
  const [other, never] = (await insertCourses(server, ["Instead of it", "Never complete"])) as [number, number];
  const { id } = await createPath(admin, "Either of them", [{ course_ids: [course, other], needed: 1 }]);
  const { id: incomplete } = await createPath(admin, "Incomplete", [{ course_ids: [course, never] }]);
  for (const path of [id, incomplete]) await admin.data(ASSIGN, { id: path, to: { user_ids: both } });
  const { variables } = await mark(ids);
  await admin.data(MARK, { c: other, u: ids });
  expect(await takeBack(variables)).toBe(1);
  const { myLearningPath } = await (
    await server.as(emails[0]!)
  ).data(`query ($id: Int!) { myLearningPath(id: $id) { status completed_at } }`, { id });
  expect(myLearningPath).toMatchObject({ status: "completed", completed_at: expect.any(String) });
});

test("a path that was complete before stays complete", async () => {
  const { ids, emails } = await enrol(1);
  const { id } = await createPath(admin, "Complete before", [{ course_ids: [course] }]);
  await admin.data(ASSIGN, { id, to: { user_ids: ids } });
  const { variables } = await mark(ids);
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("learning_path_people")
      .set({ completed_at: new Date("2026-01-01") })
      .where("instance_id", "=", instance)
      .where("path_id", "=", id)
      .execute(),
  );
  expect(await takeBack(variables)).toBe(1);
  const learner = await server.as(emails[0]!);
  const { myLearningPath } = await learner.data(`query ($id: Int!) { myLearningPath(id: $id) { status } }`, { id });
  expect(myLearningPath.status).toBe("completed");
});

test("the certificate of another person, an earlier one or one that ended keeps no completion", async () => {
  const { ids, emails } = await enrol(4);
  const [other] = (await insertCourses(server, ["Worked in"])) as [number];
  await admin.data(ENROL, { c: other, u: ids.slice(3) });
  const unit = await server.inside("demo", async (db, instance) => {
    const units = db.selectFrom("units").select("id").where("instance_id", "=", instance);
    return (await units.where("course_id", "=", other).executeTakeFirstOrThrow()).id;
  });
  await (await server.as(emails[3]!)).data(FINISH, { c: other, unit });
  const [holds, before, ended] = ids as [number, number, number];
  const { variables } = await mark(ids);
  const own = { course_id: course, certificate_type: "Default", user_name: "Ada", course_title: "Taken back" };
  const days = { completed_on: "2020-01-01", expires_on: "2040-01-01" };
  await server.inside("demo", (db, instance_id) =>
    db
      .insertInto("certificates")
      .values([
        { ...own, ...days, instance_id, user_id: holds, code: "a-code-of-at-least-twenty-1" },
        {
          ...own,
          ...days,
          instance_id,
          user_id: before,
          code: "a-code-of-at-least-twenty-2",
          issued_at: new Date("2020-01-01"),
        },
        { ...own, ...days, instance_id, user_id: ended, code: "a-code-of-at-least-twenty-3", ended_at: new Date() },
      ])
      .execute(),
  );
  expect(await takeBack(variables)).toBe(3);
  // The last has worked in another course, and a person of another test in this one.
  expect(await states(ids)).toEqual([
    [true, true, 0],
    [false, false, 0],
    [false, false, 0],
    [false, false, 0],
  ]);
});

test("a later completion stays when an earlier one is taken back, and each takes its own entry out of the log", async () => {
  const { ids } = await enrol(1);
  const first = await mark(ids);
  await admin.data(`mutation ($c: Int!, $u: Int!) { retakeCourse(course_id: $c, user_id: $u) { attempt } }`, {
    c: course,
    u: ids[0],
  });
  const second = await mark(ids);
  const countEntries = () =>
    server.inside("demo", async (db, instance) => {
      const entries = db.selectFrom("activity").select("created_at").where("instance_id", "=", instance);
      const own = entries.where("user_id", "=", ids[0]!).where("course_id", "=", course);
      return (await own.where("kind", "=", "course_completed").execute()).length;
    });
  expect(await takeBack(first.variables)).toBe(0);
  const isComplete = async () => (await states(ids))[0]![0];
  expect([await isComplete(), await countEntries()]).toEqual([true, 2]);
  expect(await takeBack(second.variables)).toBe(1);
  expect([await isComplete(), await countEntries()]).toEqual([false, 1]);
});

test("a worker that listed a completion issues no certificate when it is taken back meanwhile", async () => {
  const { completion, undo, issued } = await completePath("Listed before");
  await undo();
  await server.inside("demo", async (db, instanceId) => {
    await expect(issueForPath({ db, instanceId }, completion)).rejects.toThrow(NotFound);
  });
  expect(await issued()).toEqual([]);
});

test("undo waits for a certificate that is being issued, and ends it", async () => {
  const { completion, undo, issued } = await completePath("Issued meanwhile");
  let undone: Promise<number> | undefined;
  await server.inside("demo", async (db, instanceId) => {
    await issueForPath({ db, instanceId }, completion);
    undone = undo();
    await expect.poll(server.countWaiting).toBe(1);
  });
  expect(await undone).toBe(1);
  expect(await issued()).toEqual(["ended"]);
});

test("undo leaves out a person whose certificate of the course is being issued", async () => {
  const { ids } = await enrol(1);
  const { variables } = await mark(ids);
  let undone: Promise<number> | undefined;
  await server.inside("demo", async (db, instanceId) => {
    const certificate = { user_name: "Ada", course_title: "Taken back", certificate_type: "Default" };
    const today = new Date().toISOString().slice(0, 10);
    const of = { user_id: ids[0]!, course_id: course, path_id: null, completed_on: today, expires_on: today };
    await issueOnce({ db, instanceId }, { ...certificate, ...of });
    undone = takeBack(variables);
    await expect.poll(server.countWaiting).toBe(1);
  });
  expect(await undone).toBe(0);
  expect(await states(ids)).toEqual([[true, true, 0]]);
});

/** Marks a learner's course as complete, which completes a path; a worker has listed the completion, and issued nothing. */
async function completePath(title: string) {
  const { ids } = await enrol(1);
  const { id } = await createPath(admin, title, [{ course_ids: [course] }], { certificate_months: 12 });
  await admin.data(ASSIGN, { id, to: { user_ids: ids } });
  const { variables } = await mark(ids);
  const [completion] = await server.inside("demo", (db, instanceId) =>
    listPathCertifications({ db, instanceId }, ids[0]!, id),
  );
  const issued = () =>
    server.inside("demo", async (db, instance) =>
      (
        await db
          .selectFrom("certificates")
          .select("ended_at")
          .where("instance_id", "=", instance)
          .where("path_id", "=", id)
          .execute()
      ).map(({ ended_at }) => (ended_at === null ? "valid" : "ended")),
    );
  return { completion: completion!, undo: () => takeBack(variables) as Promise<number>, issued };
}

test("only the person who marked it takes it back, with a moment, within their reach", async () => {
  const { ids } = await enrol(1);
  const { variables } = await mark(ids);
  for (const wrong of [{ u: [] }, { at: "soon" }, { at: "2026-13-45 00:00:00+00" }])
    expect(await admin.refusal(TAKE_BACK, { ...variables, ...wrong })).toBe("VALIDATION");
  for (const email of ["instructor@demo.test", "manager@demo.test", "learner@demo.test"])
    expect(await (await server.as(email)).refusal(TAKE_BACK, variables)).toBe("FORBIDDEN");
  expect(await (await server.as("admin@riverside.test")).refusal(TAKE_BACK, variables)).toBe("NOT_FOUND");
  await server.inside("demo", (db, instance) =>
    sql`UPDATE activity SET actor_id = user_id WHERE instance_id = ${instance} AND user_id = ${ids[0]!}
      AND kind = 'course_completed'`.execute(db),
  );
  expect(await takeBack(variables)).toBe(0);
});
