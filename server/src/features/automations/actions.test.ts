import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type AutomationOfTest,
  createAutomation,
  createGroup,
  join,
  listGroupMembers,
  passDay,
  readRuns,
  RETRY,
  work,
} from "../../testing/automations.ts";
import { addLearner, createPath, insertCourses } from "../../testing/learning-paths.ts";
import { eraseNow } from "../personal-data/erasure.service.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let admin: Client;
let count = 0;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.inside("demo", (db, id) =>
    db.updateTable("automations").set({ is_on: false }).where("instance_id", "=", id).execute(),
  );
});

const newLearner = (branchUrl?: string) => addLearner(admin, `action${++count}@demo.test`, branchUrl);
const newGroup = (branchUrl?: string) => createGroup(admin, `Group ${++count}`, branchUrl);
const rename = (table: "groups", id: number, name: string) =>
  server.inside("demo", (db, instance) =>
    db.updateTable(table).set({ name }).where("instance_id", "=", instance).where("id", "=", id).execute(),
  );
const onJoin = (group: number, ...actions: AutomationOfTest["actions"]): AutomationOfTest => ({
  trigger: { kind: "group_joined", object_id: group },
  actions,
});

describe("the actions", () => {
  const readDue = (user: number, course: number) =>
    server.inside("demo", (db, id) =>
      db
        .selectFrom("enrolments")
        .select("due_on")
        .where("instance_id", "=", id)
        .where("user_id", "=", user)
        .where("course_id", "=", course)
        .executeTakeFirst(),
    );

  test("enrol in a course with a due date and in a learning path, and say where nothing was to do", async () => {
    const [course, part] = await insertCourses(server, [`Act ${++count}`, `Part ${count}`]);
    const path = await createPath(admin, `Act path ${count}`, [{ course_ids: [part!] }]);
    const group = await newGroup();
    const id = await createAutomation(
      admin,
      onJoin(
        group,
        { kind: "enrol_in_course", course_id: course!, due: { on: "2031-05-06" } },
        { kind: "enrol_in_path", path_id: path.id, due: { on: "2031-05-07" } },
      ),
    );
    const person = await newLearner();
    await join(admin, person, group);
    await work(server);
    expect([await readDue(person, course!), await readDue(person, part!)]).toEqual([
      { due_on: "2031-05-06" },
      { due_on: "2031-05-07" },
    ]);
    const outcomes = async () =>
      (await readRuns(admin, id)).rows.map(({ results }) => results.map(({ outcome }) => outcome));
    expect(await outcomes()).toEqual([["done", "done"]]);
    await server.inside("demo", (db, instance) =>
      db.deleteFrom("group_users").where("instance_id", "=", instance).where("user_id", "=", person).execute(),
    );
    await join(admin, person, group);
    await work(server);
    expect(await outcomes()).toEqual([
      ["unchanged", "unchanged"],
      ["done", "done"],
    ]);
  });

  test("add to a group, remove from another and deactivate, with entries of the audit log that name the automation", async () => {
    const [group, from, to] = [await newGroup(), await newGroup(), await newGroup()];
    const person = await newLearner();
    await join(admin, person, from);
    await createAutomation(admin, {
      name: "Leavers",
      ...onJoin(
        group,
        { kind: "remove_from_group", group_id: from },
        { kind: "add_to_group", group_id: to },
        { kind: "deactivate" },
      ),
    });
    await join(admin, person, group);
    await work(server);
    expect([await listGroupMembers(server, from), await listGroupMembers(server, to)]).toEqual([[], [person]]);
    const user = await server.inside("demo", (db, id) =>
      db
        .selectFrom("users")
        .select("is_active")
        .where("instance_id", "=", id)
        .where("id", "=", person)
        .executeTakeFirst(),
    );
    expect(user).toEqual({ is_active: false });
    const entries = await server.inside("demo", (db, id) =>
      db
        .selectFrom("audit_log")
        .select("actor_name")
        .where("instance_id", "=", id)
        .orderBy("id", "desc")
        .limit(3)
        .execute(),
    );
    expect(entries.map(({ actor_name }) => actor_name)).toEqual(
      Array(3).fill(expect.stringMatching(/ \(automation 'Leavers'\)$/)),
    );
  });

  test("notify the person and their managers with the values of placeholders, and by mail", async () => {
    const group = await newGroup();
    await rename("groups", group, "New starters");
    const person = await newLearner();
    const manager = await server.inside("demo", async (db, instance_id) => {
      const { id } = await db
        .insertInto("users")
        .values({ instance_id, first_name: "Mo", last_name: "Manager", email: `mo${count}@demo.test`, role: "manager" })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db
        .insertInto("group_users")
        .values({ instance_id, group_id: group, user_id: id, is_leader: true })
        .execute();
      return id;
    });
    const message = {
      kind: "notify",
      subject: "Welcome, {first_name}",
      text: "{first_name} {last_name} is in {group}.",
    };
    const id = await createAutomation(
      admin,
      onJoin(group, { ...message, to: "person" }, { ...message, to: "managers" }),
    );
    server.outside.jobs.length = 0;
    await join(admin, person, group);
    await work(server);
    const notes = await server.inside("demo", (db, instance) =>
      db
        .selectFrom("notifications")
        .select(["user_id", "data"])
        .where("instance_id", "=", instance)
        .where("kind", "=", "automation_message")
        .orderBy("id")
        .execute(),
    );
    const data = { subject: "Welcome, Nora", message: "Nora Blake is in New starters.", about_user_id: person };
    expect(notes).toContainEqual({ user_id: person, data });
    expect(notes).toContainEqual({ user_id: manager, data });
    expect(server.outside.jobs.map(({ name }) => name)).toContain("notifications.mail");
    expect((await readRuns(admin, id)).rows[0]!.results).toEqual([
      { kind: "notify", outcome: "done" },
      { kind: "notify", outcome: "done" },
    ]);
    const learner = await server.as(`action${count}@demo.test`);
    const { notifications } = await learner.data(`{ notifications { rows { kind text } } }`);
    expect(notifications.rows).toContainEqual({
      kind: "automation_message",
      text: "Welcome, Nora\nNora Blake is in New starters.",
    });
    await admin.data(`mutation ($id: Int!, $name: String!) { erasePerson(id: $id, name: $name) { id } }`, {
      id: person,
      name: "Nora Blake",
    });
    const instanceId = await server.inside("demo", async (_, id) => id);
    await eraseNow(server.platform, { instanceId, userId: person, origin: "http://demo.localhost" });
    const left = await server.inside("demo", (db, instance) =>
      db
        .selectFrom("notifications")
        .select("user_id")
        .where("instance_id", "=", instance)
        .where("kind", "=", "automation_message")
        .execute(),
    );
    expect(left).toEqual([]);
  });

  test("are all undone for a person for whom one fails, and done for the others; a second try does them", async () => {
    const [course] = await insertCourses(server, [`Full ${++count}`], { capacity: 1 });
    const [group, to] = [await newGroup(), await newGroup()];
    const id = await createAutomation(
      admin,
      onJoin(group, { kind: "add_to_group", group_id: to }, { kind: "enrol_in_course", course_id: course! }),
    );
    const [first, second] = [await newLearner(), await newLearner()];
    await join(admin, first, group);
    await join(admin, second, group);
    await work(server);
    expect(await listGroupMembers(server, to)).toEqual([first]);
    const failed = await readRuns(admin, id, "failed");
    expect(failed.rows).toMatchObject([{ user_id: second, problem: expect.stringMatching(/has a capacity of 1/) }]);
    await server.inside("demo", (db, instance) =>
      db
        .updateTable("courses")
        .set({ capacity: 2 })
        .where("instance_id", "=", instance)
        .where("id", "=", course!)
        .execute(),
    );
    expect((await admin.data(RETRY, { id })).retryAutomationRuns).toBe(1);
    await work(server);
    expect(await listGroupMembers(server, to)).toEqual([first, second]);
    expect((await readRuns(admin, id)).failed).toBe(0);
  });
});

test("a message about a due date writes the day and the course in words", async () => {
  const [course] = await insertCourses(server, [`Worded ${++count}`]);
  const title = `Worded ${count}`;
  const person = await newLearner();
  await server.inside("demo", (db, instance_id) =>
    db
      .insertInto("enrolments")
      .values({ instance_id, user_id: person, course_id: course!, due_on: "2020-03-04" })
      .execute(),
  );
  await createAutomation(admin, {
    trigger: { kind: "course_overdue", object_id: course! },
    actions: [{ kind: "notify", to: "person", subject: "{course} was due", text: "It was due on {date}." }],
  });
  await passDay(server);
  const row = await server.inside("demo", (db, id) =>
    db
      .selectFrom("notifications")
      .select("data")
      .where("instance_id", "=", id)
      .where("kind", "=", "automation_message")
      .where("user_id", "=", person)
      .executeTakeFirst(),
  );
  expect(row?.data).toMatchObject({ subject: `${title} was due`, message: "It was due on 4 March 2020." });
});
