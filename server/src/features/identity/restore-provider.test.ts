import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openFlow, redeem } from "../../testing/identity.ts";
import { CLIENT, openOidcProvider, type OidcProvider, signInAt } from "../../testing/oidc.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const CREATE = `mutation ($input: IdentityProviderInput!) { createIdentityProvider(input: $input) { id callback_url } }`;
const DELETE = `mutation ($id: Int!) { deleteIdentityProvider(id: $id) { id } }`;
const RESTORE = `mutation ($id: Int!) { restoreDeleted(kind: "identity_provider", id: $id) { id } }`;
const PURGE = `mutation ($id: Int!, $name: String!) { purgeDeleted(kind: "identity_provider", id: $id, name: $name) { id } }`;
const LIST = `{ deletedPage(kind: "identity_provider") { rows { id name detail deleted_by } } }`;

let server: TestServer;
let idp: OidcProvider;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  idp = await openOidcProvider({ ada: { email: "ada@northgate.test", email_verified: true, given_name: "Ada" } });
  admin = await server.as("admin@demo.test");
});
afterAll(async () => {
  await server.close();
  await idp.close();
});
beforeEach(async () => {
  await server.platform.database.pool.query("DELETE FROM rate_limits");
  await server.inside("demo", (db, id) => db.deleteFrom("identity_providers").where("instance_id", "=", id).execute());
});

async function create(more: object = {}): Promise<number> {
  const { id: client_id, secret: client_secret } = CLIENT;
  const input = { name: "Northgate ID", issuer: idp.issuer, client_id, client_secret, creates_accounts: true, ...more };
  const { createIdentityProvider: made } = await admin.data(CREATE, { input });
  idp.allow(made.callback_url);
  return made.id;
}
const leave = (id: number) => openFlow(server, `/sso/oidc/${id}/start`);
async function signIn(id: number): Promise<number> {
  const flow = await leave(id);
  return (await redeem(server, await flow.comeBack(await signInAt(flow.address, "ada")))).user.id;
}
const buttons = () =>
  server.inside("demo", async (db, id) => {
    const row = db.selectFrom("instances").where("id", "=", id).select("sign_in_buttons").executeTakeFirstOrThrow();
    return ((await row).sign_in_buttons as { id: number }[]).map((each) => each.id);
  });

test("a deleted provider signs nobody in, and comes back with its links and its button", async () => {
  const id = await create();
  const user = await signIn(id);
  const begun = await leave(id);
  await admin.data(DELETE, { id });
  expect(await buttons()).toEqual([]);
  await expect(leave(id)).rejects.toThrow();
  // A sign-in that was at the provider meanwhile.
  await expect(begun.comeBack(await signInAt(begun.address, "ada"))).rejects.toThrow();
  expect((await admin.data("{ identityProviders { id } }")).identityProviders).toEqual([]);
  expect((await admin.data(LIST)).deletedPage.rows).toMatchObject([
    { id, name: "Northgate ID", detail: idp.issuer, deleted_by: expect.any(String) },
  ]);
  await admin.data(RESTORE, { id });
  expect(await buttons()).toEqual([id]);
  expect(await signIn(id)).toBe(user);
  const entries = await server.inside("demo", (db, instance) =>
    db
      .selectFrom("audit_log")
      .where("instance_id", "=", instance)
      .where("action", "=", "identity_provider.restored")
      .where("subject_id", "=", id)
      .select("actor_name")
      .execute(),
  );
  expect(entries).toHaveLength(1);
});

test("a provider whose domain another has meanwhile is not restored", async () => {
  const id = await create({ email_domains: ["northgate.org"] });
  await admin.data(DELETE, { id });
  const other = await create({ name: "Other", email_domains: ["northgate.org"] });
  const { errors } = await admin.query(RESTORE, { id });
  expect(errors![0]!.message).toBe("Other has the domain northgate.org already.");
  await admin.data(DELETE, { id: other });
  await admin.data(RESTORE, { id });
});

test("one too many is not restored", async () => {
  const id = await create();
  await admin.data(DELETE, { id });
  for (let n = 0; n < 20; n++) await create({ name: `P${n}` });
  expect(await admin.refusal(RESTORE, { id })).toBe("CONFLICT");
});

test("an instructor and an admin of another instance do not restore or delete for good", async () => {
  const id = await create();
  await admin.data(DELETE, { id });
  for (const email of ["instructor@demo.test", "admin@riverside.test"]) {
    const other = await server.as(email);
    expect(await other.refusal(RESTORE, { id })).not.toBeNull();
    expect(await other.refusal(PURGE, { id, name: "Northgate ID" })).not.toBeNull();
  }
  expect((await admin.data(LIST)).deletedPage.rows).toHaveLength(1);
  await admin.data(PURGE, { id, name: "Northgate ID" });
  expect((await admin.data(LIST)).deletedPage.rows).toEqual([]);
  expect(await admin.refusal(RESTORE, { id })).toBe("NOT_FOUND");
});
