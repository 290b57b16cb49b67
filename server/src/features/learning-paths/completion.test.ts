import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import {
  addLearner,
  ASSIGN,
  complete,
  createPath,
  insertCourses,
  pathInput,
  UPDATE,
  WAY,
} from "../../testing/learning-paths.ts";

let server: TestServer;
let admin: Client;
let [first, second, third, fourth]: number[] = [];
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  [first, second, third, fourth] = await insertCourses(server, ["Lap one", "Lap two", "Lap three", "Lap four"]);
});
afterAll(() => server.close());

const way = async (learner: Client, id: number) => (await learner.data(WAY, { id })).myLearningPath;
const states = async (learner: Client, id: number): Promise<string[][]> =>
  (await way(learner, id)).sections.map(({ stations }: { stations: { state: string }[] }) =>
    stations.map(({ state }) => state),
  );
const START = `mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }`;

test("a path is complete when every section has what it needs: all, or any number", async () => {
  const user = await addLearner(admin, "rules@demo.test");
  const learner = await server.as("rules@demo.test");
  const { id } = await createPath(admin, "Rules", [
    { course_ids: [first!] },
    { course_ids: [second!, third!, fourth!], needed: 2 },
  ]);
  await admin.data(ASSIGN, { id, to: { user_ids: [user] } });
  await complete(admin, user, [second!, third!]);
  expect(await way(learner, id)).toMatchObject({
    status: "in_progress",
    courses_done: 2,
    courses_needed: 3,
    progress: 67,
  });
  await complete(admin, user, [fourth!]);
  expect(await way(learner, id)).toMatchObject({ courses_done: 2, completed_at: null });
  await complete(admin, user, [first!]);
  expect(await way(learner, id)).toMatchObject({
    status: "completed",
    progress: 100,
    is_met: true,
    completed_at: expect.any(String),
  });
});

test("a path that asks for courses completed before its assignment is complete at once", async () => {
  const user = await addLearner(admin, "before@demo.test");
  await admin.data(
    `mutation ($ids: [Int!]!, $course: Int!) { enrolUsers(user_ids: $ids, course_ids: [$course]) { count } }`,
    { ids: [user], course: first },
  );
  await complete(admin, user, [first!]);
  const { id } = await createPath(admin, "Known already", [{ course_ids: [first!] }]);
  await admin.data(ASSIGN, { id, to: { user_ids: [user] } });
  expect(await way(await server.as("before@demo.test"), id)).toMatchObject({ status: "completed" });
});

test("a completed course completes the path for learners, and the date stays when the course is taken again", async () => {
  const user = await addLearner(admin, "learns@demo.test");
  const learner = await server.as("learns@demo.test");
  const { id } = await createPath(admin, "Learned", [{ course_ids: [first!] }]);
  await admin.data(ASSIGN, { id, to: { user_ids: [user] } });
  await learner.data(START, { id: first });
  const { unit } = await server.inside("demo", (db, instanceId) =>
    db
      .selectFrom("units")
      .select("id as unit")
      .where("instance_id", "=", instanceId)
      .where("course_id", "=", first!)
      .executeTakeFirstOrThrow(),
  );
  await learner.data(
    `mutation ($course_id: Int!, $unit_id: Int!) { markUnitComplete(input: { course_id: $course_id, unit_id: $unit_id, unit_type: "Content" }) { is_complete } }`,
    { course_id: first, unit_id: unit },
  );
  const { completed_at } = await way(learner, id);
  expect(completed_at).toEqual(expect.any(String));
  await admin.data(
    `mutation ($course: Int!, $user: Int!) { retakeCourse(course_id: $course, user_id: $user) { attempt } }`,
    {
      course: first,
      user,
    },
  );
  expect(await way(learner, id)).toMatchObject({ status: "completed", completed_at, is_met: false });
});

test("two courses that are completed at the same time complete the path once", async () => {
  const user = await addLearner(admin, "race@demo.test");
  const { id } = await createPath(admin, "Race", [{ course_ids: [first!, second!] }]);
  await admin.data(ASSIGN, { id, to: { user_ids: [user] } });
  const finish = (course: number) =>
    sql`UPDATE enrolments SET completed_at = now(), units_completed = 1
      WHERE instance_id = (SELECT id FROM instances WHERE domain = 'demo') AND user_id = ${user} AND course_id = ${course}`;
  let other: Promise<unknown> | undefined;
  await server.inside("demo", async (db) => {
    await finish(first!).execute(db);
    // Waits for this transaction, and then sees the other course as complete.
    other = server.inside("demo", (also) => finish(second!).execute(also));
    await expect.poll(server.countWaiting).toBeGreaterThan(0);
  });
  await other;
  expect(await way(await server.as("race@demo.test"), id)).toMatchObject({ status: "completed", courses_done: 2 });
});

test("courses in order open one after the other, and the server refuses those that are locked", async () => {
  const user = await addLearner(admin, "order@demo.test");
  const learner = await server.as("order@demo.test");
  const { id } = await createPath(
    admin,
    "In order",
    [
      { course_ids: [first!, second!], in_order: true },
      { course_ids: [third!, fourth!], needed: 1 },
    ],
    { is_sequential: true },
  );
  await admin.data(ASSIGN, { id, to: { user_ids: [user] } });
  expect(await states(learner, id)).toEqual([
    ["open", "locked"],
    ["locked", "locked"],
  ]);
  const { errors } = await learner.query(START, { id: second });
  expect(errors?.[0]).toMatchObject({ extensions: { code: "CONFLICT" }, message: expect.stringContaining("In order") });
  const { unit } = await server.inside("demo", (db, instanceId) =>
    db
      .selectFrom("units")
      .select("id as unit")
      .where("instance_id", "=", instanceId)
      .where("course_id", "=", second!)
      .executeTakeFirstOrThrow(),
  );
  expect(
    await learner.refusal(
      `mutation ($course_id: Int!, $unit_id: Int!) { markUnitComplete(input: { course_id: $course_id, unit_id: $unit_id, unit_type: "Content" }) { is_complete } }`,
      { course_id: second, unit_id: unit },
    ),
  ).toBe("CONFLICT");
  await complete(admin, user, [first!]);
  expect(await states(learner, id)).toEqual([
    ["done", "open"],
    ["locked", "locked"],
  ]);
  await learner.data(START, { id: second });
  await complete(admin, user, [second!]);
  expect((await way(learner, id)).sections[1].stations).toEqual([
    { id: third, state: "open", is_next: true },
    { id: fourth, state: "open", is_next: false },
  ]);
  await complete(admin, user, [fourth!]);
  expect(await states(learner, id)).toEqual([
    ["done", "done"],
    ["optional", "done"],
  ]);
  expect((await way(learner, id)).status).toBe("completed");
});

test("a course that is taken again keeps open what comes after it, in its section and in later ones", async () => {
  const user = await addLearner(admin, "renews@demo.test");
  const learner = await server.as("renews@demo.test");
  const sections = [{ course_ids: [first!, second!], in_order: true, needed: 1 }, { course_ids: [third!] }];
  const { id } = await createPath(admin, "Renewed", sections, { is_sequential: true });
  await admin.data(ASSIGN, { id, to: { user_ids: [user] } });
  await complete(admin, user, [first!]);
  await admin.data(
    `mutation ($course: Int!, $user: Int!) { retakeCourse(course_id: $course, user_id: $user) { attempt } }`,
    {
      course: first,
      user,
    },
  );
  expect(await states(learner, id)).toEqual([["open", "open"], ["open"]]);
  await learner.data(START, { id: third });
});

test("a path that was taken back to a draft, which its learners do not see, locks no course", async () => {
  const user = await addLearner(admin, "unpublished@demo.test");
  const learner = await server.as("unpublished@demo.test");
  const sections = [{ course_ids: [first!, second!], in_order: true }];
  const { id, version } = await createPath(admin, "Taken back", sections);
  await admin.data(ASSIGN, { id, to: { user_ids: [user] } });
  expect(await learner.refusal(START, { id: second })).toBe("CONFLICT");
  await admin.data(UPDATE, { id, version, input: pathInput("Taken back", sections, { status: "draft" }) });
  await learner.data(START, { id: second });
});

test("a course that the learner has for another reason is never locked", async () => {
  const user = await addLearner(admin, "free@demo.test");
  const learner = await server.as("free@demo.test");
  const { id } = await createPath(admin, "Not locked", [{ course_ids: [first!, second!], in_order: true }]);
  await admin.data(ASSIGN, { id, to: { user_ids: [user] } });
  expect(await learner.refusal(START, { id: second })).toBe("CONFLICT");
  await admin.data(
    `mutation ($ids: [Int!]!, $course: Int!) { enrolUsers(user_ids: $ids, course_ids: [$course]) { count } }`,
    { ids: [user], course: second },
  );
  await learner.data(START, { id: second });
});

test("learners enrol themselves in paths of the catalogue, and find no others", async () => {
  const ENROL = `mutation ($id: Int!) { enrolInLearningPath(id: $id) { is_assigned courses_needed } }`;
  await addLearner(admin, "self@demo.test");
  const learner = await server.as("self@demo.test");
  const open = await createPath(admin, "Open to all", [{ course_ids: [first!] }], { in_catalogue: true });
  const closed = await createPath(admin, "By assignment", [{ course_ids: [first!] }]);
  const draft = await createPath(admin, "Open draft", [{ course_ids: [first!] }], {
    in_catalogue: true,
    status: "draft",
  });
  const offered = async () =>
    (await learner.data(`{ learningPathCatalogue(search: "open") { id } }`)).learningPathCatalogue;
  expect(await offered()).toEqual([{ id: open.id }]);
  expect(await way(learner, open.id)).toMatchObject({ is_assigned: false, status: "not_started" });
  for (const { id } of [closed, draft]) {
    expect(await learner.refusal(WAY, { id })).toBe("NOT_FOUND");
    expect(await learner.refusal(ENROL, { id })).toBe("NOT_FOUND");
  }
  expect((await learner.data(ENROL, { id: open.id })).enrolInLearningPath).toEqual({
    is_assigned: true,
    courses_needed: 1,
  });
  expect(await offered()).toEqual([]);
  expect((await learner.data(`{ myLearningPaths { id } }`)).myLearningPaths).toEqual([{ id: open.id }]);
  const stranger = await server.as("learner@riverside.test");
  expect(await stranger.refusal(ENROL, { id: open.id })).toBe("NOT_FOUND");
  // At the address of a branch, only paths of which the branch has every course.
  const north = await server.as("learner@demo.test", "north.demo.localhost");
  expect(
    (await north.data(`{ learningPathCatalogue(search: "open", branchUrl: "north") { id } }`)).learningPathCatalogue,
  ).toEqual([]);
});
