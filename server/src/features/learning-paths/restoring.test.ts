import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createGroup, join } from "../../testing/automations.ts";
import { addLearner, ASSIGN, createPath, insertCourses, UNASSIGN } from "../../testing/learning-paths.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const RESTORE = `mutation ($kind: String!, $id: Int!) { restoreDeleted(kind: $kind, id: $id) { id } }`;
const UNDO = `mutation ($id: Int!, $to: LearningPathAssignmentInput!) { restoreLearningPathAssignment(id: $id, to: $to) { id } }`;
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

describe("an assignment that ended and is restored", () => {
  const addPerson = async () => {
    const user = await addLearner(admin, `alone-${++count}@demo.test`);
    return { user, to: { user_ids: [user] } };
  };

  test.each([
    ["a person", addPerson],
    ["a group", addGroup],
    ["a branch", addBranch],
  ])("of %s gives progress and due dates back", async (_, add) => {
    const { user, to } = await add();
    const [course] = (await insertCourses(server, [`Knots ${count}`])) as [number];
    const { id } = await createPath(admin, `Sailing ${count}`, [{ course_ids: [course] }], { due_days: 10 });
    await admin.data(ASSIGN, { id, to });
    await learn(user, course);
    const readDates = () =>
      server.inside("demo", async (db, instance) => ({
        path: await db
          .selectFrom("learning_path_people")
          .where("instance_id", "=", instance)
          .where("path_id", "=", id)
          .select(["user_id", "assigned_at", "due_on", "ended_at"])
          .execute(),
        course: await db
          .selectFrom("enrolments")
          .where("instance_id", "=", instance)
          .where("course_id", "=", course)
          .select(["user_id", "due_on"])
          .execute(),
      }));
    // As if it was assigned a week ago.
    await server.inside("demo", async (db, instance) => {
      const week = { due_on: "2030-01-05" };
      await db
        .updateTable("learning_path_people")
        .set({ ...week, assigned_at: new Date("2029-12-26T10:00:00Z") })
        .where("instance_id", "=", instance)
        .where("path_id", "=", id)
        .execute();
      await db
        .updateTable("learning_path_sources")
        .set(week)
        .where("instance_id", "=", instance)
        .where("path_id", "=", id)
        .execute();
      for (const table of ["enrolments", "enrolment_sources"] as const)
        await db
          .updateTable(table)
          .set(week)
          .where("instance_id", "=", instance)
          .where("course_id", "=", course)
          .execute();
    });
    const before = await readDates();
    await admin.data(UNASSIGN, { id, from: to });
    expect(await readProgress(user, course)).toBeNull();
    await admin.data(UNDO, { id, to });
    expect(await readProgress(user, course)).toBe(1);
    expect(await readDates()).toEqual(before);
  });

  test("leaves alone who was enrolled in the course for another reason, and is refused for a draft", async () => {
    const { user, to } = await addPerson();
    const [course] = (await insertCourses(server, [`Knots ${count}`])) as [number];
    const { id } = await createPath(admin, `Sailing ${count}`, [{ course_ids: [course] }]);
    await admin.data(ASSIGN, { id, to });
    await admin.data(`mutation ($c: Int!, $u: Int!) { adminCourseEnrollment(course_ids: [$c], user_id: $u) { id } }`, {
      c: course,
      u: user,
    });
    await learn(user, course);
    await admin.data(UNASSIGN, { id, from: to });
    await admin.data(UNDO, { id, to });
    expect(await readProgress(user, course)).toBe(1);
    const draft = await createPath(admin, `Draft ${count}`, [{ course_ids: [course] }], { status: "draft" });
    expect(await admin.refusal(UNDO, { id: draft.id, to })).toBe("CONFLICT");
  });
});
