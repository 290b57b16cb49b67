import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_PASSWORD } from "../../demo/people.ts";
import { addPasskey } from "../../testing/passkeys.ts";
import { startServer, type TestServer } from "../../testing/server.ts";
import { resetOperator } from "./reset-operator.service.ts";

const EMAIL = "super@demo.test";
const LOGIN = `mutation ($site: String) {
  loginUser(email: "${EMAIL}", password: "${DEMO_PASSWORD}", instance_url: $site) { token host } }`;
const VIEWER = "{ viewer { factor_due } }";
const INSTANCES = "{ lmsInstances { id } }";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ DEMO: "off" });
});
afterAll(() => server.close());

const logIn = async () => server.withToken((await server.anonymous().data(LOGIN)).loginUser.token as string);

test("an operator sets up a second factor before anything else, and cannot remove the last one", async () => {
  const client = await logIn();
  expect((await client.data(VIEWER)).viewer.factor_due).toBe("setup");
  expect(await client.refusal(INSTANCES)).toBe("SECOND_FACTOR_DUE");
  const start = `mutation { startTotp(password: "${DEMO_PASSWORD}") { secret } }`;
  const { secret } = (await client.data(start)).startTotp;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const { confirmTotp: codes } = await client.data(`mutation { confirmTotp(code: "${code}") }`);
  expect(await client.refusal(INSTANCES)).toBeNull();
  const remove = `mutation { removeTotp(password: "${DEMO_PASSWORD}", code: "${codes[0]}") }`;
  expect(await client.refusal(remove)).toBe("CONFLICT");
  expect((await (await logIn()).data(VIEWER)).viewer.factor_due).toBe("code");
});

test("the command signs an operator out and lets them set up a second factor again, and finds nobody else", async () => {
  const before = await logIn();
  expect(await resetOperator(server.platform.database, "admin@demo.test")).toBe(false);
  expect(await resetOperator(server.platform.database, ` ${EMAIL.toUpperCase()}`)).toBe(true);
  expect(await before.refusal(VIEWER)).toBe("UNAUTHENTICATED");
  const client = await logIn();
  expect((await client.data(VIEWER)).viewer.factor_due).toBe("setup");
  await addPasskey(client);
  expect(await client.refusal(INSTANCES)).toBeNull();
  await resetOperator(server.platform.database, EMAIL);
});

test("a sign-in that a one-time code leads to the instance's address waits for the set-up too", async () => {
  const { loginUser } = await server.anonymous("localhost").data(LOGIN, { site: "demo" });
  const response = await server.app.inject({
    method: "POST",
    url: "/api/login-code",
    headers: { host: loginUser.host },
    payload: { code: loginUser.token },
  });
  const client = server.withToken(response.json().token);
  expect((await client.data(VIEWER)).viewer.factor_due).toBe("setup");
  expect(await client.refusal(INSTANCES)).toBe("SECOND_FACTOR_DUE");
});

test("admins of an instance are not asked, unless the instance does", async () => {
  expect((await (await server.as("admin@demo.test")).data(VIEWER)).viewer.factor_due).toBeNull();
});

test("an operator has no grace period, whatever the instance gives", async () => {
  await resetOperator(server.platform.database, EMAIL);
  await server.inside("demo", (db, id) =>
    db
      .updateTable("instances")
      .set({ second_factor_grace_days: 30, second_factor_roles: ["admin", "learner"] })
      .where("id", "=", id)
      .execute(),
  );
  const { viewer } = await (await logIn()).data("{ viewer { factor_due factor_due_on } }");
  expect(viewer).toEqual({ factor_due: "setup", factor_due_on: null });
});
