import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { CLIENT, openOidcProvider, type OidcProvider, signInAt } from "../../testing/oidc.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { EMPTY_MAPPING, openFlow, PROVIDER, redeem, type SignedIn } from "../../testing/identity.ts";

let server: TestServer;
let idp: OidcProvider;
let admin: Client;
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
  for (const id of Object.keys(idp.people)) delete idp.people[id];
  await server.platform.database.pool.query("DELETE FROM rate_limits");
  await server.platform.database.pool.query("UPDATE instances SET passwords_off = false, sign_in_buttons = '[]'");
  await server.inside("demo", async (db, id) => {
    await db.deleteFrom("identity_providers").where("instance_id", "=", id).execute();
    await db.deleteFrom("password_exceptions").where("instance_id", "=", id).execute();
  });
});

const CREATE = `mutation ($input: IdentityProviderInput!) { createIdentityProvider(input: $input) { ${PROVIDER} } }`;
const UPDATE = `mutation ($id: Int!, $input: IdentityProviderInput!) { updateIdentityProvider(id: $id, input: $input) { ${PROVIDER} } }`;
const DELETE = `mutation ($id: Int!) { deleteIdentityProvider(id: $id) { id } }`;
const POLICY = `mutation ($off: Boolean!, $users: [Int!]!) { updateSignInPolicy(passwords_off: $off, user_ids: $users) { passwords_off exceptions { id } } }`;
const TEST = `mutation ($id: Int!) { startIdentityTest(id: $id) }`;
const RESULT = `query ($id: String!) { identityTest(id: $id) { problem subject claims { name value } plan { action refusal user email is_email_verified role branch groups } } }`;
const LOGIN = `mutation ($email: String!) { loginUser(email: $email, password: "cairn-demo") { token user { id } } }`;
const WHO = `{ viewer { id email role first_name last_name branch { url } factor_due } }`;

interface Provider {
  id: number;
  callback_url: string;
}
const createInput = (more: object = {}) => ({
  name: "Northgate ID",
  issuer: idp.issuer,
  client_id: CLIENT.id,
  client_secret: CLIENT.secret,
  ...more,
});
async function create(more: object = {}, client = admin): Promise<Provider> {
  const { createIdentityProvider } = await client.data(CREATE, { input: createInput(more) });
  idp.allow(createIdentityProvider.callback_url);
  return createIdentityProvider;
}

/** Signs a person in by the provider, from the first click to the session. */
async function signIn(
  { id }: Provider,
  subject: string,
  { host = "demo.localhost", query = "" } = {},
): Promise<SignedIn> {
  const flow = await openFlow(server, `/sso/oidc/${id}/start${query}`, host);
  return redeem(server, await flow.comeBack(await signInAt(flow.address, subject)));
}
const ADA = { email: "ada@northgate.test", email_verified: true, given_name: "Ada", family_name: "Byron" };
const GRACE = { email: "Learner@demo.test", email_verified: true, given_name: "Grace", family_name: "Hopper" };

test("a first sign-in creates an account in the place and with the role that the mapping gives", async () => {
  const { north, group } = await server.inside("demo", async (db, id) => ({
    north: (
      await db
        .selectFrom("branches")
        .where("instance_id", "=", id)
        .where("url", "=", "north")
        .select("id")
        .executeTakeFirstOrThrow()
    ).id,
    group: (
      await db.selectFrom("groups").where("instance_id", "=", id).select(["id", "name"]).executeTakeFirstOrThrow()
    ).id,
  }));
  const provider = await create({
    creates_accounts: true,
    mapping: {
      role_claim: "roles",
      role_rules: [{ value: "Trainer", role: "instructor" }],
      branch_claim: "site",
      branch_rules: [{ value: "N", branch_id: north }],
      group_claim: "groups",
      group_rules: [{ value: "all", group_id: group }],
    },
  });
  idp.people["u1"] = { ...ADA, roles: ["x", "trainer"], site: "n", groups: ["ALL"] };
  const { client, host, user } = await signIn(provider, "u1");
  // A user of one branch alone goes to its address.
  expect(host).toBe("north.demo.localhost");
  expect((await client.data(WHO)).viewer).toMatchObject({
    email: ADA.email,
    role: "instructor",
    first_name: "Ada",
    last_name: "Byron",
  });
  await server.inside("demo", async (db, id) => {
    const groups = await db
      .selectFrom("group_users")
      .where("instance_id", "=", id)
      .where("user_id", "=", user.id)
      .select("group_id")
      .execute();
    expect(groups).toEqual([{ group_id: group }]);
    const audit = await db
      .selectFrom("audit_log")
      .where("instance_id", "=", id)
      .where("subject_type", "=", "user")
      .where("subject_id", "=", user.id)
      .select("action")
      .execute();
    expect(audit.map(({ action }) => action)).toEqual(expect.arrayContaining(["user.created", "user.identity_linked"]));
  });
  // No invitation to set a password.
  expect(server.outside.jobs.filter(({ payload }) => JSON.stringify(payload).includes("invitation"))).toEqual([]);
});

test("a second sign-in finds the account by its subject, also with another address, and follows the provider", async () => {
  const provider = await create({
    creates_accounts: true,
    mapping: { role_claim: "roles", role_rules: [{ value: "trainer", role: "instructor" }] },
  });
  idp.people["u2"] = { ...ADA, email: "u2@northgate.test" };
  const first = await signIn(provider, "u2");
  idp.people["u2"] = { ...ADA, email: "new@northgate.test", family_name: "Lovelace", roles: ["trainer"] };
  const second = await signIn(provider, "u2");
  expect(second.user.id).toBe(first.user.id);
  expect((await second.client.data(WHO)).viewer).toMatchObject({
    email: "u2@northgate.test",
    last_name: "Lovelace",
    role: "instructor",
  });
});

test("an account with a verified address is linked; without an account and without permission to create one, nobody signs in", async () => {
  const provider = await create();
  idp.people["grace"] = GRACE;
  idp.people["ada"] = { ...ADA, email: "nobody@northgate.test" };
  const { user } = await signIn(provider, "grace");
  expect(user.id).toBe(await server.userId("learner@demo.test"));
  await expect(signIn(provider, "ada")).rejects.toThrow("There is no account here that you can use");
});

test("an account is not taken over by an address that the provider has not verified", async () => {
  const provider = await create({ creates_accounts: true, trusts_emails: true });
  for (const email_verified of [undefined, false, "no", {}]) {
    idp.people["thief"] = { ...GRACE, email_verified };
    await expect(signIn(provider, "thief")).rejects.toThrow("has not confirmed your email address");
  }
});

test("an account that is linked is not linked to another subject with the same address", async () => {
  const provider = await create();
  idp.people["grace"] = GRACE;
  idp.people["successor"] = GRACE;
  await signIn(provider, "grace");
  await expect(signIn(provider, "successor")).rejects.toThrow("There is no account here that you can use");
});

test("a subject counts for its issuer alone", async () => {
  const provider = await create({ creates_accounts: true });
  idp.people["u3"] = { ...ADA, email: "u3@northgate.test" };
  await signIn(provider, "u3");
  await server.inside("demo", (db, id) =>
    db.updateTable("identity_links").set({ issuer: "https://before.example" }).where("instance_id", "=", id).execute(),
  );
  idp.people["u3"]!["email_verified"] = false;
  await expect(signIn(provider, "u3")).rejects.toThrow("has not confirmed your email address");
});

test("a mapping gives no role that its author may not give, and links nobody above its author", async () => {
  const input = createInput({
    mapping: { role_claim: "roles", role_rules: [{ value: "root", role: "super_admin" }] },
  });
  const refused = await admin.query(CREATE, { input });
  expect(refused.errors?.[0]?.extensions.validation).toHaveProperty("mapping");
  const provider = await create({
    creates_accounts: true,
    mapping: { role_claim: "roles", role_rules: [{ value: "boss", role: "admin" }] },
  });
  // Stored before the author lost the rank, or written by another hand.
  const author = await server.userId("admin@demo.test");
  const setRole = (role: string) =>
    server.inside("demo", (db, id) =>
      db.updateTable("users").set({ role }).where("instance_id", "=", id).where("id", "=", author).execute(),
    );
  await server.inside("demo", (db, id) =>
    db
      .updateTable("identity_providers")
      .set({
        mapping: JSON.stringify({
          ...EMPTY_MAPPING,
          role_claim: "roles",
          role_rules: [{ value: "boss", role: "super_admin" }],
        }),
      })
      .where("instance_id", "=", id)
      .execute(),
  );
  idp.people["boss"] = { ...ADA, email: "boss@northgate.test", roles: ["boss"] };
  await expect(signIn(provider, "boss")).rejects.toThrow("There is no account here that you can use");
  idp.people["grace"] = GRACE;
  await setRole("instructor");
  try {
    // Without the right to set up providers, the author's mapping links and creates nobody.
    await expect(signIn(provider, "grace")).rejects.toThrow("There is no account here that you can use");
    await expect(signIn(provider, "boss")).rejects.toThrow("There is no account here that you can use");
  } finally {
    await setRole("admin");
  }
});

test("operators of the platform are never linked", async () => {
  const provider = await create({ creates_accounts: true });
  const support = await server.anonymous().data(LOGIN, { email: "super@demo.test" });
  expect(support.loginUser.user.id).toBeGreaterThan(0);
  idp.people["super"] = { ...ADA, email: "super@demo.test" };
  await expect(signIn(provider, "super")).rejects.toThrow("There is no account here that you can use");
});

test("an inactive user does not sign in", async () => {
  const provider = await create();
  idp.people["grace"] = GRACE;
  const { user } = await signIn(provider, "grace");
  const setActive = (is_active: boolean) =>
    server.inside("demo", (db, id) =>
      db.updateTable("users").set({ is_active }).where("instance_id", "=", id).where("id", "=", user.id).execute(),
    );
  await setActive(false);
  await expect(signIn(provider, "grace")).rejects.toThrow("Your account is not active");
  await setActive(true);
});

test("a sign-in by a provider asks for the second factor and notes the device, as one with a password does", async () => {
  const provider = await create();
  idp.people["grace"] = GRACE;
  const { user } = await signIn(provider, "grace");
  const factors = (work: "insert" | "delete") =>
    server.inside("demo", async (db, instance_id) => {
      if (work === "delete") return db.deleteFrom("totp_factors").where("instance_id", "=", instance_id).execute();
      return db
        .insertInto("totp_factors")
        .values({ instance_id, user_id: user.id, secret: Buffer.alloc(1), confirmed_at: new Date() })
        .execute();
    });
  await factors("insert");
  const { client } = await signIn(provider, "grace");
  expect((await client.data(WHO)).viewer.factor_due).toBe("code");
  expect(await client.refusal(`{ sessions { id } }`)).not.toBeNull();
  await factors("delete");
});

test("a sign-in leads to the path that was asked for, and never to another host", async () => {
  const provider = await create();
  idp.people["grace"] = GRACE;
  const { address } = await signIn(provider, "grace", { query: "?return=/learner/course/5%3Ftab%3Dall" });
  expect(address.searchParams.get("to")).toBe("/learner/course/5?tab=all");
  for (const path of [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "/a\r\nb",
    "",
  ]) {
    const back = await signIn(provider, "grace", { query: `?return=${encodeURIComponent(path)}` });
    expect([path, back.address.searchParams.get("to")]).toEqual([path, null]);
    expect(back.address.hostname).toBe("demo.localhost");
  }
  const elsewhere = await signIn(provider, "grace", { query: "?site=evil.example" });
  expect(elsewhere.address.hostname).toBe("demo.localhost");
  const ofOthers = await signIn(provider, "grace", { query: "?site=riverside.localhost" });
  expect(ofOthers.address.hostname).toBe("demo.localhost");
});

test("a sign-in that starts at a branch ends there", async () => {
  const provider = await create();
  idp.people["admin"] = { ...ADA, email: "admin@demo.test" };
  const { host } = await signIn(provider, "admin", { host: "north.demo.localhost" });
  expect(host).toBe("north.demo.localhost");
});

test("a provider of another instance, one that is switched off, and an unknown one are not found", async () => {
  const provider = await create();
  const open = (host: string, id: number) =>
    server.app.inject({ url: `/sso/oidc/${id}/start`, headers: { host, accept: "application/json" } });
  expect((await open("demo.localhost", provider.id)).statusCode).toBe(303);
  expect((await open("riverside.localhost", provider.id)).statusCode).toBe(404);
  expect((await open("demo.localhost", provider.id + 1_000)).statusCode).toBe(404);
  await admin.data(UPDATE, { id: provider.id, input: createInput({ is_active: false }) });
  expect((await open("demo.localhost", provider.id)).statusCode).toBe(404);
  const rival = await server.as("admin@riverside.test");
  expect(await rival.refusal(UPDATE, { id: provider.id, input: createInput() })).toBe("NOT_FOUND");
  expect(await rival.refusal(DELETE, { id: provider.id })).toBe("NOT_FOUND");
});

test("the secret is stored encrypted, never returned, and not sent to another address", async () => {
  const { id, ...provider } = await create();
  expect(JSON.stringify(provider)).not.toContain(CLIENT.secret);
  await server.inside("demo", async (db, instance) => {
    const rows = await db.selectFrom("identity_providers").where("instance_id", "=", instance).selectAll().execute();
    expect(rows[0]!.secret!.toString("utf8")).not.toContain(CLIENT.secret);
    const log = await db.selectFrom("audit_log").where("instance_id", "=", instance).select("changes").execute();
    expect(JSON.stringify([log, rows[0]!.settings])).not.toContain(CLIENT.secret);
  });
  const moved = { ...createInput({ issuer: "https://evil.example" }), client_secret: null };
  const refused = await admin.query(UPDATE, { id, input: moved });
  expect(refused.errors?.[0]?.extensions.validation).toHaveProperty("client_secret");
  const { updateIdentityProvider } = await admin.data(UPDATE, { id, input: { ...createInput(), client_secret: null } });
  expect(updateIdentityProvider.has_secret).toBe(true);
  idp.people["grace"] = GRACE;
  await signIn({ id, ...provider }, "grace");
});

test("a provider at a private address is not asked", async () => {
  for (const issuer of ["http://127.0.0.2:1", "https://10.0.0.1", "http://accounts.example.org", "https://localhost"]) {
    const { id } = await create({ issuer });
    const response = await server.app.inject({ url: `/sso/oidc/${id}/start`, headers: { host: "demo.localhost" } });
    expect([issuer, response.statusCode]).toEqual([issuer, 409]);
    await admin.data(DELETE, { id });
  }
});

test("a test sign-in shows the admin who tests the claims and what they would become, and signs nobody in", async () => {
  const { id } = await create({ is_active: false, creates_accounts: true });
  idp.people["tester"] = { ...ADA, email: "tester@northgate.test" };
  const { startIdentityTest } = await admin.data(TEST, { id });
  const url = new URL(startIdentityTest);
  const flow = await openFlow(server, url.pathname + url.search);
  const shown = await flow.comeBack(await signInAt(flow.address, "tester"));
  expect(shown.pathname).toBe(`/identity/${id}`);
  const result = { id: shown.searchParams.get("test") };
  const { identityTest } = await admin.data(RESULT, result);
  expect(identityTest.plan).toMatchObject({ action: "create", role: "learner", email: "tester@northgate.test" });
  expect(identityTest.claims).toContainEqual({ name: "given_name", value: "Ada" });
  const other = await server.as("super@demo.test").catch(() => null);
  if (other) expect((await other.data(RESULT, result)).identityTest).toBeNull();
  expect(await (await server.as("learner@demo.test")).refusal(RESULT, result)).toBe("FORBIDDEN");
  await server.inside("demo", async (db, instance) => {
    expect(await db.selectFrom("identity_links").where("instance_id", "=", instance).selectAll().execute()).toEqual([]);
  });
  const forged = await server.app.inject({
    url: `/sso/oidc/${id}/start?test=${"A".repeat(80)}`,
    headers: { host: "demo.localhost" },
  });
  expect(forged.statusCode).toBe(409);
});

test("where passwords are off, only the admins who were chosen sign in with one", async () => {
  const [boss, learner] = [await server.userId("admin@demo.test"), await server.userId("learner@demo.test")];
  expect(await admin.refusal(POLICY, { off: true, users: [boss] })).toBe("CONFLICT");
  const { id } = await create();
  expect(await admin.refusal(POLICY, { off: true, users: [] })).toBe("VALIDATION");
  expect(await admin.refusal(POLICY, { off: true, users: [learner] })).toBe("VALIDATION");
  await admin.data(POLICY, { off: true, users: [boss] });
  const refused = await server.anonymous().query(LOGIN, { email: "learner@demo.test" });
  expect(refused.errors?.[0]?.extensions.validation?.["email"]?.[0]).toContain("signs in without passwords");
  expect((await server.anonymous().data(LOGIN, { email: "admin@demo.test" })).loginUser.user.id).toBe(boss);
  expect(await admin.refusal(DELETE, { id })).toBe("CONFLICT");
  expect(await admin.refusal(UPDATE, { id, input: createInput({ is_active: false }) })).toBe("CONFLICT");
  await admin.data(POLICY, { off: false, users: [] });
  await admin.data(DELETE, { id });
});

test("the login page has the buttons of its site without another statement", async () => {
  const { id } = await create();
  const { bootData } = await import("../instances/instances.service.ts");
  const visit = (branchLabel: string | null) => ({
    host: "",
    origin: "",
    address: "",
    userAgent: "",
    language: "en" as const,
    requestId: "",
    instanceLabel: "demo",
    branchLabel,
  });
  expect((await bootData(server.platform, visit(null))).signInButtons).toEqual([
    { id, kind: "oidc", name: "Northgate ID" },
  ]);
  const north = await server.inside("demo", (db, instance) =>
    db
      .selectFrom("branches")
      .where("instance_id", "=", instance)
      .where("url", "=", "north")
      .select("id")
      .executeTakeFirstOrThrow(),
  );
  await admin.data(UPDATE, { id, input: createInput({ branch_id: north.id }) });
  expect((await bootData(server.platform, visit(null))).signInButtons).toBeUndefined();
  expect((await bootData(server.platform, visit("north"))).signInButtons).toHaveLength(1);
});
