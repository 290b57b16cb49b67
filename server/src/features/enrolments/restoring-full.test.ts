import { afterAll, beforeAll, expect, test } from "vitest";
import { createGroup, join } from "../../testing/automations.ts";
import { addLearner, ASSIGN, createPath, insertCourses } from "../../testing/learning-paths.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const ENROL = `mutation ($c: Int!, $people: PeopleFilter!) { enrolByFilter(course_id: $c, people: $people) { total } }`;
const END = `mutation ($c: Int!, $people: CoursePeopleFilter!) { endCourseEnrolments(course_id: $c, people: $people) { ended_ids } }`;
const RESTORE = `mutation ($kind: String!, $id: Int!) { restoreDeleted(kind: $kind, id: $id) { id } }`;

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
});
afterAll(() => server.close());

test("an enrolment is not restored beyond the places of a course", async () => {
  const [ada, bob] = [await addLearner(admin, "ada@demo.test"), await addLearner(admin, "bob@demo.test")];
  const [course] = (await insertCourses(server, ["One place"], { capacity: 1 })) as [number];
  const enrol = (user: number) => admin.data(ENROL, { c: course, people: { user_ids: [user] } });
  await enrol(ada);
  const { ended_ids } = (await admin.data(END, { c: course, people: { user_ids: [ada] } })).endCourseEnrolments;
  await enrol(bob);
  const one = await admin.query(`mutation ($id: Int!) { restoreEnrolment(id: $id) { id } }`, { id: ended_ids[0] });
  expect(one.errors?.[0]).toMatchObject({ message: expect.stringMatching(/capacity of 1/) });
  const many = await admin.query(`mutation ($ids: [Int!]!) { restoreEnrolments(ids: $ids) }`, { ids: ended_ids });
  expect(many.errors?.[0]).toMatchObject({ message: expect.stringMatching(/capacity of 1/) });
});

test("a group or path is not restored while a course that its people left has too few places", async () => {
  const [cleo, dan] = [await addLearner(admin, "cleo@demo.test"), await addLearner(admin, "dan@demo.test")];
  const [taught, followed] = (await insertCourses(server, ["Of a group", "Of a path"], { capacity: 1 })) as [
    number,
    number,
  ];
  const group = await createGroup(admin, "Full group");
  await admin.data(`mutation ($g: Int!, $c: [Int!]!) { addCoursesToGroup(group_id: $g, course_ids: $c) { id } }`, {
    g: group,
    c: [taught],
  });
  await join(admin, cleo, group);
  const path = (await createPath(admin, "Full path", [{ course_ids: [followed] }])).id;
  await admin.data(ASSIGN, { id: path, to: { user_ids: [cleo] } });
  await admin.data(`mutation ($id: Int!) { deleteGroup(group_id: $id) { id } }`, { id: group });
  await admin.data(`mutation ($id: Int!) { deleteLearningPath(id: $id) { id } }`, { id: path });
  for (const course of [taught, followed]) await admin.data(ENROL, { c: course, people: { user_ids: [dan] } });

  for (const [kind, id] of [
    ["group", group],
    ["learning_path", path],
  ]) {
    const answer = await admin.query(RESTORE, { kind, id });
    expect(answer.errors?.[0]).toMatchObject({ message: expect.stringMatching(/capacity of 1/) });
  }
});

test("a deleted person takes no place of a course, for staff and for learners", async () => {
  const [eve, finn] = [await addLearner(admin, "eve@demo.test"), await addLearner(admin, "finn@demo.test")];
  const [given, chosen] = (await insertCourses(server, ["Given", "Chosen"], { capacity: 1 })) as [number, number];
  for (const course of [given, chosen]) await admin.data(ENROL, { c: course, people: { user_ids: [eve] } });
  const learner = await server.as("learner@demo.test");
  const start = `mutation ($c: Int!) { courseEnrollment(input: { course_id: $c }) { id } }`;
  expect(await learner.refusal(start, { c: chosen })).toBe("CONFLICT");
  await admin.data(`mutation ($id: Int!) { deleteUser(id: $id) { id } }`, { id: eve });

  expect((await admin.data(ENROL, { c: given, people: { user_ids: [finn] } })).enrolByFilter.total).toBe(1);
  expect((await learner.data(start, { c: chosen })).courseEnrollment).toEqual({ id: chosen });
});
