import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ForgingProvider, openForgingProvider } from "../../testing/forging-oidc.ts";
import { openFlow, redeem } from "../../testing/identity.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

/* Guards behind other guards, with a provider whose tokens are in order. */

const CREATE = `mutation ($input: IdentityProviderInput!) { createIdentityProvider(input: $input) { id } }`;
const UPDATE = `mutation ($id: Int!, $input: IdentityProviderInput!) { updateIdentityProvider(id: $id, input: $input) { id } }`;
const TEST = `mutation ($id: Int!) { startIdentityTest(id: $id) }`;
const RESULT = `query ($id: String!) { identityTest(id: $id) { subject } }`;
const POLICY = `mutation ($off: Boolean!, $users: [Int!]!) { updateSignInPolicy(passwords_off: $off, user_ids: $users) { passwords_off } }`;
const LOGIN = `mutation { loginUser(email: "super@demo.test", password: "cairn-demo") { token } }`;
const UNVERIFIED = "has not confirmed your email address";
const ENDED = "This sign-in has ended";

let server: TestServer;
let admin: Client;
let idp: ForgingProvider;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  idp = await openForgingProvider();
});
afterAll(async () => {
  await server.close();
  await idp.close();
});
beforeEach(async () => {
  idp.metadata = {};
  idp.details = {};
  await server.platform.database.pool.query("DELETE FROM rate_limits");
});

const createInput = (more: object = {}) => ({ name: "Northgate", issuer: idp.issuer, client_id: "cairn", ...more });
const create = async (more: object = {}, client = admin): Promise<number> =>
  (await client.data(CREATE, { input: createInput(more) })).createIdentityProvider.id;

/** Signs a person in whom the provider describes by a token. */
async function signIn(id: number, claims: object, path = `/sso/oidc/${id}/start`): Promise<URL> {
  const flow = await openFlow(server, path);
  const now = Math.floor(Date.now() / 1_000);
  idp.idToken = await idp.sign({
    iss: idp.issuer,
    aud: "cairn",
    exp: now + 300,
    iat: now,
    nonce: flow.nonce,
    ...claims,
  });
  return flow.comeBack(new URL(`http://demo.localhost/sso/oidc/${id}/callback?code=c&state=${flow.state}`));
}
const LEARNER = { sub: "grace", email: "learner@demo.test", email_verified: true };
const branchId = (url: string) =>
  server.inside("demo", async (db, id) => {
    const branches = db.selectFrom("branches").where("instance_id", "=", id).where("url", "=", url);
    return (await branches.select("id").executeTakeFirstOrThrow()).id;
  });

test("a link to one provider is of no use at another with the same issuer", async () => {
  const [first, second] = [await create(), await create()];
  const { user } = await redeem(server, await signIn(first, LEARNER));
  expect(user.id).toBe(await server.userId("learner@demo.test"));
  await expect(signIn(second, { ...LEARNER, email_verified: false })).rejects.toThrow(UNVERIFIED);
});

test("a provider of a branch links nobody of another branch", async () => {
  const [north, south] = [
    await create({ branch_id: await branchId("north") }),
    await create({ branch_id: await branchId("south") }),
  ];
  await expect(signIn(south, LEARNER)).rejects.toThrow("There is no account here that you can use");
  expect((await redeem(server, await signIn(north, LEARNER))).user.id).toBe(await server.userId("learner@demo.test"));
});

test("details beside the token verify no other email than their own, and replace nothing that is signed", async () => {
  const id = await create();
  idp.metadata = { userinfo_endpoint: `${idp.issuer}/userinfo` };
  await admin.data(UPDATE, { id, input: createInput() });
  idp.details = { sub: "thief", email: "thief@northgate.test", email_verified: true };
  await expect(signIn(id, { sub: "thief", email: "learner@demo.test" })).rejects.toThrow(UNVERIFIED);
  idp.details = { sub: "thief", email: "learner@demo.test", email_verified: true };
  await expect(signIn(id, { sub: "thief", email: "thief@northgate.test", email_verified: false })).rejects.toThrow(
    "There is no account here that you can use",
  );
  // Those of another person are not taken at all.
  idp.details = { sub: "grace", email: "learner@demo.test", email_verified: true };
  await expect(signIn(id, { sub: "thief" })).rejects.toThrow("did not work");
  idp.details = { sub: "honest", email: "learner@demo.test", email_verified: true };
  await redeem(server, await signIn(id, { sub: "honest" }));
});

test("a person who is at a provider when it is switched off does not come back", async () => {
  const id = await create();
  const flow = await openFlow(server, `/sso/oidc/${id}/start`);
  await admin.data(UPDATE, { id, input: createInput({ is_active: false }) });
  const back = new URL(`http://demo.localhost/sso/oidc/${id}/callback?code=c&state=${flow.state}`);
  await expect(flow.comeBack(back)).rejects.toThrow(ENDED);
});

test("a provider that an operator has saved gives no operator's role and links no operator", async () => {
  const { loginUser } = await server.anonymous().data(LOGIN);
  const operator = server.withToken(loginUser.token);
  const mapping = { role_claim: "roles", role_rules: [{ value: "root", role: "super_admin" }] };
  const refused = await operator.query(CREATE, { input: createInput({ mapping }) });
  expect(refused.errors?.[0]?.extensions.validation).toHaveProperty("mapping");
  const id = await create({ creates_accounts: true }, operator);
  const person = { sub: "root", email: "super@demo.test", email_verified: true };
  await expect(signIn(id, person)).rejects.toThrow("There is no account here that you can use");
});

test("the result of a test is for the admin who made it, and a test begins within a minute", async () => {
  const id = await create({ creates_accounts: true });
  const start = async () => {
    const { pathname, search } = new URL((await admin.data(TEST, { id })).startIdentityTest);
    return pathname + search;
  };
  const shown = await signIn(id, { ...LEARNER, sub: "tested" }, await start());
  const result = { id: shown.searchParams.get("test") };
  expect((await admin.data(RESULT, result)).identityTest).toEqual({ subject: "tested" });
  const email = "instructor@demo.test";
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("users")
      .set({ role: "admin" })
      .where("instance_id", "=", instance)
      .where("email", "=", email)
      .execute(),
  );
  expect((await (await server.as(email)).data(RESULT, result)).identityTest).toBeNull();

  const late = await start();
  const { now } = Date;
  const later = now() + 61_000;
  Date.now = () => later;
  try {
    await expect(openFlow(server, late)).rejects.toThrow("This test has ended");
  } finally {
    Date.now = now;
  }
  // A test of one provider does not open another that is switched off.
  const off = await create({ is_active: false });
  await expect(openFlow(server, (await start()).replace(`/${id}/`, `/${off}/`))).rejects.toThrow("This test has ended");
});

test("an admin without a password does not keep passwords off", async () => {
  await create();
  const boss = await server.userId("admin@demo.test");
  const setHash = (password_hash: string | null) =>
    server.inside("demo", async (db, id) => {
      const users = db.selectFrom("users").where("instance_id", "=", id).where("id", "=", boss);
      const before = await users.select("password_hash").executeTakeFirstOrThrow();
      await db
        .updateTable("users")
        .set({ password_hash })
        .where("instance_id", "=", id)
        .where("id", "=", boss)
        .execute();
      return before.password_hash;
    });
  const hash = await setHash(null);
  expect(await admin.refusal(POLICY, { off: true, users: [boss] })).toBe("VALIDATION");
  await setHash(hash);
});

test("a person whose account was deleted is linked to a new one with their address, or gets a new one", async () => {
  const remove = (user: number) => admin.data(`mutation { deleteUser(id: ${user}) { id } }`);
  const person = { sub: "returns", email: "returns@northgate.test", email_verified: true };
  const id = await create({ creates_accounts: true });
  const first = (await redeem(server, await signIn(id, person))).user.id;
  await remove(first);
  const second = (await redeem(server, await signIn(id, person))).user.id;
  expect(second).not.toBe(first);
  await remove(second);
  const input = { first_name: "Rita", last_name: "Turner", email: person.email, role: "learner" };
  const made = await admin.data(`mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }`, { input });
  expect((await redeem(server, await signIn(id, person))).user.id).toBe(made.createUser.id);
});

describe("a branch that was deleted", () => {
  let branch: number;
  const person = { sub: "late", email: "late@northgate.test", email_verified: true, site: "W" };
  beforeEach(async () => {
    branch = await server.inside("demo", async (db, instance_id) => {
      const row = db.insertInto("branches").values({ instance_id, name: "West", url: `west-${Date.now()}` });
      return (await row.returning("id").executeTakeFirstOrThrow()).id;
    });
  });
  const remove = () => admin.data(`mutation { deleteBranch(branch_id: ${branch}) { id } }`);
  const findLate = () =>
    server.inside("demo", (db, id) =>
      db.selectFrom("users").where("instance_id", "=", id).where("email", "=", person.email).selectAll().execute(),
    );

  test("signs nobody in by a provider of its own, neither from the start nor on the way back", async () => {
    const id = await create({ branch_id: branch, creates_accounts: true });
    const flow = await openFlow(server, `/sso/oidc/${id}/start`);
    await remove();
    await expect(signIn(id, person)).rejects.toThrow("not found");
    const back = new URL(`http://demo.localhost/sso/oidc/${id}/callback?code=c&state=${flow.state}`);
    await expect(flow.comeBack(back)).rejects.toThrow("not found");
    expect(await findLate()).toEqual([]);
  });

  test("gives a person whom a rule puts there no account on the main site", async () => {
    const mapping = { branch_claim: "site", branch_rules: [{ value: "W", branch_id: branch }] };
    const id = await create({ creates_accounts: true, mapping });
    await remove();
    await expect(signIn(id, person)).rejects.toThrow("There is no account here that you can use");
    expect(await findLate()).toEqual([]);
    const { pathname, search } = new URL((await admin.data(TEST, { id })).startIdentityTest);
    const shown = await signIn(id, person, pathname + search);
    const found = await admin.data(`query ($id: String!) { identityTest(id: $id) { plan { action refusal } } }`, {
      id: shown.searchParams.get("test"),
    });
    expect(found.identityTest.plan).toEqual({ action: "refuse", refusal: "branch_gone" });
  });
});
