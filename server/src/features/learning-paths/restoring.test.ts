import { afterAll, beforeAll, expect, test } from "vitest";
import { createGroup, join } from "../../testing/automations.ts";
import { addLearner, ASSIGN, createPath, insertCourses } from "../../testing/learning-paths.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const RESTORE = `mutation ($kind: String!, $id: Int!) { restoreDeleted(kind: $kind, id: $id) { id } }`;
const DELETE_GROUP = `mutation ($id: Int!) { deleteGroup(group_id: $id) { id } }`;
const DELETE_BRANCH = `mutation ($id: Int!) { deleteBranch(branch_id: $id) { id } }`;
const CREATE_BRANCH = `mutation ($url: String!) { createBranch(input: { name: $url, url: $url }) { id } }`;

let server: TestServer;
let admin: Client;
let count = 0;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  await server.platform.database.pool.query("UPDATE instances SET branch_limit = NULL");
});
afterAll(() => server.close());

/** Reads how many units of a course a person has completed; null for a user without the course. */
const readProgress = (user: number, course: number) =>
  server.inside("demo", async (db, instance) => {
    const row = await db
      .selectFrom("enrolments")
      .where("instance_id", "=", instance)
      .where("user_id", "=", user)
      .where("course_id", "=", course)
      .select("units_completed")
      .executeTakeFirst();
    return row?.units_completed ?? null;
  });

/** Completes the one unit of a course for a person. */
const learn = (user_id: number, course_id: number) =>
  server.inside("demo", async (db, instance_id) => {
    const { id: unit_id } = await db
      .selectFrom("units")
      .where("instance_id", "=", instance_id)
      .where("course_id", "=", course_id)
      .select("id")
      .executeTakeFirstOrThrow();
    const own = { instance_id, user_id, course_id };
    await db
      .insertInto("unit_progress")
      .values({ ...own, unit_id, completed_at: new Date() })
      .execute();
    await db
      .updateTable("enrolments")
      .set({ units_completed: 1, started_at: new Date() })
      .where("instance_id", "=", instance_id)
      .where("user_id", "=", user_id)
      .where("course_id", "=", course_id)
      .execute();
  });

const addBranch = async () => {
  const url = `harbour-${++count}`;
  const { id } = (await admin.data(CREATE_BRANCH, { url })).createBranch;
  const user = await addLearner(admin, `${url}@demo.test`, url);
  return { id: id as number, user, to: { branch_ids: [id] }, kind: "branch", remove: DELETE_BRANCH };
};

const addGroup = async () => {
  const id = await createGroup(admin, `Crew ${++count}`);
  const user = await addLearner(admin, `crew-${count}@demo.test`);
  await join(admin, user, id);
  return { id, user, to: { group_ids: [id] }, kind: "group", remove: DELETE_GROUP };
};

test.each([
  ["branch", addBranch],
  ["group", addGroup],
])("a restored %s gives its people back their progress in the courses of its learning paths", async (_, add) => {
  const { id, user, to, kind, remove } = await add();
  const [course] = (await insertCourses(server, [`Knots ${count}`])) as [number];
  const path = await createPath(admin, `Sailing ${count}`, [{ course_ids: [course] }]);
  await admin.data(ASSIGN, { id: path.id, to });
  await learn(user, course);
  await admin.data(remove, { id });
  expect(await readProgress(user, course)).toBeNull();
  await admin.data(RESTORE, { kind, id });
  expect(await readProgress(user, course)).toBe(1);
});

test("a restored group gives no progress back that ended for another reason", async () => {
  const { id, user, to } = await addGroup();
  const [course] = (await insertCourses(server, [`Knots ${count}`])) as [number];
  const path = await createPath(admin, `Sailing ${count}`, [{ course_ids: [course] }]);
  await admin.data(ASSIGN, { id: path.id, to });
  await learn(user, course);
  await admin.data(`mutation ($u: Int!, $c: Int!) { courseUnenrollment(user_id: $u, course_id: $c) { id } }`, {
    u: user,
    c: course,
  });
  await admin.data(DELETE_GROUP, { id });
  await admin.data(RESTORE, { kind: "group", id });
  expect(await readProgress(user, course)).toBe(0);
});
