import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openFlow, redeem } from "../../testing/identity.ts";
import { CLIENT, openOidcProvider, type OidcProvider, signInAt } from "../../testing/oidc.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let idp: OidcProvider;
let admin: Client;
let providerId: number;
const PERSON = "learner@demo.test";
beforeAll(async () => {
  server = await startServer();
  idp = await openOidcProvider({ grace: { email: PERSON, email_verified: true } });
  admin = await server.as("admin@demo.test");
  const input = { name: "ID", issuer: idp.issuer, client_id: CLIENT.id, client_secret: CLIENT.secret };
  const CREATE = `mutation ($input: IdentityProviderInput!) { createIdentityProvider(input: $input) { id callback_url } }`;
  const { createIdentityProvider } = await admin.data(CREATE, { input });
  providerId = createIdentityProvider.id;
  idp.allow(createIdentityProvider.callback_url);
  await placeIn(["north", "south"]);
});
afterAll(async () => {
  await server.close();
  await idp.close();
});
beforeEach(() => server.platform.database.pool.query("DELETE FROM rate_limits"));

/** Gives the person these branches alone. */
async function placeIn(urls: string[]): Promise<void> {
  const userId = await server.userId(PERSON);
  await server.inside("demo", async (db, instance_id) => {
    await db
      .updateTable("users")
      .set({ is_primary: false })
      .where("instance_id", "=", instance_id)
      .where("id", "=", userId)
      .execute();
    const own = db.deleteFrom("branch_users").where("instance_id", "=", instance_id).where("user_id", "=", userId);
    await own.execute();
    const found = db.selectFrom("branches").where("instance_id", "=", instance_id).where("url", "in", urls);
    for (const { id } of await found.select("id").execute())
      await db.insertInto("branch_users").values({ instance_id, branch_id: id, user_id: userId }).execute();
  });
}

/** Signs the person in at the provider. @returns where the product leads */
async function arrive(host = "demo.localhost", query = ""): Promise<URL> {
  const flow = await openFlow(server, `/sso/oidc/${providerId}/start${query}`, host);
  return flow.comeBack(await signInAt(flow.address, "grace"));
}
const post = (code: string, branch_url: string | null, host = "demo.localhost", url = "/api/branch-choice") =>
  server.app.inject({ method: "POST", url, headers: { host }, payload: { code, branch_url } });
const readChoice = (address: URL) => address.searchParams.get("choice")!;
const sessions = () =>
  server.inside("demo", async (db, id) => {
    const rows = db.selectFrom("provider_sessions as p").innerJoin("sessions as s", "s.token_hash", "p.token_hash");
    return (await rows.where("p.instance_id", "=", id).select("p.subject").execute()).length;
  });

test("a person of several branches chooses one, and is signed in there with the session at the provider", async () => {
  const before = await sessions();
  const address = await arrive("demo.localhost", "?return=/learner/courses");
  expect([address.hostname, address.pathname, address.searchParams.get("token")]).toEqual([
    "demo.localhost",
    "/login-redirect",
    null,
  ]);
  expect(address.searchParams.get("to")).toBe("/learner/courses");
  const code = readChoice(address);
  const offered = (await post(code, null)).json().branches;
  expect(offered.map(({ url }: { url: string }) => url).sort()).toEqual(["north", "south"]);
  const chosen = (await post(code, "south")).json();
  expect(chosen.host).toBe("south.demo.localhost");
  const { client } = await redeem(server, new URL(`http://${chosen.host}/?token=${chosen.code}`));
  expect((await client.data("{ viewer { email } }")).viewer.email).toBe(PERSON);
  // For signing out at the provider.
  expect(await sessions()).toBe(before + 1);
});

test("the choice works once, on its host, and opens no session itself", async () => {
  const code = readChoice(await arrive());
  expect((await post(code, null, "demo.localhost", "/api/login-code")).statusCode).toBe(401);
  for (const host of ["riverside.localhost", "north.demo.localhost", "localhost"])
    expect([host, (await post(code, "north", host)).statusCode]).toEqual([host, 401]);
  expect((await post(code, "north")).statusCode).toBe(200);
  expect((await post(code, "south")).statusCode).toBe(401);
  expect((await post(code, null)).statusCode).toBe(401);
});

test("a code of a sign-in is no choice", async () => {
  await placeIn(["north"]);
  const address = await arrive();
  await placeIn(["north", "south"]);
  const token = address.searchParams.get("token")!;
  expect((await post(token, "south", address.hostname)).statusCode).toBe(401);
});

test("only an own branch is taken, and the person may choose again", async () => {
  const code = readChoice(await arrive());
  for (const branch of ["east", "nowhere", "north.evil.example", "//evil.example"])
    expect((await post(code, branch)).statusCode).toBe(422);
  expect((await post(code, "north")).statusCode).toBe(200);
});

test("the choice ends after five minutes, and with the account", async () => {
  const code = readChoice(await arrive());
  const set = (table: "login_codes" | "users", change: object) =>
    server.inside("demo", async (db, id) => {
      const userId = await server.userId(PERSON);
      const column = table === "users" ? "id" : "user_id";
      await db.updateTable(table).set(change).where("instance_id", "=", id).where(column, "=", userId).execute();
    });
  await set("users", { is_active: false });
  expect((await post(code, "north")).statusCode).toBe(422);
  await set("users", { is_active: true });
  await set("login_codes", { expires_at: new Date(Date.now() - 1_000) });
  expect((await post(code, "north")).statusCode).toBe(401);
});

test("a person who got access to the main site meanwhile still chooses an own branch only", async () => {
  const code = readChoice(await arrive());
  await server.inside("demo", async (db, id) => {
    const userId = await server.userId(PERSON);
    const found = db.updateTable("users").set({ is_primary: true }).where("instance_id", "=", id);
    await found.where("id", "=", userId).execute();
  });
  expect((await post(code, "nowhere")).statusCode).toBe(422);
  await placeIn(["north", "south"]);
});

test("a person with a second factor is asked for it after the choice", async () => {
  const user_id = await server.userId(PERSON);
  await server.inside("demo", (db, instance_id) =>
    db
      .insertInto("totp_factors")
      .values({ instance_id, user_id, secret: Buffer.alloc(1), confirmed_at: new Date() })
      .execute(),
  );
  const { host, code } = (await post(readChoice(await arrive()), "north")).json();
  const { client } = await redeem(server, new URL(`http://${host}/?token=${code}`));
  expect((await client.data("{ viewer { factor_due } }")).viewer.factor_due).toBe("code");
  expect(await client.refusal("{ sessions { id } }")).not.toBeNull();
  await server.inside("demo", (db, id) => db.deleteFrom("totp_factors").where("instance_id", "=", id).execute());
});

test("on the address of an own branch, nobody is asked", async () => {
  const address = await arrive("north.demo.localhost");
  expect([address.hostname, address.searchParams.has("token")]).toEqual(["north.demo.localhost", true]);
});
