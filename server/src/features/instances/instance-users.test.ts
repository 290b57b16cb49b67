import { afterAll, beforeAll, expect, test } from "vitest";
import { linkIn, type Mailbox, openMailbox } from "../../testing/mailbox.ts";
import { operatorAt } from "../../testing/operator.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const CREATE_INSTANCE = `mutation ($name: String!, $license_count: Int) { createLmsInstance(name: $name, license_count: $license_count) { id domain } }`;
const CREATE = `mutation ($instance_id: Int!, $first_name: String!, $last_name: String!, $email: String!, $password: String, $role: String!, $primary_access: Boolean, $is_active: Boolean, $is_owner: Boolean, $skip_email: Boolean) {
  createInstanceUser(instance_id: $instance_id, first_name: $first_name, last_name: $last_name, email: $email, password: $password, role: $role, primary_access: $primary_access, is_active: $is_active, is_owner: $is_owner, skip_email: $skip_email) { id first_name last_name email } }`;
const EDIT = `mutation ($user_id: Int!, $instance_id: Int!, $primary_access: Boolean!, $is_active: Boolean!, $is_owner: Boolean!) {
  editInstanceUser(user_id: $user_id, instance_id: $instance_id, primary_access: $primary_access, is_active: $is_active, is_owner: $is_owner) { id } }`;
const USER = `query ($id: Int!) { user(id: $id) { first_name role is_primary is_active is_owner skip_email } }`;
const RESET = `mutation ($email: String!, $token: String!, $password: String!) { resetPassword(email: $email, token: $token, password: $password) { message } }`;
const LOGIN = `mutation ($email: String!, $password: String!) { loginUser(email: $email, password: $password) { token user { role } } }`;

let server: TestServer;
let mailbox: Mailbox;
let operator: Client;
let instance: { id: number; domain: string };
beforeAll(async () => {
  server = await startServer();
  mailbox = await openMailbox(server);
  operator = await operatorAt(server);
  instance = (await operator.data(CREATE_INSTANCE, { name: "Harbour School", license_count: 3 })).createLmsInstance;
});
afterAll(async () => {
  await mailbox.close();
  await server.close();
});

const owner = { first_name: "Iris", last_name: "Vale", email: "iris@harbour.test", role: "admin" };

test("an owner without a password gets an invitation, sets one by its link and signs in at the new address", async () => {
  const { createInstanceUser } = await operator.data(CREATE, { instance_id: instance.id, ...owner, is_owner: true });
  expect((await operator.data(USER, { id: createInstanceUser.id })).user).toEqual({
    first_name: "Iris",
    role: "admin",
    is_primary: true,
    is_active: true,
    is_owner: true,
    skip_email: false,
  });
  const [mail] = await mailbox.deliver();
  expect(mail!.subject).toBe("Welcome to Harbour School");
  const link = linkIn(mail!);
  expect([link.host, link.pathname]).toEqual(["harbour-school.localhost", "/set-password"]);
  const { expires_at } = (
    await server.platform.database.transaction(`SET LOCAL app.instance_id = '${instance.id}'`, (db) =>
      db.selectFrom("password_tokens").select("expires_at").execute(),
    )
  )[0]!;
  expect((expires_at.getTime() - Date.now()) / 86_400_000).toBeCloseTo(7, 1);
  const there = server.anonymous(link.host);
  const password = "the tide comes in";
  await there.data(RESET, { email: owner.email, token: link.searchParams.get("token"), password });
  expect((await there.data(LOGIN, { email: owner.email, password })).loginUser.user.role).toBe("admin");
});

test("no mail is sent with a password or when the mail is skipped", async () => {
  const base = { instance_id: instance.id, first_name: "A", last_name: "B", role: "learner" };
  await operator.data(CREATE, { ...base, email: "with@harbour.test", password: "the tide goes out" });
  await operator.data(CREATE, { ...base, email: "quiet@harbour.test", skip_email: true, is_active: false });
  expect(await mailbox.deliver()).toEqual([]);
});

test("licences of the user's instance are counted, not of the operator's", async () => {
  const base = { instance_id: instance.id, first_name: "A", last_name: "B", role: "learner", skip_email: true };
  await operator.data(CREATE, { ...base, email: "third@harbour.test" });
  const over = await operator.query(CREATE, { ...base, email: "fourth@harbour.test" });
  expect(over.errors?.[0]?.message).toMatch(/3 licences, and all of them are in use/);
  expect(await operator.refusal(CREATE, { ...base, email: "THIRD@harbour.test", is_active: false })).toBe("VALIDATION");
});

test("editInstanceUser saves flags in the user's instance, and deactivation ends sessions and keys", async () => {
  const id = await server.userId("learner@riverside.test");
  const riverside = (await operator.data(`{ instanceByUrl(url: "riverside") { id } }`)).instanceByUrl.id as number;
  const learner = await server.as("learner@riverside.test");
  const flags = { user_id: id, instance_id: riverside, primary_access: true, is_active: false, is_owner: true };
  await operator.data(EDIT, flags);
  expect((await operator.data(USER, { id })).user).toMatchObject({ is_active: false, is_owner: true });
  expect(await learner.refusal("{ viewer { id } }")).toBe("UNAUTHENTICATED");
  expect(await operator.refusal(EDIT, { ...flags, instance_id: instance.id })).toBe("NOT_FOUND");
  expect(await operator.refusal(EDIT, { ...flags, user_id: 999_999 })).toBe("NOT_FOUND");
});

test("registerUser creates a learner of this site, and no other role", async () => {
  const REGISTER = `mutation ($role: String!) { registerUser(first_name: "New", last_name: "Person", email: "new.person@demo.test", password: "the tide turns", role: $role) { first_name last_name email } }`;
  expect(await operator.refusal(REGISTER, { role: "admin" })).toBe("VALIDATION");
  expect((await operator.data(REGISTER, { role: "learner" })).registerUser.email).toBe("new.person@demo.test");
  const { loginUser } = await server
    .anonymous()
    .data(LOGIN, { email: "new.person@demo.test", password: "the tide turns" });
  expect(loginUser.user.role).toBe("learner");
  expect(await (await server.as("admin@demo.test")).refusal(REGISTER, { role: "learner" })).toBe("FORBIDDEN");
});

test("only operators may change users of instances", async () => {
  for (const email of ["admin@riverside.test", "instructor@demo.test"]) {
    const client = await server.as(email);
    expect(await client.refusal(CREATE, { instance_id: instance.id, ...owner })).toBe("FORBIDDEN");
    const edit = { user_id: 1, instance_id: instance.id, primary_access: true, is_active: true, is_owner: true };
    expect(await client.refusal(EDIT, edit)).toBe("FORBIDDEN");
  }
});

/** Makes a branch of the demo the default one, or none. */
const setDefault = (url: string | null) =>
  server.inside("demo", async (db, id) => {
    await db.updateTable("branches").set({ is_default: false }).where("instance_id", "=", id).execute();
    if (url !== null)
      await db
        .updateTable("branches")
        .set({ is_default: true })
        .where("instance_id", "=", id)
        .where("url", "=", url)
        .execute();
    return id;
  });

const listPlaces = (userId: number) =>
  server.inside("demo", async (db, id) => {
    const rows = await db
      .selectFrom("branch_users as m")
      .innerJoin("branches as b", (join) =>
        join.onRef("b.instance_id", "=", "m.instance_id").onRef("b.id", "=", "m.branch_id"),
      )
      .where("m.instance_id", "=", id)
      .where("m.user_id", "=", userId)
      .select("b.url")
      .orderBy("b.url")
      .execute();
    return rows.map(({ url }) => url);
  });

test("a user without access to the main site joins the default branch, so that they can sign in somewhere", async () => {
  const demo = await setDefault("north");
  const person = { first_name: "Una", last_name: "Lane", email: "una@demo.test", role: "learner" };
  const variables = { instance_id: demo, ...person, primary_access: false, skip_email: true };
  const { id } = (await operator.data(CREATE, variables)).createInstanceUser;
  expect(await listPlaces(id)).toEqual(["north"]);
});

test("a user without access to the main site is not created while no branch is the default", async () => {
  const demo = await setDefault(null);
  const person = { first_name: "Uma", last_name: "Lane", email: "uma@demo.test", role: "learner", skip_email: true };
  const create = `mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }`;
  const admin = await server.as("admin@demo.test");
  const [byOperator, byAdmin] = [
    await operator.query(CREATE, { instance_id: demo, ...person, primary_access: false }),
    await admin.query(create, { input: { ...person, is_primary: false } }),
  ];
  const why = [
    "Without access to the main site and without a default branch, this user could not sign in. Give access, or create the user at the address of a branch.",
  ];
  expect(byOperator.errors?.[0]?.extensions.validation).toEqual({ primary_access: why });
  expect(byAdmin.errors?.[0]?.extensions.validation).toEqual({ is_primary: why });
  const atBranch = `mutation ($input: CreateUserInput!) { createUser(input: $input, branchUrl: "north") { id is_primary } }`;
  expect((await admin.data(atBranch, { input: person })).createUser.is_primary).toBe(false);
});

test("a user who loses access to the main site joins the default branch only when they have no branch", async () => {
  const demo = await setDefault("north");
  const person = { first_name: "Ugo", last_name: "Lane", email: "ugo@demo.test", role: "learner" };
  const { id } = (await operator.data(CREATE, { instance_id: demo, ...person, skip_email: true })).createInstanceUser;
  const flags = { instance_id: demo, user_id: id, is_active: true, is_owner: false };
  await operator.data(EDIT, { ...flags, primary_access: false });
  expect(await listPlaces(id)).toEqual(["north"]);
  await operator.data(EDIT, { ...flags, primary_access: true });
  await setDefault("south");
  await operator.data(EDIT, { ...flags, primary_access: false });
  expect(await listPlaces(id)).toEqual(["north"]);
});

test("the audit log of the branch names a user who joins it because they lose access to the main site", async () => {
  const demo = await setDefault("north");
  const person = { first_name: "Ula", last_name: "Lane", email: "ula@demo.test", role: "learner" };
  const { id } = (await operator.data(CREATE, { instance_id: demo, ...person, skip_email: true })).createInstanceUser;
  await operator.data(EDIT, {
    instance_id: demo,
    user_id: id,
    is_active: true,
    is_owner: false,
    primary_access: false,
  });
  const log = `{ auditLog(action: "branch.users_added", limit: 1) { rows { subject_name changes { field after } } } }`;
  const { rows } = (await (await server.as("admin@demo.test")).data(log)).auditLog;
  expect(rows).toEqual([{ subject_name: "Northgate North", changes: [{ field: "people", after: '["Ula Lane"]' }] }]);
});

test("a user without a branch keeps access to the main site while no branch is the default", async () => {
  const demo = await setDefault(null);
  const person = { first_name: "Udo", last_name: "Lane", email: "udo@demo.test", role: "learner" };
  const { id } = (await operator.data(CREATE, { instance_id: demo, ...person, skip_email: true })).createInstanceUser;
  const flags = { instance_id: demo, user_id: id, is_active: true, is_owner: false };
  expect(await operator.refusal(EDIT, { ...flags, primary_access: false })).toBe("CONFLICT");
  const update = "mutation ($id: Int!) { updateUser(id: $id, input: { is_primary: false }) { id } }";
  expect(await operator.refusal(update, { id })).toBe("CONFLICT");
  expect((await operator.data(USER, { id })).user.is_primary).toBe(true);
});
