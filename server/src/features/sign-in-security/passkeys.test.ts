import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DEMO_PASSWORD } from "../../demo/people.ts";
import { Authenticator, type Changes } from "../../testing/authenticator.ts";
import { ADD, addPasskey, CONFIRM, LIST, REMOVE, START, START_CONFIRMATION } from "../../testing/passkeys.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const LOGIN = `mutation ($email: String!, $password: String!) { loginUser(email: $email, password: $password) { token } }`;
const FACTOR = "{ secondFactor { is_on passkeys passkeys_here recovery_codes is_required } }";
const VIEWER = "{ viewer { id factor_due } }";
const SHOW = "mutation ($code: String!) { confirmSecondFactor(code: $code) }";
const RESET = "mutation ($id: Int!) { resetSecondFactor(id: $id) { id } }";
const PERSON = "learner@demo.test";

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.platform.database.pool.query("DELETE FROM rate_limits");
  for (const domain of ["demo", "riverside"])
    await server.inside(domain, async (db, id) => {
      await db.deleteFrom("passkeys").where("instance_id", "=", id).execute();
      await db.deleteFrom("recovery_codes").where("instance_id", "=", id).execute();
    });
});

/** Signs in as the login form does. */
async function logIn(email = PERSON): Promise<Client> {
  const { loginUser } = await server.anonymous().data(LOGIN, { email, password: DEMO_PASSWORD });
  return server.withToken(loginUser.token);
}

test("the first passkey comes with recovery codes, ends other sessions, and is a second factor", async () => {
  const other = await logIn();
  const client = await logIn();
  const { codes } = await addPasskey(client, " Laptop ");
  expect(new Set(codes).size).toBe(10);
  expect((await client.data(FACTOR)).secondFactor).toEqual({
    is_on: false,
    passkeys: 1,
    passkeys_here: 1,
    recovery_codes: 10,
    is_required: false,
  });
  expect(await other.refusal(VIEWER)).toBe("UNAUTHENTICATED");
  expect((await client.data(LIST)).passkeys).toEqual([
    { id: expect.any(Number), name: "Laptop", host: "demo.localhost", is_here: true, last_used_at: null },
  ]);
  expect((await addPasskey(client, "Phone")).codes).toEqual([]);
  expect((await (await logIn()).data(VIEWER)).viewer.factor_due).toBe("code");
});

test("a passkey confirms a sign-in with the password once, and a recovery code replaces it", async () => {
  const { key, codes } = await addPasskey(await logIn());
  const client = await logIn();
  for (const refused of [LIST, "{ notifications { unread } }", `mutation { startPasskey(password: "x") }`])
    expect([refused, await client.refusal(refused)]).toEqual([refused, "SECOND_FACTOR_DUE"]);
  const { startPasskeyConfirmation } = await client.data(START_CONFIRMATION);
  const response = key.get(startPasskeyConfirmation, { isVerified: false });
  expect((await client.data(CONFIRM, { response })).confirmByPasskey).toBe(true);
  expect((await client.data(VIEWER)).viewer.factor_due).toBeNull();
  expect((await client.data(LIST)).passkeys[0].last_used_at).not.toBeNull();
  const again = await logIn();
  expect(await again.refusal(CONFIRM, { response })).toBe("VALIDATION");
  await again.data(SHOW, { code: codes[0] });
  expect((await again.data(VIEWER)).viewer.factor_due).toBeNull();
});

test("a passkey does not confirm the sign-in of another person, another session or another purpose", async () => {
  const { key } = await addPasskey(await logIn());
  const { key: foreign } = await addPasskey(await logIn("instructor@demo.test"));
  const [one, two] = [await logIn(), await logIn()];
  const { startPasskeyConfirmation: options } = await one.data(START_CONFIRMATION);
  expect(await one.refusal(CONFIRM, { response: foreign.get(options) })).toBe("VALIDATION");
  expect(await two.refusal(CONFIRM, { response: key.get(options) })).toBe("VALIDATION");
  const { startPasskeySignIn } = await server.anonymous().data("mutation { startPasskeySignIn }");
  expect(await one.refusal(CONFIRM, { response: key.get(startPasskeySignIn) })).toBe("VALIDATION");
  expect((await one.data(CONFIRM, { response: key.get(options) })).confirmByPasskey).toBe(true);
  expect((await two.data(VIEWER)).viewer.factor_due).toBe("code");
});

test("ten wrong responses lock the second step, as wrong codes do", async () => {
  const { key } = await addPasskey(await logIn());
  const client = await logIn();
  const { startPasskeyConfirmation: options } = await client.data(START_CONFIRMATION);
  for (let times = 0; times < 10; times++) {
    const response = new Authenticator().get(options);
    expect(await client.refusal(CONFIRM, { response })).toBe("VALIDATION");
  }
  expect(await client.refusal(CONFIRM, { response: key.get(options) })).toBe("RATE_LIMITED");
});

test("a passkey whose count went back confirms nothing and is in the audit log", async () => {
  const { key } = await addPasskey(await logIn());
  const client = await logIn();
  const confirm = async (count: number) => {
    const { startPasskeyConfirmation: options } = await client.data(START_CONFIRMATION);
    return (await client.data(CONFIRM, { response: key.get(options, { count }) })).confirmByPasskey;
  };
  expect(await confirm(7)).toBe(true);
  const later = await logIn();
  const { startPasskeyConfirmation: options } = await later.data(START_CONFIRMATION);
  expect((await later.data(CONFIRM, { response: key.get(options, { count: 7 }) })).confirmByPasskey).toBe(false);
  expect((await later.data(VIEWER)).viewer.factor_due).toBe("code");
  const { rows } = (await admin.data("{ auditLog(limit: 1) { rows { action subject_name } } }")).auditLog;
  expect(rows).toEqual([{ action: "user.passkey_refused", subject_name: expect.any(String) }]);
});

test("a passkey is not added without the password, without a start, twice, or by another session", async () => {
  const client = await logIn();
  const { errors } = await client.query(START, { password: "wrong" });
  expect(Object.keys(errors![0]!.extensions.validation as object)).toEqual(["password"]);
  const { startPasskey: options } = await client.data(START, { password: DEMO_PASSWORD });
  const key = new Authenticator();
  const response = key.create(options);
  const other = await logIn();
  expect(await other.refusal(ADD, { name: "Key", response })).toBe("CONFLICT");
  expect(await client.refusal(ADD, { name: " ", response })).toBe("VALIDATION");
  expect(await client.refusal(ADD, { name: "x".repeat(101), response })).toBe("VALIDATION");
  await client.data(ADD, { name: "Key", response });
  expect(await client.refusal(ADD, { name: "Key", response })).toBe("CONFLICT");
  const { startPasskey: more } = await client.data(START, { password: DEMO_PASSWORD });
  expect(await client.refusal(ADD, { name: "Key", response: key.create(more) })).toBe("CONFLICT");
});

test.each<[string, Changes]>([
  ["of another origin", { origin: "http://evil.example" }],
  ["of a page of a package", { origin: "http://p-1.content.demo.localhost" }],
  ["for another relying party", { rpId: "riverside.localhost" }],
  ["of a page in a frame of others", { crossOrigin: true }],
  ["with a statement of the device", { attestation: { format: "packed", statement: new Map([["x5c", []]]) } }],
  ["with a challenge that nobody gave out", { challenge: "AAAAAAAAAAAAAAAAAAAAAA" }],
])("a passkey %s is not added", async (_, changes) => {
  const client = await logIn();
  const { startPasskey: options } = await client.data(START, { password: DEMO_PASSWORD });
  const response = new Authenticator().create(options, changes);
  expect(["VALIDATION", "CONFLICT"]).toContain(await client.refusal(ADD, { name: "Key", response }));
  expect((await client.data(LIST)).passkeys).toEqual([]);
});

test.each(["", "{}", "[]", "null", '{"id":1}', "x".repeat(9_000), JSON.stringify({ id: "a", rawId: "a" })])(
  "a response that is none is refused: %.20s",
  async (response) => {
    const client = await logIn();
    expect(await client.refusal(ADD, { name: "Key", response })).toBe("VALIDATION");
  },
);

test("the owner renames and removes a passkey with the password, and others do not find it", async () => {
  const client = await logIn();
  const { id } = await addPasskey(client);
  const instructor = await logIn("instructor@demo.test");
  const rename = `mutation { renamePasskey(id: ${id}, name: "Old laptop") { name } }`;
  expect(await instructor.refusal(rename)).toBe("NOT_FOUND");
  expect(await instructor.refusal(REMOVE, { id, password: DEMO_PASSWORD })).toBe("NOT_FOUND");
  expect((await client.data(rename)).renamePasskey.name).toBe("Old laptop");
  expect(await client.refusal(REMOVE, { id, password: "wrong" })).toBe("VALIDATION");
  await client.data(REMOVE, { id, password: DEMO_PASSWORD });
  expect((await client.data(FACTOR)).secondFactor).toMatchObject({ passkeys: 0, recovery_codes: 0 });
  expect((await (await logIn()).data(VIEWER)).viewer.factor_due).toBeNull();
  const { rows } = (await admin.data("{ auditLog(limit: 2) { rows { action } } }")).auditLog;
  expect(rows).toEqual([{ action: "user.passkey_removed" }, { action: "user.passkey_added" }]);
});

/** Sets the roles that need a second factor. */
async function requireFactor(roles: string[]): Promise<void> {
  const { version } = (await admin.data("{ instanceSettings { version } }")).instanceSettings;
  await admin.data(
    `mutation ($version: Int!, $roles: [String!]) {
      updateInstanceSettings(version: $version, sign_in: { second_factor_roles: $roles }) { version } }`,
    { version, roles },
  );
}

test("a passkey is enough for a role that needs a second factor, and the last one stays", async () => {
  await requireFactor(["learner"]);
  const client = await logIn();
  expect((await client.data(VIEWER)).viewer.factor_due).toBe("setup");
  const { id } = await addPasskey(client);
  expect((await client.data(VIEWER)).viewer.factor_due).toBeNull();
  expect(await client.refusal(REMOVE, { id, password: DEMO_PASSWORD })).toBe("CONFLICT");
  const second = await addPasskey(client, "Phone");
  await client.data(REMOVE, { id, password: DEMO_PASSWORD });
  expect(await client.refusal(REMOVE, { id: second.id, password: DEMO_PASSWORD })).toBe("CONFLICT");
  await requireFactor([]);
});

test("one of two second factors stays when a role needs one and both are removed at the same time", async () => {
  await requireFactor(["learner"]);
  const client = await logIn();
  const { id } = await addPasskey(client);
  const second = await addPasskey(client, "Phone");
  const remove = (passkey: number) => client.refusal(REMOVE, { id: passkey, password: DEMO_PASSWORD });
  const both = await Promise.all([remove(id), remove(second.id)]);
  expect(both.toSorted()).toEqual(["CONFLICT", null]);
  const [left] = (await client.data(LIST)).passkeys;
  const password = DEMO_PASSWORD;
  const { startTotp } = await client.data(
    "mutation ($password: String!) { startTotp(password: $password) { secret } }",
    { password },
  );
  const code = new TOTP({ secret: Secret.fromBase32(startTotp.secret) }).generate();
  const { confirmTotp } = await client.data("mutation ($code: String!) { confirmTotp(code: $code) }", { code });
  const removeApp = client.refusal(
    "mutation ($password: String!, $code: String!) { removeTotp(password: $password, code: $code) }",
    { password, code: confirmTotp[0] },
  );
  expect((await Promise.all([removeApp, remove(left.id)])).toSorted()).toEqual(["CONFLICT", null]);
  await admin.data(RESET, { id: await server.userId(PERSON) });
  await requireFactor([]);
});

test("an admin resets passkeys with the other second factors", async () => {
  await addPasskey(await logIn());
  const id = await server.userId(PERSON);
  expect((await admin.data(`{ user(id: ${id}) { may_reset_second_factor } }`)).user.may_reset_second_factor).toBe(true);
  await admin.data(RESET, { id });
  expect((await (await logIn()).data(VIEWER)).viewer.factor_due).toBeNull();
  expect(await admin.refusal(RESET, { id })).toBe("CONFLICT");
});
