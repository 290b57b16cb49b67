import { afterAll, beforeAll, expect, test } from "vitest";
import { createGroup, join, leave } from "../../testing/automations.ts";
import { addLearner, ASSIGN, createPath, insertCourses, UNASSIGN } from "../../testing/learning-paths.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const UNDO = `mutation ($id: Int!, $to: LearningPathAssignmentInput!) { restoreLearningPathAssignment(id: $id, to: $to) { id } }`;
const ENROL = `mutation ($id: Int!) { enrolInLearningPath(id: $id) { id } }`;

let server: TestServer;
let admin: Client;
let learner: Client;
let user: number;
let count = 0;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  learner = await server.as("learner@demo.test");
  user = (await learner.data(`{ viewer { id } }`)).viewer.id;
});
afterAll(() => server.close());

const addPath = async () => {
  const [course] = await insertCourses(server, [`Ropes ${++count}`]);
  return createPath(admin, `Rigging ${count}`, [{ course_ids: [course!] }], { due_days: 10, in_catalogue: true });
};

const addGroup = async (userId = user) => {
  const id = await createGroup(admin, `Riggers ${++count}`);
  await join(admin, userId, id);
  return id;
};

/** Dates the assignment and its reasons back, each reason to a due date of its own. */
const age = (path: number, due: Record<string, string>) =>
  server.inside("demo", async (db, instance) => {
    for (const [source, due_on] of Object.entries(due))
      await db
        .updateTable("learning_path_sources")
        .set({ due_on, added_at: new Date("2029-12-26T10:00:00.123456Z") })
        .where("instance_id", "=", instance)
        .where("path_id", "=", path)
        .where("source", "=", source)
        .execute();
    await db
      .updateTable("learning_path_people")
      .set({ due_on: Object.values(due).toSorted()[0]!, assigned_at: new Date("2029-12-26T10:00:00Z") })
      .where("instance_id", "=", instance)
      .where("path_id", "=", path)
      .execute();
  });

/** Reads the assignments of a path with their reasons: who gave them, when, and until when. */
const read = (path: number) =>
  server.inside("demo", async (db, instance) => ({
    people: await db
      .selectFrom("learning_path_people")
      .where("instance_id", "=", instance)
      .where("path_id", "=", path)
      .select(["user_id", "assigned_at", "due_on", "ended_at"])
      .execute(),
    reasons: await db
      .selectFrom("learning_path_sources")
      .where("instance_id", "=", instance)
      .where("path_id", "=", path)
      .select(["user_id", "source", "source_id", "added_by", "added_at", "due_on"])
      .orderBy("source")
      .execute(),
  }));

test("Undo restores who had enrolled themselves as that, and who was assigned by staff as well as both", async () => {
  const { id } = await addPath();
  await learner.data(ENROL, { id });
  await age(id, { self: "2030-01-05" });
  const to = { user_ids: [user] };
  const alone = await read(id);
  expect(alone.reasons).toMatchObject([{ source: "self", added_by: user, due_on: "2030-01-05" }]);
  await admin.data(UNASSIGN, { id, from: to });
  await admin.data(UNDO, { id, to });
  expect(await read(id)).toEqual(alone);
  await admin.data(ASSIGN, { id, to });
  await age(id, { self: "2030-01-05", person: "2030-01-03" });
  const both = await read(id);
  expect(both.reasons).toHaveLength(2);
  await admin.data(UNASSIGN, { id, from: to });
  await admin.data(UNDO, { id, to });
  expect(await read(id)).toEqual(both);
});

test("Undo restores only the choice that ended last", async () => {
  const { id } = await addPath();
  const to = { user_ids: [user] };
  await learner.data(ENROL, { id });
  await admin.data(UNASSIGN, { id, from: to });
  await admin.data(ASSIGN, { id, to });
  const before = await read(id);
  await admin.data(UNASSIGN, { id, from: to });
  await admin.data(UNDO, { id, to });
  expect(await read(id)).toEqual(before);
});

test("Undo restores a reason beside another one with its own due date", async () => {
  const { id } = await addPath();
  const group = await addGroup();
  await learner.data(ENROL, { id });
  await admin.data(ASSIGN, { id, to: { group_ids: [group] } });
  await age(id, { self: "2030-01-05", group: "2030-01-03" });
  const before = await read(id);
  for (const to of [{ user_ids: [user] }, { group_ids: [group] }]) {
    await admin.data(UNASSIGN, { id, from: to });
    expect((await read(id)).reasons).toHaveLength(1);
    await admin.data(UNDO, { id, to });
    expect(await read(id)).toEqual(before);
  }
});

test("a restored group gives its assignments their dates back", async () => {
  const { id } = await addPath();
  const group = await addGroup();
  await admin.data(ASSIGN, { id, to: { group_ids: [group] } });
  await age(id, { group: "2030-01-03" });
  const before = await read(id);
  await admin.data(`mutation ($id: Int!) { deleteGroup(group_id: $id) { id } }`, { id: group });
  expect((await read(id)).reasons).toEqual([]);
  await admin.data(`mutation ($id: Int!) { restoreDeleted(kind: "group", id: $id) { id } }`, { id: group });
  expect(await read(id)).toEqual(before);
});

test("who joins a group again after they left it is assigned anew", async () => {
  const { id } = await addPath();
  const other = await addLearner(admin, `rigger${++count}@demo.test`);
  const group = await addGroup(other);
  await admin.data(ASSIGN, { id, to: { group_ids: [group] } });
  const before = await read(id);
  await age(id, { group: "2020-01-03" });
  await leave(admin, other, group);
  await join(admin, other, group);
  expect((await read(id)).reasons[0]!.due_on).toBe(before.reasons[0]!.due_on);
});

test("Undo of what an earlier release ended assigns by staff, with the date of the assignment", async () => {
  const { id } = await addPath();
  const to = { user_ids: [user] };
  await learner.data(ENROL, { id });
  await age(id, { self: "2030-01-05" });
  await admin.data(UNASSIGN, { id, from: to });
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("learning_path_people")
      .set({ ended_sources: "[]" })
      .where("instance_id", "=", instance)
      .where("path_id", "=", id)
      .execute(),
  );
  await admin.data(UNDO, { id, to });
  expect((await read(id)).reasons).toMatchObject([{ source: "person", due_on: "2030-01-05" }]);
});
