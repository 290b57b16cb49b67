import { createVerify } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type AssertionOptions, readRequest, SamlProvider } from "../../testing/saml.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { openFlow, PROVIDER, redeem, type SignedIn } from "../../testing/identity.ts";
import { leaveForSaml, postSamlResponse, type SamlFlow } from "../../testing/saml-flow.ts";
import { enqueueRefreshes, refreshProvider } from "./refresh.service.ts";
import { createOwnKey, toPem } from "./self-signed.ts";

const FIELDS = `${PROVIDER} sso_url certificates own_metadata_url`;
const CREATE = `mutation ($input: IdentityProviderInput!) { createIdentityProvider(kind: "saml", input: $input) { ${FIELDS} } }`;
const UPDATE = `mutation ($id: Int!, $input: IdentityProviderInput!) { updateIdentityProvider(id: $id, input: $input) { ${FIELDS} } }`;
const TEST = `mutation ($id: Int!) { startIdentityTest(id: $id) }`;
const RESULT = `query ($id: String!) { identityTest(id: $id) { problem subject plan { action email is_email_verified } } }`;

interface Provider {
  id: number;
  sso_url: string;
  callback_url: string;
  own_metadata_url: string;
}

let server: TestServer;
let admin: Client;
let idp: SamlProvider;
let provider: Provider;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  idp = new SamlProvider();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.platform.database.pool.query("DELETE FROM rate_limits");
  await server.inside("demo", async (db, id) => {
    await db.deleteFrom("identity_providers").where("instance_id", "=", id).execute();
    // Each test begins without the people of the one before.
    await db
      .updateTable("users")
      .set({ email: sql<string>`id || '@gone.test'` })
      .where("instance_id", "=", id)
      .where("email", "like", "%@northgate.test")
      .execute();
  });
  provider = await create();
});

const createInput = (more: object = {}) => ({ name: "Northgate SAML", creates_accounts: true, ...more });
const create = async (more: object = {}): Promise<Provider> =>
  (await admin.data(CREATE, { input: createInput({ metadata: idp.metadata(), ...more }) })).createIdentityProvider;
const change = (more: object) => admin.data(UPDATE, { id: provider.id, input: createInput(more) });

const leave = (of: Provider = provider) => leaveForSaml(server, of);
/** Posts a response as the provider's page does: without the cookie. */
const post = (xml: string, { to = provider.callback_url, relayState = "" } = {}) =>
  postSamlResponse(server, to, xml, relayState);
const readOwnMetadata = async () =>
  (await server.app.inject({ url: new URL(provider.own_metadata_url).pathname, headers: { host: "demo.localhost" } }))
    .body;
async function signIn(options: AssertionOptions = {}): Promise<SignedIn> {
  const flow = await leave();
  return redeem(server, await flow.comeBack(await post(await idp.respond(flow.to, options))));
}
const REFUSED = "did not work";
/** Expects that a response is refused that is written for a sign-in that waits. */
async function refuses(write: (flow: SamlFlow) => Promise<string> | string): Promise<void> {
  const flow = await leave();
  await expect(post(await write(flow))).rejects.toThrow(REFUSED);
}

test("a sign-in leaves with a signed request, and comes back with a session", async () => {
  const flow = await leave();
  expect(flow.address.startsWith("https://idp.northgate.test/sso?")).toBe(true);
  const { search, searchParams } = new URL(flow.address);
  const signed = /(SAMLRequest=.*&SigAlg=[^&]+)&Signature=/.exec(search.slice(1))![1]!;
  const metadata = await readOwnMetadata();
  const pem = toPem(/X509Certificate>([^<]+)</.exec(metadata)![1]!);
  const signature = Buffer.from(searchParams.get("Signature")!, "base64");
  expect(createVerify("sha256").update(signed).verify(pem, signature)).toBe(true);
  expect(metadata).toContain(provider.callback_url);
  const { client } = await signIn();
  expect((await client.data("{ viewer { email first_name role } }")).viewer).toEqual({
    email: "ada@northgate.test",
    first_name: "Ada",
    role: "learner",
  });
});

test("a sign-in that asks for another account has the provider ask who it is again", async () => {
  const start = `/sso/saml/${provider.id}/start`;
  const xml = async (path: string) => readRequest((await openFlow(server, path)).address).xml;
  expect(await xml(`${start}?account=choose`)).toContain('ForceAuthn="true"');
  expect(await xml(start)).not.toContain("ForceAuthn");
});

test.each(["assertion", "response", "both"] as const)("a response whose %s is signed signs in", async (signs) => {
  expect((await signIn({ signs })).user.id).toBeGreaterThan(0);
});

test("an encrypted assertion signs in, and may be required", async () => {
  const metadata = await readOwnMetadata();
  const encryptFor = toPem(/X509Certificate>([^<]+)</.exec(metadata)![1]!);
  for (const signs of ["assertion", "response"] as const) await signIn({ signs, encryptFor });
  await refuses(({ to }) => idp.respond(to, { signs: "none", encryptFor }));
  await refuses(({ to }) => idp.respond(to, { digest: "sha1", encryptFor }));
  await change({ requires_encryption: true });
  await signIn({ encryptFor });
  await refuses(({ to }) => idp.respond(to));
});

test("an existing account is linked only where the provider's emails are trusted", async () => {
  const attributes = { email: "learner@demo.test", givenName: "L", sn: "N" };
  const flow = await leave();
  const finish = await post(await idp.respond(flow.to, { nameId: "l", attributes }));
  await expect(flow.comeBack(finish)).rejects.toThrow("has not confirmed your email address");
  await change({ trusts_emails: true, updates_people: false });
  expect((await signIn({ nameId: "l", attributes })).user.id).toBe(await server.userId("learner@demo.test"));
});

test("a response is taken by the browser that asked, once", async () => {
  const flow = await leave();
  const finish = await post(await idp.respond(flow.to));
  await expect(flow.comeBack(finish, { cookie: "" })).rejects.toThrow("started in another browser");
  await flow.comeBack(finish);
  await expect(flow.comeBack(finish)).rejects.toThrow("started in another browser");
});

test("an assertion is used once, whichever server receives it", async () => {
  const flow = await leave();
  const response = await idp.respond(flow.to);
  await post(response);
  await expect(post(response)).rejects.toThrow(REFUSED);
  // The same assertion in another response, at a sign-in that waits.
  await server.inside("demo", (db, id) =>
    db.updateTable("identity_flows").set({ result: null }).where("instance_id", "=", id).execute(),
  );
  await expect(post(response.replace(/ID="_[0-9a-f]{32}"/, `ID="_${"0".repeat(32)}"`))).rejects.toThrow(REFUSED);
});

test("a response to no request is refused unless the provider may begin, and leads to a path of the site only", async () => {
  const to = { acsUrl: provider.callback_url, entityId: provider.own_metadata_url, requestId: "" };
  const unasked = () => idp.respond(to, { inResponseTo: null });
  await expect(post(await unasked())).rejects.toThrow(REFUSED);
  await change({ allows_idp_initiated: true });
  const address = await post(await unasked(), { relayState: "/learner/course/5" });
  expect(address.searchParams.get("to")).toBe("/learner/course/5");
  expect((await redeem(server, address)).user.role).toBe("learner");
  for (const relayState of ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"]) {
    const next = await post(await unasked(), { relayState });
    expect([next.hostname, next.searchParams.get("to")]).toEqual(["demo.localhost", null]);
  }
  const response = await unasked();
  await post(response);
  await expect(post(response)).rejects.toThrow(REFUSED);
});

test.each<[string, AssertionOptions]>([
  ["an audience of another product", { audience: "https://elsewhere.example" }],
  ["no audience", { audience: null }],
  ["another recipient", { recipient: "https://elsewhere.example/acs" }],
  ["another issuer", { issuer: "https://evil.example" }],
  ["an end in the past", { notOnOrAfter: new Date(Date.now() - 120_000) }],
  ["an issue in the future", { issued: new Date(Date.now() + 600_000) }],
  [
    "an issue that is too long ago",
    { issued: new Date(Date.now() - 3_700_000), notOnOrAfter: new Date(Date.now() + 7_200_000) },
  ],
  ["a beginning in the future", { notBefore: new Date(Date.now() + 600_000) }],
  ["no request of this product", { inResponseTo: `_${"A".repeat(10)}` }],
  ["a name that changes with each sign-in", { nameIdFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient" }],
  ["the signature of an unknown key", { key: createOwnKey("evil") }],
  ["no signature", { signs: "none" }],
  ["a signature with SHA-1", { digest: "sha1" }],
])("an assertion with %s is refused", async (_, options) => {
  await refuses(({ to }) => idp.respond(to, options));
});

test("an assertion that ends a day later signs in, and is remembered for as long as it would be taken", async () => {
  await signIn({ notOnOrAfter: new Date(Date.now() + 72_000_000) });
  const { expires_at } = await server.inside("demo", (db, id) =>
    db
      .selectFrom("used_assertions")
      .where("instance_id", "=", id)
      .select("expires_at")
      .orderBy("expires_at", "desc")
      .executeTakeFirstOrThrow(),
  );
  // An hour after its issue, and the clocks of two servers.
  expect(Math.abs(expires_at.getTime() - Date.now() - 3_720_000)).toBeLessThan(60_000);
});

test("an answer to a request that nobody made is refused", async () => {
  const flow = await leave();
  const response = await idp.respond({ ...flow.to, requestId: `_${"A".repeat(43)}` });
  await expect(post(response)).rejects.toThrow("This sign-in has ended");
});

test("an assertion for one provider is not taken by another of the same identity provider", async () => {
  const other = await create({ name: "Second" });
  const flow = await leave();
  const response = await idp.respond(flow.to);
  await expect(post(response, { to: other.callback_url })).rejects.toThrow(REFUSED);
});

test("metadata come from an address, which is not asked in a private network", async () => {
  const site = createServer((_, response) => response.end(idp.metadata()));
  await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
  const { port } = site.address() as AddressInfo;
  const made = await create({ metadata: null, metadata_url: `http://127.0.0.1:${port}/metadata` });
  expect(made.sso_url).toBe("https://idp.northgate.test/sso");
  site.closeAllConnections();
  site.close();
  for (const metadata_url of ["http://10.0.0.1/metadata", "file:///etc/passwd", "https://127.0.0.2"]) {
    const refused = await admin.query(CREATE, { input: createInput({ metadata_url }) });
    expect([metadata_url, refused.errors?.[0]?.extensions.validation]).toEqual([
      metadata_url,
      { metadata_url: [expect.any(String)] },
    ]);
  }
});

test("the private key is stored encrypted and never returned", async () => {
  await server.inside("demo", async (db, id) => {
    const row = await db
      .selectFrom("identity_providers")
      .where("instance_id", "=", id)
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(row.secret!.toString("latin1")).not.toContain("PRIVATE KEY");
    expect(JSON.stringify(row.settings)).not.toContain("PRIVATE KEY");
  });
  expect(JSON.stringify(provider)).not.toContain("KEY");
});

test("a test sign-in shows what the assertion says", async () => {
  const { startIdentityTest } = await admin.data(TEST, { id: provider.id });
  const url = new URL(startIdentityTest);
  const flow = await openFlow(server, url.pathname + url.search);
  const to = {
    acsUrl: provider.callback_url,
    entityId: provider.own_metadata_url,
    requestId: readRequest(flow.address).id,
  };
  const shown = await flow.comeBack(
    await post(await idp.respond(to, { nameId: "tester", attributes: { mail: "t@northgate.test" } })),
  );
  const { identityTest } = await admin.data(RESULT, { id: shown.searchParams.get("test") });
  expect(identityTest).toMatchObject({
    problem: null,
    subject: "tester",
    plan: { action: "create", email: "t@northgate.test", is_email_verified: false },
  });
});

test("a provider of another kind or instance has no addresses here", async () => {
  for (const [host, path] of [
    ["riverside.localhost", `/sso/saml/${provider.id}/metadata`],
    ["demo.localhost", `/sso/oidc/${provider.id}/start`],
    ["demo.localhost", `/sso/saml/${provider.id + 1_000}/metadata`],
  ])
    expect((await server.app.inject({ url: path!, headers: { host: host! } })).statusCode).toBe(404);
});

test("metadata at an address are read again each day, and not those of another provider", async () => {
  let xml = idp.metadata();
  const site = createServer((_, response) => response.end(xml));
  await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
  const { port } = site.address() as AddressInfo;
  const { id } = await create({ metadata: null, metadata_url: `http://127.0.0.1:${port}/` });
  const due = async () => {
    server.outside.jobs.length = 0;
    await server.inside("demo", (db, instanceId) => enqueueRefreshes(server.platform, db, instanceId));
    return server.outside.jobs.map(({ payload }) => (payload as { providerId: number }).providerId);
  };
  const read = async () => {
    await server.inside("demo", (db, instance) =>
      sql`UPDATE identity_providers SET settings = settings || '{"read_at": "2020-01-01T00:00:00Z"}'
        WHERE instance_id = ${instance} AND id = ${id}`.execute(db),
    );
    expect(await due()).toEqual([id]);
    const instanceId = await server.inside("demo", async (_, instance) => instance);
    await refreshProvider(server.platform, { instanceId, providerId: id });
    const { identityProvider } = await admin.data(`{ identityProvider(id: ${id}) { sso_url certificates } }`);
    return identityProvider;
  };
  expect(await due()).toEqual([]);
  const rolled = new SamlProvider();
  xml = rolled.metadata({ sso: "https://idp.northgate.test/new" });
  const now = await read();
  expect(now.sso_url).toBe("https://idp.northgate.test/new");
  xml = new SamlProvider().metadata({ entityId: "https://evil.example" });
  expect(await read()).toEqual(now);
  xml = "nothing";
  expect(await read()).toEqual(now);
  site.closeAllConnections();
  site.close();
});
