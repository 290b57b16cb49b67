import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addLearner, insertCourses } from "../../testing/learning-paths.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

// Restores enrolments after the course, or the product, has changed.

const ENROL = `mutation ($c: Int!, $u: [Int!]!) { enrolUsers(user_ids: $u, course_ids: [$c]) { count } }`;
const END = `mutation ($u: Int!, $c: Int!) { courseUnenrollment(user_id: $u, course_id: $c) { ended_id } }`;
const RESTORE = `mutation ($id: Int!) { restoreEnrolment(id: $id) { id } }`;
const PEOPLE = `query ($c: Int!) { coursePeople(course_id: $c) { rows { id status progress } } }`;

let server: TestServer;
let admin: Client;
let user: number;
let course: number;
let count = 0;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
});
afterAll(() => server.close());

/** Enrols a person in a course of two units, of which they complete the first. */
beforeEach(async () => {
  user = await addLearner(admin, `restored${++count}@demo.test`);
  [course] = (await insertCourses(server, [`Changed ${count}`], { unit_count: 2 })) as [number];
  await admin.data(ENROL, { c: course, u: [user] });
  await run(sql`INSERT INTO unit_progress (instance_id, user_id, course_id, unit_id, completed_at)
    SELECT instance_id, ${user}, course_id, id, now() FROM units WHERE course_id = ${course}`);
  await run(sql`INSERT INTO units (instance_id, course_id, type, unit_order, title)
    SELECT instance_id, id, 'Content', 2, 'Lacked' FROM courses WHERE id = ${course}`);
});

const run = <Row>(statement: ReturnType<typeof sql<Row>>) =>
  server.inside("demo", async (db) => (await statement.execute(db)).rows);
const end = async (): Promise<number> => (await admin.data(END, { u: user, c: course })).courseUnenrollment.ended_id;
const restore = (id: number) => admin.data(RESTORE, { id });
const readPerson = async () => (await admin.data(PEOPLE, { c: course })).coursePeople.rows[0];

test("a restored enrolment completes its course when the units that it lacked were deleted meanwhile", async () => {
  await restore(await end());
  expect(await readPerson()).toEqual({ id: user, status: "in_progress", progress: 50 });
  const id = await end();
  await run(sql`UPDATE units SET deleted_at = now() WHERE course_id = ${course} AND title = 'Lacked'`);
  await run(sql`UPDATE courses SET unit_count = 1 WHERE id = ${course}`);
  await restore(id);
  expect(await readPerson()).toEqual({ id: user, status: "completed", progress: 100 });
  const logged = await run(sql`SELECT user_id FROM activity WHERE kind = 'course_completed' AND course_id = ${course}`);
  expect(logged).toEqual([{ user_id: user }]);
});

test("a restored enrolment has the defaults of columns that an upgrade added since it ended", async () => {
  const id = await end();
  await run(sql`UPDATE ended_enrolments SET record = record #- '{enrolments,0,attempt}' #- '{unit_progress,0,time_spent}'
    WHERE id = ${id}`);
  await restore(id);
  expect(await readPerson()).toEqual({ id: user, status: "in_progress", progress: 50 });
  const restored =
    await run(sql`SELECT e.attempt, p.time_spent FROM enrolments e JOIN unit_progress p USING (instance_id, user_id, course_id)
    WHERE e.course_id = ${course}`);
  expect(restored).toEqual([{ attempt: 1, time_spent: 0 }]);
});
