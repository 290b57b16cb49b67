import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openFlow, redeem, type SignedIn } from "../../testing/identity.ts";
import { CLIENT, openOidcProvider, type OidcProvider, signInAt } from "../../testing/oidc.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const CREATE = `mutation ($input: IdentityProviderInput!) { createIdentityProvider(input: $input) { id callback_url } }`;
const LINKS = `query ($user: Int!) { identityLinks(user_id: $user) { provider_id provider_name } }`;
const UNLINK = `mutation ($user: Int!, $provider: Int!) { unlinkIdentity(user_id: $user, provider_id: $provider) { id } }`;
const PERSON = "learner@demo.test";

let server: TestServer;
let idp: OidcProvider;
let admin: Client;
let provider: number;
let user: number;
beforeAll(async () => {
  server = await startServer();
  const grace = { email: PERSON, email_verified: true };
  idp = await openOidcProvider({ grace, "grace-2": grace });
  admin = await server.as("admin@demo.test");
  user = await server.userId(PERSON);
});
afterAll(async () => {
  await server.close();
  await idp.close();
});
beforeEach(async () => {
  await server.platform.database.pool.query("DELETE FROM rate_limits");
  await server.inside("demo", (db, id) => db.deleteFrom("identity_providers").where("instance_id", "=", id).execute());
  const input = { name: "Northgate ID", issuer: idp.issuer, client_id: CLIENT.id, client_secret: CLIENT.secret };
  const { createIdentityProvider: made } = await admin.data(CREATE, { input });
  idp.allow(made.callback_url);
  provider = made.id;
});

async function signIn(subject: string): Promise<SignedIn> {
  const flow = await openFlow(server, `/sso/oidc/${provider}/start`);
  return redeem(server, await flow.comeBack(await signInAt(flow.address, subject)));
}
const isSignedIn = async ({ client }: SignedIn) => (await client.refusal("{ viewer { id } }")) === null;

test("an unlinked user is signed out of what the provider opened, notified by mail, and linked again by the verified address", async () => {
  const byProvider = await signIn("grace");
  const byPassword = await server.as(PERSON);
  // Another subject with the address is refused while the link is there.
  await expect(signIn("grace-2")).rejects.toThrow();
  expect((await admin.data(LINKS, { user })).identityLinks).toEqual([
    { provider_id: provider, provider_name: "Northgate ID" },
  ]);
  await admin.data(UNLINK, { user, provider });
  expect((await admin.data(LINKS, { user })).identityLinks).toEqual([]);
  expect(await isSignedIn(byProvider)).toBe(false);
  expect(await byPassword.refusal("{ viewer { id } }")).toBeNull();
  const mails = server.outside.jobs.filter(({ payload }) => JSON.stringify(payload).includes('"unlinked"'));
  expect(mails.map(({ payload }) => payload)).toMatchObject([{ userId: user, event: "unlinked" }]);
  const entries = await server.inside("demo", (db, id) =>
    db
      .selectFrom("audit_log")
      .where("instance_id", "=", id)
      .where("action", "=", "user.identity_unlinked")
      .where("subject_id", "=", user)
      .select("changes")
      .execute(),
  );
  expect(entries).toEqual([{ changes: { provider: "Northgate ID" } }]);
  expect((await signIn("grace-2")).user.id).toBe(user);
  await expect(signIn("grace")).rejects.toThrow();
});

test("only admins of the instance unlink, and only what is linked", async () => {
  await signIn("grace");
  for (const email of ["instructor@demo.test", "manager@demo.test", PERSON, "admin@riverside.test"]) {
    const other = await server.as(email);
    expect([email, await other.refusal(UNLINK, { user, provider })]).not.toEqual([email, null]);
    expect([email, await other.refusal(LINKS, { user })]).not.toEqual([email, null]);
  }
  expect(await admin.refusal(UNLINK, { user: await server.userId("instructor@demo.test"), provider })).toBe("CONFLICT");
  expect(await admin.refusal(UNLINK, { user, provider: provider + 1_000 })).toBe("CONFLICT");
  expect((await admin.data(LINKS, { user })).identityLinks).toHaveLength(1);
});
