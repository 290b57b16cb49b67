import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  automationInput,
  type AutomationOfTest,
  CREATE,
  createAutomation,
  createGroup,
  DELETE,
  DRY_RUN,
  join,
  listGroupMembers,
  ONE,
  readRuns,
  RETRY,
  SWITCH,
  UPDATE,
  work,
} from "../../testing/automations.ts";
import { addLearner, createPath, insertCourses } from "../../testing/learning-paths.ts";
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

const newLearner = (branchUrl?: string) => addLearner(admin, `automation${++count}@demo.test`, branchUrl);
const newGroup = (branchUrl?: string) => createGroup(admin, `Group ${++count}`, branchUrl);
const rename = (table: "groups", id: number, name: string) =>
  server.inside("demo", (db, instance) =>
    db.updateTable(table).set({ name }).where("instance_id", "=", instance).where("id", "=", id).execute(),
  );
const readProblems = async (automation: object, by = admin) => {
  const { errors } = await by.query(CREATE, { input: automation });
  return errors?.[0]!.extensions.validation ?? errors?.[0]!.message;
};
/** Creates an admin whose rights end in a branch. */
const branchAdmin = async (email: string, branchUrl: string): Promise<Client> => {
  await server.inside("demo", async (db, instance_id) => {
    const { id: user_id } = await db
      .insertInto("users")
      .values({ instance_id, first_name: "Bea", last_name: "Branch", email, role: "admin", is_primary: false })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { id: branch_id } = await db
      .selectFrom("branches")
      .select("id")
      .where("instance_id", "=", instance_id)
      .where("url", "=", branchUrl)
      .executeTakeFirstOrThrow();
    await db.insertInto("branch_users").values({ instance_id, user_id, branch_id }).execute();
  });
  return server.as(email);
};
const onJoin = (group: number, ...actions: AutomationOfTest["actions"]): AutomationOfTest => ({
  trigger: { kind: "group_joined", object_id: group },
  actions,
});

describe("an automation", () => {
  test("is stored with its names, changed, switched off, deleted, and restored as off", async () => {
    const [group, other] = [await newGroup(), await newGroup()];
    await rename("groups", other, "Second group");
    const input = automationInput({
      name: "Welcome",
      ...onJoin(group, { kind: "add_to_group", group_id: other }),
      conditions: { role: "learner", group_id: other },
    });
    const made = (await admin.data(CREATE, { input })).createAutomation;
    expect(made).toMatchObject({
      name: "Welcome",
      is_on: true,
      owning_branch: null,
      problem: null,
      trigger: { kind: "group_joined", object_id: group },
      conditions: { role: "learner", group_name: "Second group", is_overdue: false },
      actions: [{ kind: "add_to_group", group_id: other, object_name: "Second group" }],
    });
    const { id, version } = made;
    const renamed = { ...input, name: "Welcome again" };
    expect((await admin.data(UPDATE, { id, version, input: renamed })).updateAutomation).toMatchObject({ version: 2 });
    expect(await admin.refusal(UPDATE, { id, version, input })).toBe("CONFLICT");
    expect((await admin.data(SWITCH, { id, on: false })).switchAutomation.is_on).toBe(false);
    await admin.data(SWITCH, { id, on: true });
    await admin.data(DELETE, { id });
    expect(await admin.refusal(ONE, { id })).toBe("NOT_FOUND");
    await admin.data(`mutation ($id: Int!) { restoreDeleted(kind: "automation", id: $id) { id } }`, { id });
    expect((await admin.data(ONE, { id })).automation).toMatchObject({ name: "Welcome again", is_on: false });
  });

  test("is refused by field when something is missing or unknown", async () => {
    const group = await newGroup();
    const action = { kind: "add_to_group", group_id: group };
    const trigger = { kind: "person_created" };
    expect(await readProblems({ name: " ", is_on: true, trigger: { kind: "x" }, actions: [] })).toEqual({
      name: ["Enter a name."],
      trigger: ["Choose when the automation runs."],
      actions: ["Add an action."],
    });
    expect(
      await readProblems(automationInput({ trigger: { kind: "not_signed_in" }, actions: [action] })),
    ).toHaveProperty("days");
    expect(
      await readProblems(automationInput({ trigger: { kind: "field_changed" }, actions: [action] })),
    ).toHaveProperty("object_id");
    expect(await readProblems(automationInput({ trigger, actions: [{ kind: "enrol_in_course" }] }))).toEqual({
      "actions.0.object": ["Choose one of the list."],
    });
    const message = { kind: "notify", to: "person", subject: "Hello {first_name}", text: "Open {course}" };
    expect(await readProblems(automationInput({ trigger, actions: [action, message] }))).toEqual({
      "actions.1.text": ["There is no placeholder {course} here."],
    });
    expect(
      await readProblems(automationInput({ trigger, actions: [action], conditions: { role: "owner" } })),
    ).toHaveProperty("role");
    expect(
      await readProblems(automationInput({ trigger, actions: [{ kind: "add_to_group", group_id: 999_999 }] })),
    ).toBe("Group not found.");
  });

  test("cannot name what belongs to another instance", async () => {
    const riverside = await server.as("admin@riverside.test");
    const group = await newGroup();
    expect(await riverside.refusal(CREATE, { input: automationInput(onJoin(group, { kind: "deactivate" })) })).toBe(
      "NOT_FOUND",
    );
    const id = await createAutomation(admin, onJoin(group, { kind: "deactivate" }));
    for (const [document, variables] of [
      [ONE, { id }],
      [DELETE, { id }],
      [SWITCH, { id, on: false }],
      [RETRY, { id }],
    ] as const)
      expect(await riverside.refusal(document, variables)).toBe("NOT_FOUND");
  });
});

describe("a loop", () => {
  test("is refused with its way in words, also over several automations", async () => {
    const [a, b, c] = [await newGroup(), await newGroup(), await newGroup()];
    await rename("groups", b, "B");
    await rename("groups", c, "C");
    await rename("groups", a, "A");
    await createAutomation(admin, { name: "First", ...onJoin(a, { kind: "add_to_group", group_id: b }) });
    await createAutomation(admin, { name: "Second", ...onJoin(b, { kind: "add_to_group", group_id: c }) });
    const third = { name: "Third", ...onJoin(c, { kind: "add_to_group", group_id: a }) };
    expect(await readProblems(automationInput(third))).toBe(
      "This automation would start itself again and again. ‘Third’ adds people to the group ‘A’, which starts ‘First’. " +
        "‘First’ adds people to the group ‘B’, which starts ‘Second’. ‘Second’ adds people to the group ‘C’, which starts ‘Third’.",
    );
  });

  test("is refused for one that starts itself, also by a trigger about any group", async () => {
    const group = await newGroup();
    const leaving = {
      trigger: { kind: "group_left", object_id: group },
      actions: [{ kind: "remove_from_group", group_id: group }],
    };
    expect(await readProblems(automationInput(leaving))).toMatch("would start itself");
    const any = { trigger: { kind: "group_joined" }, actions: [{ kind: "add_to_group", group_id: group }] };
    expect(await readProblems(automationInput(any))).toMatch("would start itself");
  });

  test("is refused through the due date of a course of a learning path", async () => {
    const [course] = await insertCourses(server, [`Loop ${++count}`]);
    const path = await createPath(admin, `Loop path ${count}`, [{ course_ids: [course!] }]);
    const automation = {
      trigger: { kind: "course_overdue", object_id: course! },
      actions: [{ kind: "enrol_in_path", path_id: path.id }],
    };
    expect(await readProblems(automationInput(automation))).toMatch("when that is overdue it starts");
  });

  test("may be stored while it is off, and is refused when it is switched on", async () => {
    const group = await newGroup();
    const input = automationInput({ is_on: false, ...onJoin(group, { kind: "add_to_group", group_id: group }) });
    const { id } = (await admin.data(CREATE, { input })).createAutomation;
    expect(await admin.refusal(SWITCH, { id, on: true })).toBe("CONFLICT");
  });

  test("tells an admin of a branch nothing about the automations of another one", async () => {
    const [north, south] = [
      await branchAdmin(`north${++count}@demo.test`, "north"),
      await branchAdmin(`south${++count}@demo.test`, "south"),
    ];
    const own = await createGroup(north, `Own ${++count}`, "north");
    const secret = await createGroup(south, `Secret ${++count}`, "south");
    const foreign = { trigger: { kind: "group_left" }, actions: [{ kind: "add_to_group", group_id: secret }] };
    await createAutomation(south, { name: "Hidden", ...foreign }, "south");
    const looping = { trigger: { kind: "group_joined" }, actions: [{ kind: "remove_from_group", group_id: own }] };
    const problem = await readProblems(automationInput({ name: "Mine", ...looping }), north);
    expect(problem).toBe(
      `This automation would start itself again and again. ‘Mine’ removes people from the group ‘Own ${count - 1}’, which starts an automation of another site. ` +
        "an automation of another site adds people to the group ‘…’, which starts ‘Mine’.",
    );
  });

  test("that gets past the check ends after some automations", async () => {
    const [a, b] = [await newGroup(), await newGroup()];
    const forth = await createAutomation(
      admin,
      onJoin(a, { kind: "remove_from_group", group_id: a }, { kind: "add_to_group", group_id: b }),
    );
    const back = await createAutomation(admin, {
      is_on: false,
      ...onJoin(b, { kind: "remove_from_group", group_id: b }, { kind: "add_to_group", group_id: a }),
    });
    await server.inside("demo", (db, id) =>
      db.updateTable("automations").set({ is_on: true }).where("instance_id", "=", id).where("id", "=", back).execute(),
    );
    await join(admin, await newLearner(), a);
    await work(server);
    const [one, other] = [await readRuns(admin, forth), await readRuns(admin, back)];
    expect(one.total + other.total).toBe(6);
    expect([...one.rows, ...other.rows].filter(({ state }) => state === "failed")).toMatchObject([
      { problem: "More than 5 automations started one another. The last one was stopped." },
    ]);
  });
});

describe("an automation acts with the rights of who changed it last", () => {
  test("that of a branch touches the people of the branch only, and names only what is in it", async () => {
    const north = await branchAdmin(`north${++count}@demo.test`, "north");
    const south = await newGroup("south");
    const group = await createGroup(north, `North ${++count}`, "north");
    const input = automationInput({
      trigger: { kind: "person_created" },
      actions: [{ kind: "add_to_group", group_id: south }],
    });
    expect(await north.refusal(CREATE, { input, branchUrl: "north" })).toBe("NOT_FOUND");
    const id = await createAutomation(
      north,
      { trigger: { kind: "person_created" }, actions: [{ kind: "add_to_group", group_id: group }] },
      "north",
    );
    const [inNorth] = [await newLearner("north"), await newLearner("south"), await newLearner()];
    await work(server);
    expect(await listGroupMembers(server, group)).toEqual([inNorth]);
    expect((await readRuns(north, id)).total).toBe(1);
    const other = await branchAdmin(`south${++count}@demo.test`, "south");
    expect(await other.refusal(ONE, { id })).toBe("NOT_FOUND");
    expect(await other.refusal(DRY_RUN, { id, input })).toBe("NOT_FOUND");
  });

  test("it fails in words when that person is deactivated or no longer an admin, and another person's save lets it run", async () => {
    const owner = await server.inside("demo", async (db, instance_id) => {
      const email = `owner${++count}@demo.test`;
      const { id } = await db
        .insertInto("users")
        .values({ instance_id, first_name: "Olga", last_name: "Owner", email, role: "admin", is_primary: true })
        .returning("id")
        .executeTakeFirstOrThrow();
      return { id, email };
    });
    const set = (fields: { is_active?: boolean; role?: string }) =>
      server.inside("demo", (db, id) =>
        db.updateTable("users").set(fields).where("instance_id", "=", id).where("id", "=", owner.id).execute(),
      );
    const [group, to] = [await newGroup(), await newGroup()];
    const automation = automationInput(onJoin(group, { kind: "add_to_group", group_id: to }));
    const { id, version } = (await (await server.as(owner.email)).data(CREATE, { input: automation })).createAutomation;
    const [first, second] = [await newLearner(), await newLearner()];
    await set({ role: "learner" });
    await join(admin, first, group);
    await work(server);
    await set({ is_active: false });
    await join(admin, second, group);
    await work(server);
    expect(await listGroupMembers(server, to)).toEqual([]);
    const { problem, failed } = (await admin.data(ONE, { id })).automation;
    expect(problem).toMatch("has left or was deactivated");
    expect(failed).toBe(2);
    await admin.data(UPDATE, { id, version, input: automation });
    await admin.data(RETRY, { id });
    await work(server);
    expect(await listGroupMembers(server, to)).toEqual([first, second]);
    expect((await admin.data(ONE, { id })).automation).toMatchObject({ problem: null, failed: 0 });
  });

  test("it does not change people above their rank", async () => {
    const group = await newGroup();
    const id = await createAutomation(admin, onJoin(group, { kind: "deactivate" }));
    const boss = await server.inside(
      "demo",
      async (db, instance_id) =>
        (
          await db
            .insertInto("users")
            .values({
              instance_id,
              first_name: "Su",
              last_name: "Super",
              email: `su${++count}@demo.test`,
              role: "super_admin",
            })
            .returning("id")
            .executeTakeFirstOrThrow()
        ).id,
    );
    await server.inside("demo", (db, instance_id) =>
      db.insertInto("group_users").values({ instance_id, group_id: group, user_id: boss }).execute(),
    );
    await work(server);
    expect((await readRuns(admin, id)).rows).toMatchObject([{ user_id: boss, state: "failed" }]);
  });
});
