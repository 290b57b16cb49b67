import { afterAll, beforeAll, expect, test } from "vitest";
import { createGroup } from "../../testing/automations.ts";
import { addLearner, ASSIGN, createPath, insertCourses } from "../../testing/learning-paths.ts";
import { openRows } from "../../testing/report-rows.ts";
import { withActor } from "../../access/with-actor.ts";
import { Forbidden, Invalid, NotFound } from "../../errors.ts";
import { type Client, startServer, type TestServer, VISIT } from "../../testing/server.ts";
import { listMeant } from "./course-people.service.ts";

const PEOPLE = `query ($id: Int!, $source: String) { coursePeople(course_id: $id, source: $source, sort: "email") {
  total rows { id email status last_active_on is_due_by_hand due_on sources { kind group } } } }`;
const ENROL = `mutation ($c: Int!, $u: [Int!]!) { enrolUsers(user_ids: $u, course_ids: [$c]) { count } }`;
const ADD_COURSES = `mutation ($g: Int!, $c: [Int!]!) { addCoursesToGroup(group_id: $g, course_ids: $c) { id } }`;
const ADD_PEOPLE = `mutation ($g: Int!, $u: [Int!]!) { addUsersToGroups(user_ids: $u, group_ids: [$g]) { added } }`;
const COMPLETE = `mutation ($c: Int!, $u: [Int!]) { completeCourseForPeople(course_id: $c, people: { user_ids: $u }, reason: "Classroom") }`;

let server: TestServer;
let admin: Client;
let people: [number, number];
let course: number;
let elsewhere: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  people = [await addLearner(admin, "apart1@demo.test"), await addLearner(admin, "apart2@demo.test")];
  [course, elsewhere] = (await insertCourses(server, ["Apart", "Apart elsewhere"])) as [number, number];
  const [first, second] = people;
  const group = await createGroup(admin, "Apart");
  await createGroup(admin, "Another group");
  await admin.data(ADD_PEOPLE, { g: group, u: [first] });
  await admin.data(ADD_COURSES, { g: group, c: [course] });
  const { id } = await createPath(admin, "Apart too", [{ course_ids: [elsewhere] }]);
  await createPath(admin, "Another path", [{ course_ids: [elsewhere] }]);
  await admin.data(ASSIGN, { id, to: { user_ids: [second] } });
  await admin.data(ENROL, { c: course, u: [second] });
  await admin.data(ENROL, { c: elsewhere, u: [first] });
  await server.inside("demo", (db, instance_id) =>
    db
      .insertInto("daily_time")
      .values([
        { instance_id, user_id: first, course_id: course, day: "2026-01-01", seconds: 1 },
        { instance_id, user_id: first, course_id: course, day: "2026-01-02", seconds: 1 },
        { instance_id, user_id: second, course_id: course, day: "2026-02-02", seconds: 1 },
        { instance_id, user_id: first, course_id: elsewhere, day: "2026-03-03", seconds: 1 },
      ])
      .execute(),
  );
});
afterAll(() => server.close());

const list = async (id: number, source?: string) => (await admin.data(PEOPLE, { id, source })).coursePeople;
const toIds = ({ rows }: { rows: { id: number }[] }) => rows.map(({ id }) => id);

test("people of a course are listed with why they are in this course, and when they last were in it", async () => {
  const [first, second] = people;
  expect((await list(course)).rows).toMatchObject([
    { id: first, last_active_on: "2026-01-02", sources: [{ kind: "group", group: "Apart" }] },
    { id: second, last_active_on: "2026-02-02", sources: [{ kind: "person", group: null }] },
  ]);
  expect((await list(elsewhere)).rows).toMatchObject([
    { id: first, last_active_on: "2026-03-03", sources: [{ kind: "person", group: null }] },
    { id: second, last_active_on: null, sources: [{ kind: "path", group: "Apart too" }] },
  ]);
  expect([toIds(await list(course, "group")), toIds(await list(course, "person"))]).toEqual([[first], [second]]);
  expect([toIds(await list(elsewhere, "group")), toIds(await list(elsewhere, "path"))]).toEqual([[], [second]]);
});

test("people of a course are listed and counted without deleted people and visitors", async () => {
  const { total } = await list(course);
  const rows = openRows(server);
  const gone = await rows.person("Gone Reader", { deleted_at: new Date() });
  const visitor = await rows.person("Visiting Reader", { platform_user_id: 1, role: "super_admin" });
  await rows.insert("enrolments", { user_id: gone, course_id: course }, { user_id: visitor, course_id: course });
  expect(await list(course)).toMatchObject({ total, rows: people.map((id) => ({ id })) });
});

test("a course is marked as complete for those people in it alone, and keeps when they started", async () => {
  const [first, second] = people;
  const began = new Date("2026-01-01T00:00:00Z");
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("enrolments")
      .set({ started_at: began })
      .where("instance_id", "=", instance)
      .where("user_id", "=", first)
      .execute(),
  );
  expect((await admin.data(COMPLETE, { c: course, u: [first] })).completeCourseForPeople).toBe(1);
  const rows = await server.inside("demo", (db, instance) =>
    db
      .selectFrom("enrolments")
      .select(["user_id", "course_id", "started_at", "completed_at"])
      .where("instance_id", "=", instance)
      .where("user_id", "in", people)
      .orderBy("user_id")
      .orderBy("course_id")
      .execute(),
  );
  expect(rows).toMatchObject([
    { user_id: first, course_id: course, started_at: began, completed_at: expect.any(Date) },
    { user_id: first, course_id: elsewhere, started_at: began, completed_at: null },
    { user_id: second, course_id: course, started_at: null, completed_at: null },
    { user_id: second, course_id: elsewhere, started_at: null, completed_at: null },
  ]);
});

test("people of a course to write to are at or below the caller's rank, and no more than the most", async () => {
  const [[first, second], boss] = [people, await server.userId("admin@demo.test")];
  await admin.data(ENROL, { c: course, u: [boss] });
  const { token } = await server.as("instructor@demo.test");
  const meant = (user_ids: number[] | undefined, most: number) =>
    withActor(server.platform, VISIT, token, (actor) => listMeant(actor, course, { user_ids }, most));
  expect(await meant(undefined, 2)).toEqual([first, second]);
  expect(await meant([first, second, second], 2)).toEqual([first, second]);
  await expect(meant(undefined, 1)).rejects.toThrow(Invalid);
  await expect(meant([first, boss], 2)).rejects.toThrow(Forbidden);
  await expect(meant([first, 2_000_000_000], 2)).rejects.toThrow(NotFound);
  await expect(meant([first, boss, 2_000_000_000], 2)).rejects.toThrow(NotFound);
});
