import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

/* Who may use a password where people sign in only by a provider. */

const POLICY = `mutation ($off: Boolean!, $users: [Int!]!) { updateSignInPolicy(passwords_off: $off, user_ids: $users) { passwords_off exceptions { id } } }`;
const READ = `{ signInPolicy { passwords_off exceptions { id } admins { id } } }`;
const UPDATE = `mutation ($id: Int!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { id } }`;
const DELETE = `mutation ($id: Int!) { deleteUser(id: $id) { id } }`;
const ACTIVE = `mutation ($ids: [Int!]!) { setUsersActive(user_ids: $ids, is_active: false) { ids } }`;
const LOGIN = `mutation { loginUser(email: "instructor@demo.test", password: "cairn-demo") { token } }`;
const LAST = "This is the last admin who may use a password while people sign in only with their organisation.";

let server: TestServer;
let admin: Client;
/** The admin who may use a password. */
let keeper: number;
let boss: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  [keeper, boss] = [await server.userId("instructor@demo.test"), await server.userId("admin@demo.test")];
});
afterAll(() => server.close());
const touch = (fields: object) =>
  server.inside("demo", (db, id) =>
    db.updateTable("users").set(fields).where("instance_id", "=", id).where("id", "=", keeper).execute(),
  );
beforeEach(async () => {
  await touch({ role: "admin", is_primary: true, is_active: true, deactivate_at: null, deleted_at: null });
  await server.inside("demo", async (db, instance_id) => {
    await db.deleteFrom("identity_providers").where("instance_id", "=", instance_id).execute();
    const provider = { name: "Northgate", kind: "oidc", issuer: "https://id.northgate.test", settings: "{}" };
    await db
      .insertInto("identity_providers")
      .values({ ...provider, instance_id, mapping: "{}" })
      .execute();
  });
  await admin.data(POLICY, { off: true, users: [keeper] });
});

test("an admin whose role was lowered uses no password any more, and does not stand in the way of another choice", async () => {
  expect(await server.anonymous().refusal(LOGIN)).toBeNull();
  await admin.data(POLICY, { off: true, users: [keeper, boss] });
  await admin.data(UPDATE, { id: keeper, input: { role: "learner" } });
  expect(await server.anonymous().refusal(LOGIN)).toBe("VALIDATION");
  const { exceptions } = (await admin.data(READ)).signInPolicy;
  expect(exceptions).toEqual([{ id: boss }]);
  const users = exceptions.map(({ id }: { id: number }) => id);
  expect((await admin.data(POLICY, { off: true, users })).updateSignInPolicy.exceptions).toEqual([{ id: boss }]);
});

test("an admin whose last day has passed cannot be the one who may use a password", async () => {
  await admin.data(POLICY, { off: true, users: [keeper, boss] });
  await touch({ deactivate_at: "2020-01-01" });
  const { exceptions, admins } = (await admin.data(READ)).signInPolicy;
  expect(exceptions).toEqual([{ id: boss }]);
  expect(admins).not.toContainEqual({ id: keeper });
  expect(await admin.refusal(POLICY, { off: true, users: [keeper] })).toBe("VALIDATION");
});

test("an admin with a last day is not the only one who may use a password", async () => {
  await touch({ deactivate_at: "2999-01-01" });
  expect(await admin.refusal(POLICY, { off: true, users: [keeper] })).toBe("VALIDATION");
  expect(await admin.refusal(POLICY, { off: true, users: [keeper, boss] })).toBeNull();
});

test.each<[string, string, (id: number) => object]>([
  ["deleted", DELETE, (id) => ({ id })],
  ["deactivated", ACTIVE, (id) => ({ ids: [id] })],
  ["made a learner", UPDATE, (id) => ({ id, input: { role: "learner" } })],
  ["given a last day", UPDATE, (id) => ({ id, input: { deactivate_at: "2999-01-01" } })],
])("the last admin who may use a password is not %s while passwords are off", async (_, mutation, variables) => {
  const { errors } = await admin.query(mutation, variables(keeper));
  expect(errors?.[0]).toMatchObject({ message: expect.stringContaining(LAST), extensions: { code: "CONFLICT" } });
  await admin.data(POLICY, { off: true, users: [keeper, boss] });
  expect(await admin.refusal(mutation, variables(keeper))).toBeNull();
});

test("an admin who may use a password is deleted where passwords are on", async () => {
  await admin.data(POLICY, { off: false, users: [keeper] });
  expect(await admin.refusal(DELETE, { id: keeper })).toBeNull();
});
