import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { DEMO_PASSWORD } from "../../demo/people.ts";
import type { Authenticator, Changes } from "../../testing/authenticator.ts";
import { addPasskey, REMOVE, SIGN_IN, START_SIGN_IN } from "../../testing/passkeys.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const VIEWER = "{ viewer { email factor_due } }";
const PERSON = "learner@demo.test";
const LOGIN = `mutation ($email: String!, $password: String!) { loginUser(email: $email, password: $password) { token } }`;

let server: TestServer;
let admin: Client;
let key: Authenticator;
let passkeyId: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.platform.database.pool.query("DELETE FROM rate_limits");
  ({ key, id: passkeyId } = await addPasskey(await server.as(PERSON)));
});

/** Signs in with a passkey alone. @returns the answer */
async function signIn(changes: Changes = {}, { host = "demo.localhost", by = key } = {}) {
  const client = server.anonymous(host);
  const { startPasskeySignIn } = await client.data(START_SIGN_IN);
  return client.query(SIGN_IN, { response: by.get(startPasskeySignIn, changes) });
}

const refusal = async (...how: Parameters<typeof signIn>) => (await signIn(...how)).errors?.[0]?.extensions.code;

test("a passkey that has verified its user signs in without a password and asks for nothing else", async () => {
  const { data } = await signIn();
  expect(data.signInWithPasskey).toMatchObject({ host: "demo.localhost", user: { email: PERSON } });
  expect((await server.withToken(data.signInWithPasskey.token).data(VIEWER)).viewer).toEqual({
    email: PERSON,
    factor_due: null,
  });
});

test("the start of a sign-in names no passkeys and is the same but for its challenge", async () => {
  const read = async () => JSON.parse((await server.anonymous().data(START_SIGN_IN)).startPasskeySignIn);
  const [one, two] = [await read(), await read()];
  expect(one.allowCredentials).toBeUndefined();
  expect(one.userVerification).toBe("required");
  expect(one.rpId).toBe("demo.localhost");
  expect(one.challenge).not.toBe(two.challenge);
  expect({ ...one, challenge: "" }).toEqual({ ...two, challenge: "" });
  expect(await server.anonymous("localhost").refusal(START_SIGN_IN)).toBe("VALIDATION");
});

test.each<[string, Changes]>([
  ["of another origin", { origin: "http://evil.example" }],
  ["of another port", { origin: "http://demo.localhost:8080" }],
  ["of a page of a package", { origin: "http://p-1.content.demo.localhost" }],
  ["of another tenant's page", { origin: "http://riverside.localhost" }],
  ["for another relying party", { rpId: "riverside.localhost" }],
  ["of a page in a frame of others", { crossOrigin: true }],
  ["without a verified user", { isVerified: false }],
  ["with a challenge that nobody gave out", { challenge: "AAAAAAAAAAAAAAAAAAAAAA" }],
  ["for another account", { userHandle: "AAAAAAAAAAAAAAAAAAAAAA" }],
])("a response %s signs nobody in", async (_, changes) => {
  expect(await refusal(changes)).toBe("VALIDATION");
});

test("a response signs in once, also when the first use failed, and not after five minutes", async () => {
  const client = server.anonymous();
  const { startPasskeySignIn: options } = await client.data(START_SIGN_IN);
  const response = key.get(options);
  const answers = await Promise.all([1, 2].map(() => client.refusal(SIGN_IN, { response })));
  expect(answers.toSorted()).toEqual(["VALIDATION", null].toSorted());
  const { startPasskeySignIn: spoilt } = await client.data(START_SIGN_IN);
  expect(await client.refusal(SIGN_IN, { response: key.get(spoilt, { origin: "http://evil.example" }) })).toBe(
    "VALIDATION",
  );
  expect(await client.refusal(SIGN_IN, { response: key.get(spoilt) })).toBe("VALIDATION");
  const { startPasskeySignIn: old } = await client.data(START_SIGN_IN);
  await server.inside("demo", (db, id) =>
    db
      .updateTable("passkey_challenges")
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where("instance_id", "=", id)
      .execute(),
  );
  expect(await client.refusal(SIGN_IN, { response: key.get(old) })).toBe("VALIDATION");
});

test("a challenge of another purpose signs nobody in", async () => {
  const client = await server.as(PERSON);
  const { startPasskey } = await client.data(`mutation { startPasskey(password: "${DEMO_PASSWORD}") }`);
  const { challenge } = JSON.parse(startPasskey);
  expect(await refusal({ challenge })).toBe("VALIDATION");
});

test("a passkey of one tenant or branch signs in at no other host", async () => {
  expect(await refusal({}, { host: "riverside.localhost" })).toBe("VALIDATION");
  // Signed for the other host, as a hostile browser would.
  expect(await refusal({ rpId: "demo.localhost" }, { host: "riverside.localhost" })).toBe("VALIDATION");
  expect(await refusal({}, { host: "north.demo.localhost" })).toBe("VALIDATION");
  const there = await addPasskey(await server.as("learner@riverside.test"));
  expect(await refusal({}, { by: there.key })).toBe("VALIDATION");
  expect(await refusal({}, { by: there.key, host: "riverside.localhost" })).toBeUndefined();
});

test("a removed passkey signs nobody in, and is answered like an unknown one", async () => {
  const client = await server.as(PERSON);
  await client.data(REMOVE, { id: passkeyId, password: DEMO_PASSWORD });
  const { errors } = await signIn();
  const unknown = await signIn({ origin: "http://evil.example" });
  expect(errors![0]!.extensions.code).toBe("VALIDATION");
  expect(errors![0]!.message).toBe(unknown.errors![0]!.message);
});

test("a count that went back is refused, audited and mailed, and the passkey goes on with a higher one", async () => {
  expect(await refusal({ count: 9 })).toBeUndefined();
  expect(await refusal({ count: 9 })).toBe("VALIDATION");
  expect(await refusal({ count: 8 })).toBe("VALIDATION");
  const { rows } = (await admin.data("{ auditLog(limit: 2) { rows { action actor_name } } }")).auditLog;
  expect(rows.map(({ action }: { action: string }) => action)).toEqual([
    "user.passkey_refused",
    "user.passkey_refused",
  ]);
  const mails = server.outside.jobs.filter(
    ({ name, payload }) =>
      name === "mail.security" && (payload as unknown as { event: string }).event === "passkey_refused",
  );
  expect(mails).toHaveLength(2);
  expect(await refusal({ count: 10 })).toBeUndefined();
});

test("an inactive person, and one of an inactive instance, does not sign in", async () => {
  const id = await server.userId(PERSON);
  const set = (is_active: boolean) =>
    server.inside("demo", (db, instance) =>
      db.updateTable("users").set({ is_active }).where("instance_id", "=", instance).where("id", "=", id).execute(),
    );
  await set(false);
  const { errors } = await signIn();
  expect(errors![0]!.extensions.validation!["email"]![0]).toContain("not active");
  await set(true);
  expect(await refusal()).toBeUndefined();
});

test("an account that is locked for wrong passwords is locked for passkeys too", async () => {
  for (let times = 0; times < 10; times++) await server.anonymous().query(LOGIN, { email: PERSON, password: "wrong" });
  expect(await refusal()).toBe("RATE_LIMITED");
});

test("a person who has to use the provider of the organisation does not sign in with a passkey", async () => {
  const set = (passwords_off: boolean) =>
    server.inside("demo", (db, id) =>
      db.updateTable("instances").set({ passwords_off }).where("id", "=", id).execute(),
    );
  await set(true);
  expect(await refusal()).toBe("VALIDATION");
  await set(false);
});

test("an operator signs in with a passkey where it was added, and nowhere else", async () => {
  const login = async (host: string) => {
    const answer = await server.anonymous(host).data(LOGIN, { email: "super@demo.test", password: DEMO_PASSWORD });
    return answer.loginUser.token as string;
  };
  const client = server.withToken(await login("demo.localhost"));
  const operator = await addPasskey(client);
  const { data } = await signIn({}, { by: operator.key });
  const token = data.signInWithPasskey.token as string;
  expect((await server.withToken(token).data(VIEWER)).viewer.email).toBe("super@demo.test");
  expect(await refusal({}, { by: operator.key, host: "riverside.localhost" })).toBe("VALIDATION");
  vi.spyOn(server.platform.customHosts, "find").mockReturnValue({ instance: "demo", branch: null });
  const { errors } = await client.query(`mutation { startPasskey(password: "${DEMO_PASSWORD}") }`);
  vi.restoreAllMocks();
  expect(errors![0]!.extensions.code).toBe("CONFLICT");
  await client.data(REMOVE, { id: operator.id, password: DEMO_PASSWORD });
});

// At the end: each server also remembers addresses that are over the limit.
test("sixty passkeys that do not sign in lock their address", async () => {
  const client = server.anonymous();
  for (let times = 0; times < 60; times++) expect(await client.refusal(SIGN_IN, { response: "{}" })).toBe("VALIDATION");
  expect(await refusal()).toBe("RATE_LIMITED");
});
