import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { addLearner } from "../../testing/learning-paths.ts";
import { ANSWERS, COURSE, CREATE, QUESTIONS, smallCourse } from "../courses/course.testdata.ts";

const ENROL = `mutation ($c: Int!, $u: [Int!]!) { enrolUsers(user_ids: $u, course_ids: [$c]) { count } }`;
const START = `mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }`;
const STORE = `mutation ($input: StoreUnitResponseInput!) { storeUnitResponse(input: $input) { id } }`;
const COMPLETE = `mutation ($input: MarkUnitCompleteInput!) { markUnitComplete(input: $input) { id } }`;
const RESET = `mutation ($id: Int!, $people: CoursePeopleFilter!) { resetProgress(course_id: $id, people: $people) }`;
const PEOPLE = `query ($id: Int!) { coursePeople(course_id: $id, sort: "email") { rows { id status progress } } }`;
const ATTEMPTS = `query ($id: Int!, $user: Int) { courseAttempts(course_id: $id, user_id: $user) {
  attempt completed_at units_completed certificate_url answers { question is_correct } } }`;

let server: TestServer;
let admin: Client;
let learner: Client;
let learnerId: number;
let course: number;
let count = 0;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  learner = await server.as("learner@demo.test");
  learnerId = await server.userId("learner@demo.test");
});
afterAll(() => server.close());

/** Creates a course of two tests, in which the learner is enrolled with another person who never opens it. */
async function enrolInNew(): Promise<{ idle: number; units: { id: number; tests: { id: number }[] }[] }> {
  const units = { content: [], video: [], test_units: [1, 2].map((unit_order) => ({ unit_order, title: "Check" })) };
  const tests = [1, 2].flatMap((unit_order) => QUESTIONS.map((question) => ({ ...question, unit_order })));
  course = (await admin.data(CREATE, smallCourse(`Reset ${++count}`, { ...units, tests }))).createCourse.id;
  const idle = await addLearner(admin, `reset${count}@demo.test`);
  await admin.data(ENROL, { c: course, u: [learnerId, idle] });
  await learner.data(START, { id: course });
  return { idle, units: (await learner.data(COURSE, { id: course })).course.tests };
}

/** Passes a unit as the learner. */
async function pass({ id, tests }: { id: number; tests: { id: number }[] }): Promise<void> {
  const unit = { course_id: course, unit_id: id, unit_type: "TestUnitType" };
  for (const [at, question] of tests.entries()) {
    const answer = { input_type: "question", input_key: String(question.id), response: JSON.stringify(ANSWERS[at]) };
    await learner.data(STORE, { input: { ...unit, ...answer } });
  }
  await learner.data(COMPLETE, { input: unit });
}

const reset = async (people: object = {}) => (await admin.data(RESET, { id: course, people })).resetProgress;
const readStates = async () =>
  new Map<number, [string, number]>(
    (await admin.data(PEOPLE, { id: course })).coursePeople.rows.map(
      ({ id, status, progress }: { id: number; status: string; progress: number }) => [id, [status, progress]],
    ),
  );

test("progress that is reset before the course is complete starts from nothing, and stays readable", async () => {
  const { idle, units } = await enrolInNew();
  await pass(units[0]!);
  expect((await readStates()).get(learnerId)).toEqual(["in_progress", 50]);
  expect(await reset()).toBe(1);
  const states = await readStates();
  expect([states.get(learnerId), states.get(idle)]).toEqual([
    ["not_started", 0],
    ["not_started", 0],
  ]);
  const { courseAttempts } = await learner.data(ATTEMPTS, { id: course });
  expect(courseAttempts).toMatchObject([{ attempt: 1, completed_at: null, units_completed: 1, certificate_url: null }]);
  expect(courseAttempts[0].answers).toHaveLength(QUESTIONS.length);
  expect((await admin.data(ATTEMPTS, { id: course, user: idle })).courseAttempts).toEqual([]);
});

test("a learner whose progress was reset passes the course again", async () => {
  const { units } = await enrolInNew();
  await pass(units[0]!);
  await reset({ user_ids: [learnerId] });
  await learner.data(START, { id: course });
  for (const unit of units) await pass(unit);
  expect((await readStates()).get(learnerId)).toEqual(["completed", 100]);
});

test("a completed course that is reset keeps its former attempt with the certificate, also after another reset", async () => {
  const { units } = await enrolInNew();
  for (const unit of units) await pass(unit);
  expect(await reset({ user_ids: [learnerId] })).toBe(1);
  expect((await readStates()).get(learnerId)![1]).toBe(0);
  await learner.data(START, { id: course });
  await pass(units[0]!);
  expect(await reset({ user_ids: [learnerId] })).toBe(1);
  const { courseAttempts } = await learner.data(ATTEMPTS, { id: course });
  expect(courseAttempts.map(({ attempt, completed_at }: Attempt) => [attempt, completed_at !== null])).toEqual([
    [2, false],
    [1, true],
  ]);
  expect(courseAttempts[1].certificate_url).toMatch(/^\/|^http/);
  const before = await server.inside("demo", (db, instance) =>
    db
      .selectFrom("enrolments")
      .select("completed_before")
      .where("instance_id", "=", instance)
      .where("course_id", "=", course)
      .where("user_id", "=", learnerId)
      .executeTakeFirstOrThrow(),
  );
  expect(before.completed_before?.toISOString()).toBe(courseAttempts[1].completed_at);
});

interface Attempt {
  attempt: number;
  completed_at: string | null;
}

test("a reset is recorded for each person who had begun, and tells them", async () => {
  const { units } = await enrolInNew();
  await pass(units[0]!);
  await reset();
  const { audits, notices } = await server.inside("demo", async (db, instance) => ({
    audits: await db
      .selectFrom("audit_log")
      .select(["subject_id", "changes"])
      .where("instance_id", "=", instance)
      .where("action", "=", "enrolment.begun_again")
      .orderBy("id", "desc")
      .limit(1)
      .execute(),
    notices: await db
      .selectFrom("notifications")
      .select("user_id")
      .where("instance_id", "=", instance)
      .where("kind", "=", "begun_again")
      .orderBy("id", "desc")
      .limit(1)
      .execute(),
  }));
  expect(audits).toMatchObject([{ subject_id: learnerId, changes: { course: `Reset ${count}`, attempt: 2 } }]);
  expect(notices).toEqual([{ user_id: learnerId }]);
});

test("a reset is in the activity of each person who had begun", async () => {
  const { idle } = await enrolInNew();
  await reset();
  const ACTIVITY = `query ($user: Int!) { userActivityLog(id: $user, kind: "progress_reset", limit: 1) { data { message } } }`;
  const read = async (user: number) => (await admin.data(ACTIVITY, { user })).userActivityLog.data;
  const [entry] = await read(learnerId);
  expect(entry.message).toMatch(new RegExp(`^Had the progress in 'Reset ${count}' reset \\(by `));
  expect(await read(idle)).toEqual([]);
});

test("nobody resets the progress of people who are not in the course, and no learner that of anybody", async () => {
  await enrolInNew();
  const stranger = await addLearner(admin, "reset-stranger@demo.test");
  expect(await admin.refusal(RESET, { id: course, people: { user_ids: [stranger] } })).toBe("NOT_FOUND");
  expect(await learner.refusal(RESET, { id: course, people: { user_ids: [learnerId] } })).toBe("FORBIDDEN");
});

test("the progress of more than 1,000 people is not reset at once", async () => {
  await enrolInNew();
  await server.inside("demo", async (db, instance) => {
    await sql`
      WITH crowd AS (
        INSERT INTO users (instance_id, first_name, last_name, email, role)
        SELECT ${instance}, 'Crowd', n::text, 'crowd' || n || '@demo.test', 'learner' FROM generate_series(1, 999) n RETURNING id
      ) INSERT INTO enrolments (instance_id, user_id, course_id) SELECT ${instance}, id, ${course}::integer FROM crowd`.execute(
      db,
    );
  });
  const problems = async () =>
    (await admin.query(RESET, { id: course, people: {} })).errors?.[0]?.extensions.validation;
  expect(await problems()).toEqual({ people: ["At most 1000 people can be chosen at once."] });
  expect((await learner.data(ATTEMPTS, { id: course })).courseAttempts).toEqual([]);
});
