import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { withActor } from "../../access/with-actor.ts";
import { type Client, startServer, type TestServer, VISIT } from "../../testing/server.ts";
import { createGroup, updateGroup } from "./groups.service.ts";

const LIST = `query ($branchUrl: String, $search: String, $sort: String, $limit: Int) {
  groups(branchUrl: $branchUrl, search: $search, sort: $sort, limit: $limit) { id name description created_at } }`;
const PAGE = `query ($branchUrl: String, $search: String, $limit: Int, $offset: Int) {
  groupsPage(branchUrl: $branchUrl, search: $search, limit: $limit, offset: $offset) { total rows { name } } }`;
const GROUP = `query ($id: Int!, $branchUrl: String) { group(id: $id, branchUrl: $branchUrl) { id name description users { id email } courses { id title } } }`;
const CREATE = `mutation ($input: GroupInput!, $branchUrl: String) { createGroup(input: $input, branchUrl: $branchUrl) { id name description } }`;
const UPDATE = `mutation ($id: Int!, $input: GroupInput!, $branchUrl: String) { updateGroup(id: $id, input: $input, branchUrl: $branchUrl) { id name description } }`;
const DELETE = `mutation ($group_id: Int!, $branchUrl: String) { deleteGroup(group_id: $group_id, branchUrl: $branchUrl) { id } }`;

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
});
afterAll(() => server.close());

let name: string;
let made = 0;
beforeEach(() => {
  name = `Group ${++made}`;
});

const create = async (variables: object = {}, client = admin): Promise<number> =>
  (await client.data(CREATE, { input: { name }, ...variables })).createGroup.id;
const names = async (client: Client, variables: object = {}): Promise<string[]> =>
  (await client.data(LIST, variables)).groups.map((group: { name: string }) => group.name);
const audited = (action: string, id: number) =>
  server.inside("demo", (db, instance) =>
    db
      .selectFrom("audit_log")
      .where("instance_id", "=", instance)
      .where("action", "=", action)
      .where("subject_id", "=", id)
      .select(["actor_name", "subject_name", "changes"])
      .execute(),
  );

test("createGroup saves the form, and the audit log names the user", async () => {
  const { createGroup } = await admin.data(CREATE, { input: { name: `  ${name} `, description: " For nights " } });
  expect(createGroup).toEqual({ id: expect.any(Number), name, description: "For nights" });
  expect((await admin.data(LIST, { search: name })).groups[0]).toMatchObject({
    description: "For nights",
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
  expect(await audited("group.created", createGroup.id)).toEqual([
    { actor_name: "Margaret Oyelaran", subject_name: name, changes: { name, description: "For nights" } },
  ]);
});

test.each([
  ["an empty name", { name: "  " }, { name: ["Enter a group name."] }],
  ["a very long name", { name: "x".repeat(201) }, { name: ["A group name has at most 200 characters."] }],
  [
    "a very long description",
    { name: "Long", description: "x".repeat(2001) },
    { description: ["A description has at most 2000 characters."] },
  ],
  [
    "a name that is taken, in any writing",
    { name: "NIGHT shift" },
    { name: ["There is already a group named 'NIGHT shift'."] },
  ],
])("createGroup refuses %s", async (_, input, validation) => {
  expect((await admin.query(CREATE, { input })).errors?.[0]?.extensions.validation).toEqual(validation);
});

test("groups are searched by name and description, sorted, and paged with the total", async () => {
  const id = await create({ input: { name, description: "zanzibar" } });
  expect((await admin.data(LIST, { search: "ZANZI" })).groups).toMatchObject([{ id }]);
  const all = await names(admin);
  expect(await names(admin, { sort: "-name" })).toEqual(all.toReversed());
  const { groupsPage } = await admin.data(PAGE, { limit: 2, offset: 1 });
  expect(groupsPage).toEqual({ total: all.length, rows: all.slice(1, 3).map((each) => ({ name: each })) });
});

test("a group can be renamed, but not to another's name", async () => {
  const id = await create();
  expect((await admin.data(UPDATE, { id, input: { name: `${name}!`, description: "x" } })).updateGroup).toEqual({
    id,
    name: `${name}!`,
    description: "x",
  });
  expect(await audited("group.updated", id)).toMatchObject([
    { changes: { name: [name, `${name}!`], description: [null, "x"] } },
  ]);
  const { errors } = await admin.query(UPDATE, { id, input: { name: "night SHIFT" } });
  expect(errors?.[0]?.extensions.validation).toEqual({ name: ["There is already a group named 'night SHIFT'."] });
  expect((await admin.data(GROUP, { id })).group.name).toBe(`${name}!`);
});

test("a deleted group is in no list, and its name is free again", async () => {
  const id = await create();
  expect((await admin.data(DELETE, { group_id: id })).deleteGroup).toEqual({ id });
  expect(await names(admin)).not.toContain(name);
  expect(await admin.refusal(GROUP, { id })).toBe("NOT_FOUND");
  expect(await admin.refusal(UPDATE, { id, input: { name } })).toBe("NOT_FOUND");
  expect(await admin.refusal(DELETE, { group_id: id })).toBe("NOT_FOUND");
  expect(await audited("group.deleted", id)).toHaveLength(1);
  expect(await create()).not.toBe(id);
});

test("a group created in a branch belongs to it: the other branch does not find it, the main site does", async () => {
  const id = await create({ branchUrl: "north" });
  expect(await names(admin)).toContain(name);
  expect(await names(admin, { branchUrl: "north" })).toContain(name);
  expect(await names(admin, { branchUrl: "south" })).not.toContain(name);
  for (const [document, variables] of [
    [GROUP, { id }],
    [UPDATE, { id, input: { name: "Mine now" } }],
    [DELETE, { group_id: id }],
  ] as const)
    expect(await admin.refusal(document, { ...variables, branchUrl: "south" })).toBe("NOT_FOUND");
  expect(await names(admin, { branchUrl: "north" })).not.toContain("Volunteers");
});

test("users without main-site access work with the groups of their branch only", async () => {
  await setPrimary("priya.raman@demo.test", false);
  const priya = await server.as("priya.raman@demo.test", "north.demo.localhost");
  expect(await names(priya)).toContain("Night shift");
  expect(await names(priya)).not.toContain("Family support");
  const id = await create({}, priya);
  expect(await names(admin, { branchUrl: "north" })).toContain(name);
  expect(await priya.refusal(CREATE, { input: { name: "Elsewhere" }, branchUrl: "south" })).toBe("NOT_FOUND");
  expect((await priya.data(DELETE, { group_id: id })).deleteGroup.id).toBe(id);
  await setPrimary("priya.raman@demo.test", true);
});

test("a group of another instance is not found", async () => {
  const id = await create();
  const stranger = await server.as("admin@riverside.test");
  expect(await names(stranger)).not.toContain(name);
  for (const [document, variables] of [
    [GROUP, { id }],
    [UPDATE, { id, input: { name: "Mine now" } }],
    [DELETE, { group_id: id }],
  ] as const)
    expect(await stranger.refusal(document, variables)).toBe("NOT_FOUND");
});

test("instructors manage groups; managers, learners and anonymous callers do not", async () => {
  const id = await create({}, await server.as("instructor@demo.test"));
  for (const [document, variables] of [
    [LIST, {}],
    [PAGE, {}],
    [GROUP, { id }],
    [CREATE, { input: { name } }],
    [UPDATE, { id, input: { name } }],
    [DELETE, { group_id: id }],
  ] as const) {
    for (const email of ["manager@demo.test", "learner@demo.test"])
      expect(await (await server.as(email)).refusal(document, variables)).toBe("FORBIDDEN");
    expect(await server.anonymous().refusal(document, variables)).toBe("UNAUTHENTICATED");
  }
});

async function setPrimary(email: string, is_primary: boolean): Promise<void> {
  const id = await server.userId(email);
  await server.inside("demo", (db, instance) =>
    db.updateTable("users").set({ is_primary }).where("instance_id", "=", instance).where("id", "=", id).execute(),
  );
}

test("a group that is renamed while another one gets the name says that it is taken", async () => {
  const ids: number[] = [];
  for (const name of ["At once 1", "At once 2"])
    ids.push((await admin.data(CREATE, { input: { name } })).createGroup.id);
  for (const [name, change] of [
    ["Renamed", (actor: Actor) => updateGroup(actor, ids[0]!, { name: "Renamed" })],
    ["Created", (actor: Actor) => createGroup(actor, { name: "Created" })],
  ] as const) {
    let second: Promise<string | null> | undefined;
    await withActor(server.platform, VISIT, admin.token, async (actor) => {
      await change(actor);
      second = admin.refusal(UPDATE, { id: ids[1], input: { name } });
      await expect.poll(server.countWaiting).toBe(1);
    });
    expect(await second).toBe("VALIDATION");
  }
});

test("saving a group as it is, and making a leader a leader again, leaves no entry in the audit log", async () => {
  const group = (await admin.data(CREATE, { input: { name: "As it is", description: "Same" } })).createGroup.id;
  const manager = await server.userId("manager@demo.test");
  await admin.data(`mutation { addUserToGroup(user_id: ${manager}, group_ids: [${group}]) { id } }`);
  const lead = (on: boolean) =>
    admin.data(`mutation { setGroupLeader(group_id: ${group}, user_id: ${manager}, is_leader: ${on}) { id } }`);
  const readLog = async () =>
    (await admin.data("{ auditLog(limit: 10) { rows { action subject_id } } }")).auditLog.rows
      .filter(({ subject_id }: { subject_id: number }) => subject_id === group)
      .map(({ action }: { action: string }) => action);
  const before = await readLog();
  await admin.data(UPDATE, { id: group, input: { name: "As it is", description: "Same" } });
  await lead(false);
  expect(await readLog()).toEqual(before);
  await lead(true);
  await lead(true);
  expect(await readLog()).toEqual(["group.leader_changed", ...before]);
});
