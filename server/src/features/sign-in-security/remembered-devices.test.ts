import { TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DEMO_PASSWORD } from "../../demo/people.ts";
import { type Added, addPasskey } from "../../testing/passkeys.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const LOGIN = `mutation ($email: String!, $password: String!) { loginUser(email: $email, password: $password) { token } }`;
const SHOW = "mutation ($code: String!) { confirmSecondFactor(code: $code) }";
const VIEWER = "{ viewer { id factor_due } }";
const LIST = "{ rememberedDevices { id host user_agent } }";
const FORGET = "mutation ($id: String!) { forgetDevice(id: $id) { id } }";
const PERSON = "learner@demo.test";

let server: TestServer;
let admin: Client;
let added: Added;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.platform.database.pool.query("DELETE FROM rate_limits");
  await server.inside("demo", async (db, id) => {
    for (const table of ["passkeys", "recovery_codes", "remembered_devices"] as const)
      await db.deleteFrom(table).where("instance_id", "=", id).execute();
  });
  await remember(30);
  added = await addPasskey(await server.as(PERSON));
});

/** Sets for how many days the instance remembers devices. */
async function remember(remember_days: number | null) {
  const { version } = (await admin.data("{ instanceSettings { version } }")).instanceSettings;
  return admin.query(
    `mutation ($version: Int!, $remember_days: Int) {
      updateInstanceSettings(version: $version, sign_in: { remember_days: $remember_days }) {
        sign_in { remember_days } } }`,
    { version, remember_days },
  );
}

/** Signs in as a browser with a cookie does. @returns what is still to do */
async function logIn({ cookie = "", host = "demo.localhost", email = PERSON, password = DEMO_PASSWORD } = {}) {
  const response = await server.app.inject({
    method: "POST",
    url: "/graphql",
    headers: { host, cookie },
    payload: { query: LOGIN, variables: { email, password } },
  });
  const client = server.withToken(response.json().data.loginUser.token);
  return { client, due: (await client.data(VIEWER)).viewer.factor_due as string | null };
}

/** Asks to remember the device of a session. */
const ask = (client: Client) =>
  server.app.inject({
    method: "POST",
    url: "/api/remembered-device",
    headers: { host: "demo.localhost", authorization: `Bearer ${client.token}` },
    payload: {},
  });

/** Signs in with a recovery code, and has the device remembered. @returns the cookie, and the session */
async function rememberDevice() {
  const { client } = await logIn();
  await client.data(SHOW, { code: added.codes.shift() });
  const response = await ask(client);
  expect(response.statusCode).toBe(200);
  const header = String(response.headers["set-cookie"]);
  expect(header).toMatch(/; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/);
  return { client, cookie: header.split(";")[0]! };
}

test("a remembered device is not asked again, and others are", async () => {
  const { client, cookie } = await rememberDevice();
  expect((await logIn({ cookie })).due).toBeNull();
  expect((await logIn()).due).toBe("code");
  expect((await client.data(LIST)).rememberedDevices).toEqual([
    { id: expect.any(String), host: "demo.localhost", user_agent: expect.any(String) },
  ]);
  expect((await logIn({ cookie: `${cookie.slice(0, -1)}_` })).due).toBe("code");
});

test("the cookie is no sign-in, and is of no use to another person", async () => {
  const { cookie } = await rememberDevice();
  const response = await server.app.inject({
    method: "POST",
    url: "/graphql",
    headers: { host: "demo.localhost", cookie },
    payload: { query: VIEWER },
  });
  expect(response.json().errors[0].extensions.code).toBe("UNAUTHENTICATED");
  await addPasskey(await server.as("instructor@demo.test"));
  const renamed = cookie.replace(/\d+=/, `${await server.userId("instructor@demo.test")}=`);
  expect((await logIn({ cookie: renamed, email: "instructor@demo.test" })).due).toBe("code");
});

test("a device is remembered at the host where that was asked, for as long as its own instance says", async () => {
  const { cookie } = await rememberDevice();
  expect((await logIn({ cookie, host: "north.demo.localhost" })).due).toBe("code");
  await remember(1);
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("remembered_devices")
      .set({ created_at: new Date(Date.now() - 2 * 86_400_000) })
      .where("instance_id", "=", instance)
      .execute(),
  );
  const setElsewhere = (days: number | null) =>
    server.platform.database.pool.query("UPDATE instances SET remember_days = $1 WHERE domain = 'riverside'", [days]);
  await setElsewhere(30);
  const { due } = await logIn({ cookie });
  await setElsewhere(null);
  expect(due).toBe("code");
});

test("a device is remembered only right after the second factor was shown in the same session", async () => {
  const waiting = await logIn();
  expect((await ask(waiting.client)).statusCode).toBe(403);
  const { client, cookie } = await rememberDevice();
  // A remembered device does not remember itself again.
  const again = await logIn({ cookie });
  expect((await ask(again.client)).statusCode).toBe(409);
  await server.inside("demo", (db, id) =>
    db
      .updateTable("sessions")
      .set({ factor_shown_at: new Date(Date.now() - 6 * 60_000) })
      .where("instance_id", "=", id)
      .execute(),
  );
  expect((await ask(client)).statusCode).toBe(409);
});

test("removing the app forgets devices, also while a passkey stays", async () => {
  const { client } = await rememberDevice();
  const { startTotp } = await client.data(`mutation { startTotp(password: "${DEMO_PASSWORD}") { secret } }`);
  const { confirmTotp } = await client.data(
    `mutation { confirmTotp(code: "${new TOTP({ secret: startTotp.secret }).generate()}") }`,
  );
  added.codes = confirmTotp;
  const { cookie } = await rememberDevice();
  expect((await logIn({ cookie })).due).toBeNull();
  await client.data(`mutation { removeTotp(password: "${DEMO_PASSWORD}", code: "${added.codes.shift()}") }`);
  expect((await logIn({ cookie })).due).toBe("code");
});

test("a device is forgotten by its owner alone, in time, and when the site stops remembering", async () => {
  const { client, cookie } = await rememberDevice();
  const { id } = (await client.data(LIST)).rememberedDevices[0];
  expect(await (await server.as("instructor@demo.test")).refusal(FORGET, { id })).toBe("NOT_FOUND");
  expect(await client.refusal(FORGET, { id: "x" })).toBe("NOT_FOUND");
  await remember(null);
  expect((await logIn({ cookie })).due).toBe("code");
  expect((await ask(client)).statusCode).toBe(409);
  await remember(1);
  expect((await logIn({ cookie })).due).toBeNull();
  const age = (column: "created_at" | "expires_at", days: number) =>
    server.inside("demo", (db, instance) =>
      db
        .updateTable("remembered_devices")
        .set({ [column]: new Date(Date.now() - days * 86_400_000) })
        .where("instance_id", "=", instance)
        .execute(),
    );
  await age("created_at", 2);
  expect((await logIn({ cookie })).due).toBe("code");
  await remember(30);
  expect((await logIn({ cookie })).due).toBeNull();
  await age("expires_at", 1);
  expect((await logIn({ cookie })).due).toBe("code");
  await client.data(FORGET, { id });
  expect((await client.data(LIST)).rememberedDevices).toEqual([]);
});

test.each<[string, (client: Client) => Promise<unknown>]>([
  [
    "a new password",
    (client) =>
      client.data(`mutation { updatePassword(current_password: "${DEMO_PASSWORD}", new_password: "lantern-river-41",
        new_password_confirmation: "lantern-river-41") { message } }`),
  ],
  ["a new passkey", (client) => addPasskey(client, "Phone")],
  [
    "a removed passkey",
    async (client) => {
      const { id } = await addPasskey(client, "Phone");
      await client.data(`mutation { removePasskey(id: ${id}, password: "${DEMO_PASSWORD}") { id } }`);
    },
  ],
  [
    "a reset by an admin",
    async () => admin.data(`mutation { resetSecondFactor(id: ${await server.userId(PERSON)}) { id } }`),
  ],
  [
    "a deactivation",
    async () =>
      admin.data(`mutation { updateUser(id: ${await server.userId(PERSON)}, input: { is_active: false }) { id } }`),
  ],
])("%s forgets the remembered devices", async (_, change) => {
  const { client } = await rememberDevice();
  await change(client);
  const rows = await server.inside("demo", (db, id) =>
    db.selectFrom("remembered_devices").selectAll().where("instance_id", "=", id).execute(),
  );
  expect(rows).toEqual([]);
  await server.inside("demo", async (db, id) => {
    const { password_hash } = await db
      .selectFrom("users")
      .select("password_hash")
      .where("instance_id", "=", id)
      .where("email", "=", "instructor@demo.test")
      .executeTakeFirstOrThrow();
    await db
      .updateTable("users")
      .set({ is_active: true, password_hash })
      .where("instance_id", "=", id)
      .where("email", "=", PERSON)
      .execute();
  });
});

test.each([0, 91, -1])("%i days are refused", async (days) => {
  const { errors } = await remember(days);
  expect(Object.keys(errors![0]!.extensions.validation as object)).toEqual(["remember_days"]);
});

test("operators are not offered to have a device remembered", async () => {
  const { client } = await logIn({ email: "super@demo.test" });
  expect((await client.data("{ secondFactor { remember_days } }")).secondFactor.remember_days).toBeNull();
  expect((await (await server.as(PERSON)).data("{ secondFactor { remember_days } }")).secondFactor.remember_days).toBe(
    30,
  );
});
