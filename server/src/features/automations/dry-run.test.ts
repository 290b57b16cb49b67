import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createAutomation,
  createGroup,
  DRY_RUN,
  automationInput,
  listGroupMembers,
  passDay,
} from "../../testing/automations.ts";
import { addLearner, ASSIGN, complete, createPath, insertCourses, UNASSIGN } from "../../testing/learning-paths.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
});
afterAll(() => server.close());

/** Counts what dry runs find for triggers of any course, path, group or branch. */
async function countAny(by: Client) {
  const found: Record<string, number> = {};
  for (const kind of ["course_completed", "path_completed", "group_joined", "branch_joined"]) {
    const input = automationInput({ trigger: { kind }, actions: [{ kind: "deactivate" }] });
    found[kind] = (await by.data(DRY_RUN, { input })).dryRunAutomation.total;
  }
  return found;
}

let count = 0;
let target: number;
const newLearner = () => addLearner(admin, `dry${++count}@demo.test`);
/** Creates an automation that adds people to a group of its own. */
const watch = async (trigger: { kind: string; object_id?: number; days?: number }) => {
  target = await createGroup(admin, `Target ${++count}`);
  return createAutomation(admin, { trigger, actions: [{ kind: "add_to_group", group_id: target }] });
};
const touched = () => listGroupMembers(server, target);

test("a dry run leaves out ended assignments, and courses, paths, groups and branches that were deleted", async () => {
  const user = await newLearner();
  const [course] = await insertCourses(server, [`Dry ${++count}`]);
  const { id: path } = await createPath(admin, `Dry ${++count}`, [{ course_ids: [course!] }]);
  const group = await createGroup(admin, `Dry ${++count}`);
  await server.inside("demo", async (db, instance_id) => {
    await db.insertInto("group_users").values({ instance_id, group_id: group, user_id: user }).execute();
  });
  await admin.data(ASSIGN, { id: path, to: { user_ids: [user] } });
  const branch = await server.inside("demo", async (db, instance_id) => {
    const fields = { instance_id, url: `dry${count}`, name: "Dry" };
    const { id } = await db.insertInto("branches").values(fields).returning("id").executeTakeFirstOrThrow();
    await db.insertInto("branch_users").values({ instance_id, branch_id: id, user_id: user }).execute();
    return id;
  });
  const objects = { course, path, group, branch };
  const countPeople = async () => {
    const found: Record<string, number> = {};
    for (const kind of [
      "course_completed",
      "course_failed",
      "path_completed",
      "path_failed",
      "group_joined",
      "group_left",
      "branch_joined",
      "branch_left",
    ]) {
      const object_id = objects[kind.split("_")[0] as keyof typeof objects]!;
      const input = automationInput({ trigger: { kind, object_id }, actions: [{ kind: "deactivate" }] });
      found[kind] = (await admin.data(DRY_RUN, { input })).dryRunAutomation.people;
    }
    return found;
  };
  const others = { group_joined: 1, group_left: 1, branch_joined: 1, branch_left: 1 };
  const open = { course_completed: 0, course_failed: 1, path_completed: 0, path_failed: 1, ...others };
  expect(await countPeople()).toEqual(open);
  await complete(admin, user, [course!]);
  const done = { ...open, course_completed: 1, course_failed: 0, path_completed: 1, path_failed: 0 };
  expect(await countPeople()).toEqual(done);
  // For triggers of any object; nobody can ask about one that is deleted.
  const before = await countAny(admin);
  const setDeleted = (deleted_at: Date | null) =>
    server.inside("demo", async (db, instance_id) => {
      for (const [table, id] of [
        ["courses", course],
        ["learning_paths", path],
        ["groups", group],
        ["branches", branch],
      ] as const)
        await db
          .updateTable(table)
          .set({ deleted_at })
          .where("instance_id", "=", instance_id)
          .where("id", "=", id!)
          .execute();
    });
  await setDeleted(new Date());
  const after = await countAny(admin);
  for (const [kind, found] of Object.entries(before)) expect(after[kind], kind).toBe(found - 1);

  await setDeleted(null);
  await admin.data(UNASSIGN, { id: path, from: { user_ids: [user] } });
  expect(await countPeople()).toEqual({ ...done, path_completed: 0, course_completed: 0 });
});

test("a dry run lists whom an automation would touch, in pages, and changes nothing", async () => {
  const [course] = await insertCourses(server, [`Dry ${++count}`]);
  const people = [await newLearner(), await newLearner(), await newLearner()];
  for (const user_id of people)
    await server.inside("demo", (db, instance_id) =>
      db
        .insertInto("enrolments")
        .values({ instance_id, user_id, course_id: course!, due_on: sql`current_date - 3` })
        .execute(),
    );
  const id = await watch({ kind: "course_overdue", object_id: course! });
  const input = automationInput({
    trigger: { kind: "course_overdue", object_id: course! },
    actions: [{ kind: "add_to_group", group_id: target }],
  });
  const page = (await admin.data(DRY_RUN, { id, input, limit: 2, offset: 2 })).dryRunAutomation;
  expect(page).toMatchObject({ total: 3, people: 3, is_timed: true });
  expect(page.rows).toHaveLength(1);
  expect(await touched()).toEqual([]);
  await passDay(server);
  expect((await admin.data(DRY_RUN, { id, input })).dryRunAutomation.total).toBe(0);
  expect((await admin.data(DRY_RUN, { input })).dryRunAutomation.total).toBe(3);
  const joined = automationInput({
    trigger: { kind: "group_joined", object_id: target },
    actions: [{ kind: "deactivate" }],
  });
  expect((await admin.data(DRY_RUN, { input: joined })).dryRunAutomation).toMatchObject({ people: 3, is_timed: false });
});
