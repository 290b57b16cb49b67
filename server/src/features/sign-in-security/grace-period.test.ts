import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DEMO_PASSWORD } from "../../demo/people.ts";
import { openFlow, redeem } from "../../testing/identity.ts";
import { CLIENT, openOidcProvider, type OidcProvider, signInAt } from "../../testing/oidc.ts";
import { addPasskey, REMOVE } from "../../testing/passkeys.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const PERSON = "learner@demo.test";
const VIEWER = "{ viewer { factor_due factor_due_on } }";
const LOGIN = `mutation ($email: String!, $site: String) {
  loginUser(email: $email, password: "${DEMO_PASSWORD}", instance_url: $site) { token host } }`;
const UPDATE = `mutation ($version: Int!, $sign_in: SignInSettingsInput) {
  updateInstanceSettings(version: $version, sign_in: $sign_in) { sign_in { second_factor_grace_days } } }`;
const EDIT = "mutation ($id: Int!, $role: String!) { updateUser(id: $id, input: { role: $role }) { id } }";

let server: TestServer;
let admin: Client;
let idp: OidcProvider;
beforeAll(async () => {
  server = await startServer();
  idp = await openOidcProvider({});
  admin = await server.as("admin@demo.test");
});
afterAll(async () => {
  await server.close();
  await idp.close();
});
beforeEach(async () => {
  await server.platform.database.pool.query("DELETE FROM rate_limits");
  await server.inside("demo", async (db, id) => {
    for (const table of ["passkeys", "recovery_codes"] as const)
      await db.deleteFrom(table).where("instance_id", "=", id).execute();
    await db.updateTable("users").set({ factor_required_since: null }).where("instance_id", "=", id).execute();
  });
  await set({ second_factor_roles: [], second_factor_grace_days: 0 });
});

async function set(sign_in: { second_factor_roles?: string[]; second_factor_grace_days?: number }) {
  const { version } = (await admin.data("{ instanceSettings { version } }")).instanceSettings;
  return admin.query(UPDATE, { version, sign_in });
}

/** Lets days pass for a user since the requirement first applied to them. */
const letPass = (days: number, email = PERSON) =>
  server.inside("demo", (db, id) =>
    db
      .updateTable("users")
      .set({ factor_required_since: sql<Date>`factor_required_since - make_interval(days => ${days})` })
      .where("instance_id", "=", id)
      .where("email", "=", email)
      .execute(),
  );

async function logIn(email = PERSON): Promise<Client> {
  const { loginUser } = await server.anonymous().data(LOGIN, { email });
  return server.withToken(loginUser.token);
}

/** Returns the day of the instance's time zone that is some days away from today. */
const dayIn = async (days: number) =>
  server.inside("demo", async (db, id) => {
    const { rows } = await sql<{ day: string }>`
      SELECT ((now() AT TIME ZONE time_zone)::date + ${days}::integer)::text AS day FROM instances WHERE id = ${id}`.execute(
      db,
    );
    return rows[0]!.day;
  });

const due = async (client: Client) => (await client.data(VIEWER)).viewer as object;
const FORCED = { factor_due: "setup", factor_due_on: null };
const FREE = { factor_due: null, factor_due_on: null };
const until = async (days: number) => ({ factor_due: null, factor_due_on: await dayIn(days) });
const UNREAD = "{ notifications { unread } }";

test("without a grace period, a role that needs a second factor has it set up at once", async () => {
  await set({ second_factor_roles: ["learner"] });
  expect(await due(await logIn())).toEqual(FORCED);
});

test("in the grace period a user works without a second factor and reads the last day; after that day the session waits", async () => {
  await set({ second_factor_roles: ["learner"], second_factor_grace_days: 7 });
  const client = await logIn();
  expect(await due(client)).toEqual(await until(7));
  expect(await client.refusal(UNREAD)).toBeNull();
  await letPass(7);
  expect(await due(client)).toEqual(await until(0));
  expect(await due(await logIn())).toEqual(await until(0));
  expect(await client.refusal(UNREAD)).toBeNull();
  await letPass(1);
  expect(await client.refusal(UNREAD)).toBe("SECOND_FACTOR_DUE");
  expect(await due(client)).toEqual(FORCED);
  expect(await due(await logIn())).toEqual(FORCED);
});

test("a second factor ends the reminder, the last one cannot be removed in the grace period, and a role without need has none", async () => {
  await set({ second_factor_roles: ["learner"], second_factor_grace_days: 7 });
  const client = await logIn();
  const { id } = await addPasskey(client);
  expect(await due(client)).toEqual(FREE);
  expect(await client.refusal(REMOVE, { id, password: DEMO_PASSWORD })).toBe("CONFLICT");
  expect(await due(await server.as("manager@demo.test"))).toEqual(FREE);
});

test("switching the requirement or the days off and on again does not begin the grace period again", async () => {
  await set({ second_factor_roles: ["learner"], second_factor_grace_days: 7 });
  await letPass(5);
  await set({ second_factor_roles: [] });
  expect(await due(await logIn())).toEqual(FREE);
  await set({ second_factor_roles: ["learner"], second_factor_grace_days: 0 });
  expect(await due(await logIn())).toEqual(FORCED);
  await set({ second_factor_grace_days: 7 });
  expect(await due(await logIn())).toEqual(await until(2));
  await set({ second_factor_grace_days: 3 });
  expect(await due(await logIn())).toEqual(FORCED);
});

test("a role that needs a second factor begins the grace period once, also when the role is changed back and given again", async () => {
  const email = "yusuf.demir@demo.test";
  const id = await server.userId(email);
  await set({ second_factor_roles: ["instructor"], second_factor_grace_days: 7 });
  expect(await due(await logIn(email))).toEqual(FREE);
  await admin.data(EDIT, { id, role: "instructor" });
  expect(await due(await logIn(email))).toEqual(await until(7));
  await letPass(3, email);
  await admin.data(EDIT, { id, role: "learner" });
  expect(await due(await logIn(email))).toEqual(FREE);
  await admin.data(EDIT, { id, role: "instructor" });
  expect(await due(await logIn(email))).toEqual(await until(4));
  await admin.data(EDIT, { id, role: "learner" });
});

test("a new user has the days from the day of their account, one by one and in bulk", async () => {
  await set({ second_factor_roles: ["learner"], second_factor_grace_days: 14 });
  const someone = (email: string) => ({ first_name: "New", last_name: "Person", email, role: "learner" });
  await admin.data("mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }", {
    input: { ...someone("new.one@demo.test"), password: DEMO_PASSWORD },
  });
  await admin.data("mutation ($input: [BulkUserInput!]!) { bulkCreateUsers(input: $input) { id } }", {
    input: [{ ...someone("new.two@demo.test"), password: DEMO_PASSWORD }],
  });
  for (const email of ["new.one@demo.test", "new.two@demo.test"])
    expect([email, await due(await logIn(email))]).toEqual([email, await until(14)]);
});

test("a user for whom no begin is stored has no grace period", async () => {
  await set({ second_factor_roles: ["learner"], second_factor_grace_days: 7 });
  await server.inside("demo", (db, id) =>
    db.updateTable("users").set({ factor_required_since: null }).where("instance_id", "=", id).execute(),
  );
  expect(await due(await logIn())).toEqual(FORCED);
});

test("a sign-in by a one-time code from another host has the same days", async () => {
  await set({ second_factor_roles: ["learner"], second_factor_grace_days: 7 });
  const open = async () => {
    const { loginUser } = await server.anonymous("localhost").data(LOGIN, { email: PERSON, site: "demo" });
    const response = await server.app.inject({
      method: "POST",
      url: "/api/login-code",
      headers: { host: loginUser.host },
      payload: { code: loginUser.token },
    });
    return server.withToken(response.json().token);
  };
  expect(await due(await open())).toEqual(await until(7));
  await letPass(8);
  expect(await due(await open())).toEqual(FORCED);
});

test("a sign-in by an identity provider has the same days, also the one that creates the account", async () => {
  await set({ second_factor_roles: ["learner"], second_factor_grace_days: 7 });
  const { createIdentityProvider: provider } = await admin.data(
    `mutation ($input: IdentityProviderInput!) {
      createIdentityProvider(input: $input) { id callback_url } }`,
    {
      input: {
        name: "Northgate ID",
        issuer: idp.issuer,
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        creates_accounts: true,
      },
    },
  );
  idp.allow(provider.callback_url);
  idp.people["u1"] = { email: "ida@northgate.test", email_verified: true, given_name: "Ida", family_name: "Byron" };
  const open = async () => {
    const flow = await openFlow(server, `/sso/oidc/${provider.id}/start`, "demo.localhost");
    return (await redeem(server, await flow.comeBack(await signInAt(flow.address, "u1")))).client;
  };
  expect(await due(await open())).toEqual(await until(7));
  await letPass(8, "ida@northgate.test");
  expect(await due(await open())).toEqual(FORCED);
});

test.each([-1, 91, 1_000])("a grace period of %i days is refused", async (second_factor_grace_days) => {
  const { errors } = await set({ second_factor_grace_days });
  expect(Object.keys(errors![0]!.extensions.validation as object)).toEqual(["second_factor_grace_days"]);
});

test("a change of the grace period is in the audit log", async () => {
  await set({ second_factor_grace_days: 30 });
  const { rows } = (await admin.data("{ auditLog(limit: 1) { rows { action changes { field before after } } } }"))
    .auditLog;
  expect(rows).toEqual([
    { action: "settings.updated", changes: [{ field: "second_factor_grace_days", before: "0", after: "30" }] },
  ]);
});
