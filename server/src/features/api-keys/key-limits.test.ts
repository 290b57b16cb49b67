import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operatorAt } from "../../testing/operator.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

// Tests P79: an API key changes no password, no role above learner, no key and no sign-in setting, whatever the role of its owner.

const CREATE_KEY = `mutation ($role: String!) { createApiKey(name: "Sync", role: $role) { id key } }`;
const CREATE = `mutation ($input: CreateUserInput!) { createUser(input: $input) { id role } }`;
const BULK = `mutation ($input: [BulkUserInput!]!) { bulkCreateUsers(input: $input) { id role } }`;
const CREATE_GROUP = "mutation ($name: String!) { createGroup(input: { name: $name }) { id } }";
const UPDATE = `mutation ($id: Int!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { id role } }`;
const STAFF_ROLES = ["instructor", "manager", "admin", "super_admin"];

let server: TestServer;
let north: number;
let south: number;
beforeAll(async () => {
  server = await startServer();
  await server.platform.database.pool.query("UPDATE instances SET api_access = true, license_count = NULL");
  [north, south] = await server.inside("demo", async (db) => {
    const rows = await db
      .selectFrom("branches")
      .select("id")
      .where("url", "in", ["north", "south"])
      .orderBy("url")
      .execute();
    return rows.map(({ id }) => id) as [number, number];
  });
});
afterAll(() => server.close());

/** Inserts a user of the role in the branch north, and a deleted one. */
function staff(role: string): Promise<{ id: number; deletedId: number }> {
  return server.inside("demo", async (db, instance_id) => {
    const insert = async (deleted_at: Date | null) => {
      const { skip_email: _, ...fields } = someone(role);
      const row = { ...fields, instance_id, deleted_at };
      const { id } = await db.insertInto("users").values(row).returning("id").executeTakeFirstOrThrow();
      await db.insertInto("branch_users").values({ instance_id, user_id: id, branch_id: north }).execute();
      return id;
    };
    return { id: await insert(null), deletedId: await insert(new Date()) };
  });
}

let count = 0;
const someone = (role: string) => ({
  first_name: "Ida",
  last_name: "Moss",
  email: `key.limits${++count}@demo.test`,
  role,
  skip_email: true,
});

describe.each([
  ["an admin", () => server.as("admin@demo.test")],
  ["a super admin", () => operatorAt(server)],
])("an API key of the role admin that belongs to %s", (_, ownerOf) => {
  let client: Client;
  let keyId: number;
  beforeEach(async () => {
    const { createApiKey } = await (await ownerOf()).data(CREATE_KEY, { role: "admin" });
    keyId = createApiKey.id;
    client = server.withToken(createApiKey.key);
  });

  test("creates learners and no other role", async () => {
    expect((await client.data("{ viewer { gives_roles } }")).viewer.gives_roles).toEqual(["learner"]);
    expect((await client.data(CREATE, { input: someone("learner") })).createUser.role).toBe("learner");
    expect((await client.data(BULK, { input: [someone("learner")] })).bulkCreateUsers).toHaveLength(1);
    for (const role of STAFF_ROLES) {
      expect([role, await client.refusal(CREATE, { input: someone(role) })]).toEqual([role, "FORBIDDEN"]);
      expect([role, await client.refusal(BULK, { input: [someone(role)] })]).toEqual([role, "VALIDATION"]);
    }
  });

  test("neither assigns nor removes a role above learner", async () => {
    const learner = await server.userId("learner@demo.test");
    const manager = await server.userId("manager@demo.test");
    for (const role of STAFF_ROLES)
      expect([role, await client.refusal(UPDATE, { id: learner, input: { role } })]).toEqual([role, "FORBIDDEN"]);
    expect(await client.refusal(UPDATE, { id: manager, input: { role: "learner" } })).toBe("FORBIDDEN");
  });

  test.each(STAFF_ROLES)("does not change, deactivate, delete, move or purge a user of the role %s", async (role) => {
    const { id, deletedId } = await staff(role);
    const { createGroup } = await client.data(CREATE_GROUP, { name: `Group ${++count}` });
    const group = createGroup.id;
    const mutations = [
      `updateUser(id: ${id}, input: { first_name: "X" }) { id }`,
      `updateUser(id: ${id}, input: { is_active: false }) { id }`,
      `setUsersActive(user_ids: [${id}], is_active: false) { ids }`,
      `deleteUser(id: ${id}) { id }`,
      `deleteUsers(user_ids: [${id}]) { ids }`,
      `resendInvitation(id: ${id}) { id }`,
      `addUserToBranch(userBranchInput: { user_ids: [${id}], branch_ids: [${south}] }) { id }`,
      `removeUserFromBranch(user_id: ${id}, branch_id: ${north}) { id }`,
      `setGroupLeader(group_id: ${group}, user_id: ${id}, is_leader: true) { id }`,
      `restoreDeleted(kind: "user", id: ${deletedId}) { id }`,
      `purgeDeleted(kind: "user", id: ${deletedId}, name: "Ida Moss") { id }`,
    ];
    for (const mutation of mutations)
      expect([mutation, await client.refusal(`mutation { ${mutation} }`)]).toEqual([mutation, "FORBIDDEN"]);
    const listed = (await client.data("{ users { id may_edit } }")).users.find((row: any) => row.id === id);
    expect(listed.may_edit).toBe(false);
  });

  test("changes, deactivates, deletes and purges a learner", async () => {
    const { id } = (await client.data(CREATE, { input: someone("learner") })).createUser;
    for (const mutation of [
      `updateUser(id: ${id}, input: { first_name: "Ada" }) { id }`,
      `setUsersActive(user_ids: [${id}], is_active: false) { ids }`,
      `deleteUser(id: ${id}) { id }`,
      `purgeDeleted(kind: "user", id: ${id}, name: "Ada Moss") { id }`,
    ])
      expect([mutation, await client.refusal(`mutation { ${mutation} }`)]).toEqual([mutation, null]);
  });

  test.each([
    [`updatePassword(current_password: "cairn-demo", new_password: "x", new_password_confirmation: "x") { message }`],
    [`updateUserDetails(input: { first_name: "X" }) { id }`],
    [`sendPasswordLink(id: LEARNER) { id }`],
    [`updateUser(id: LEARNER, input: { is_primary: false }) { id }`],
    [`createApiKey(name: "Child", role: "learner") { id }`],
    [`revokeApiKey(id: KEY) { id }`],
    [`createXapiCredentials(name: "Child") { id }`],
  ])("may not call %s", async (mutation) => {
    const learner = String(await server.userId("learner@demo.test"));
    const named = mutation.replace("LEARNER", learner).replace("KEY", String(keyId));
    expect(await client.refusal(`mutation { ${named} }`)).toBe("FORBIDDEN");
  });

  test("sets no password of an existing user", async () => {
    const id = await server.userId("learner@demo.test");
    expect(await client.refusal(UPDATE, { id, input: { password: "lantern-river-41" } })).toBe("VALIDATION");
  });
});
