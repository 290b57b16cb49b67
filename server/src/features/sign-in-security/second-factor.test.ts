import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { DEMO_PASSWORD } from "../../demo/people.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const LOGIN = `mutation ($email: String!, $password: String!) {
  loginUser(email: $email, password: $password) { token user { email } } }`;
const START = "mutation ($password: String!) { startTotp(password: $password) { secret uri qr_code } }";
const CONFIRM = "mutation ($code: String!) { confirmTotp(code: $code) }";
const SHOW = "mutation ($code: String!) { confirmSecondFactor(code: $code) }";
const RENEW = "mutation ($code: String!) { renewRecoveryCodes(code: $code) }";
const REMOVE = "mutation ($password: String!, $code: String!) { removeTotp(password: $password, code: $code) }";
const RESET = "mutation ($id: Int!) { resetSecondFactor(id: $id) { id } }";
const FACTOR = "{ secondFactor { is_on since recovery_codes is_required } }";
const VIEWER = "{ viewer { id factor_due } }";
const SETTINGS = "{ instanceSettings { version sign_in { session_hours idle_minutes second_factor_roles } } }";
const UPDATE = `mutation ($version: Int!, $sign_in: SignInSettingsInput) {
  updateInstanceSettings(version: $version, sign_in: $sign_in) { version } }`;

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
});
afterAll(() => server.close());
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

/** Lets the time of a code pass, because each is accepted once. */
const waitForNextCode = () => vi.setSystemTime(Date.now() + 30_000);
const toCode = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
const aWrong = (code: string) => (code === "000000" ? "000001" : "000000");

/** Signs in as the login form does. */
async function logIn(email: string, password = DEMO_PASSWORD): Promise<Client> {
  const { loginUser } = await server.anonymous().data(LOGIN, { email, password });
  return server.withToken(loginUser.token);
}

/** Signs a user in and sets up their second factor. */
async function setUp(email: string) {
  const client = await logIn(email);
  const { secret } = (await client.data(START, { password: DEMO_PASSWORD })).startTotp;
  const codes = (await client.data(CONFIRM, { code: toCode(secret) })).confirmTotp as string[];
  waitForNextCode();
  return { client, secret: secret as string, codes };
}

/** Removes the second factor of a user, so that the next test finds none. */
const clear = async (email: string) => admin.data(RESET, { id: await server.userId(email) });

const PERSON = "learner@demo.test";

test("a second factor is in use from its first code on, with ten recovery codes and an address for apps", async () => {
  const client = await logIn(PERSON);
  expect((await client.data(FACTOR)).secondFactor).toEqual({
    is_on: false,
    since: null,
    recovery_codes: 0,
    is_required: false,
  });
  const { startTotp } = await client.data(START, { password: DEMO_PASSWORD });
  expect(startTotp.uri).toMatch(/^otpauth:\/\/totp\/.+learner%40demo\.test\?issuer=/);
  expect(startTotp.uri).toContain(`secret=${startTotp.secret}`);
  expect(startTotp.qr_code).toMatch(/^<svg /);
  expect((await (await logIn(PERSON)).data(VIEWER)).viewer.factor_due).toBeNull();
  expect(await client.refusal(CONFIRM, { code: aWrong(toCode(startTotp.secret)) })).toBe("VALIDATION");
  const { confirmTotp } = await client.data(CONFIRM, { code: toCode(startTotp.secret) });
  expect(new Set(confirmTotp).size).toBe(10);
  expect((await client.data(FACTOR)).secondFactor).toMatchObject({ is_on: true, recovery_codes: 10 });
  expect(await client.refusal(CONFIRM, { code: toCode(startTotp.secret) })).toBe("CONFLICT");
  expect(await client.refusal(START, { password: DEMO_PASSWORD })).toBe("CONFLICT");
  await clear(PERSON);
});

test("a second factor is not started without the password", async () => {
  const client = await logIn(PERSON);
  const { errors } = await client.query(START, { password: "wrong" });
  expect(Object.keys(errors![0]!.extensions.validation as object)).toEqual(["password"]);
  expect(await client.refusal(CONFIRM, { code: "123456" })).toBe("CONFLICT");
});

test("a sign-in with the password alone reads who one is and nothing else until the code is shown", async () => {
  const { secret } = await setUp(PERSON);
  const client = await logIn(PERSON);
  expect((await client.data(VIEWER)).viewer.factor_due).toBe("code");
  for (const refused of [
    "{ catalogue { total } }",
    "{ notifications { unread } }",
    "{ sessions { id } }",
    "{ personalDataExport { id } }",
    'mutation { updateUserDetails(input: { language: "fr" }) { id } }',
    `mutation { startTotp(password: "${DEMO_PASSWORD}") { secret } }`,
    `mutation { confirmTotp(code: "${toCode(secret)}") }`,
    `mutation { renewRecoveryCodes(code: "${toCode(secret)}") }`,
    `mutation { removeTotp(password: "${DEMO_PASSWORD}", code: "${toCode(secret)}") }`,
  ])
    expect([refused, await client.refusal(refused)]).toEqual([refused, "SECOND_FACTOR_DUE"]);
  const file = await server.app.inject({
    method: "POST",
    url: "/api/reports/export",
    headers: { host: client.host, authorization: `Bearer ${client.token}` },
    payload: { kind: "my-certificates", format: "csv" },
  });
  expect(file.statusCode).toBe(403);
  expect(await client.refusal(SHOW, { code: aWrong(toCode(secret)) })).toBe("VALIDATION");
  expect((await client.data(SHOW, { code: toCode(secret) })).confirmSecondFactor).toBe(true);
  expect((await client.data(VIEWER)).viewer.factor_due).toBeNull();
  expect(await client.refusal("{ notifications { unread } }")).toBeNull();
  await clear(PERSON);
});

test("a code is accepted once, also by two sign-ins at the same time, and not a minute later", async () => {
  const { secret } = await setUp(PERSON);
  const [one, two] = [await logIn(PERSON), await logIn(PERSON)];
  const code = toCode(secret);
  const answers = await Promise.all([one, two].map((client) => client.refusal(SHOW, { code })));
  expect(answers.toSorted()).toEqual(["VALIDATION", null].toSorted());
  const late = await logIn(PERSON);
  // One that nobody has used.
  waitForNextCode();
  const old = toCode(secret);
  waitForNextCode();
  waitForNextCode();
  expect(await late.refusal(SHOW, { code: old })).toBe("VALIDATION");
  expect(await late.refusal(SHOW, { code: toCode(secret) })).toBeNull();
  await clear(PERSON);
});

test("a recovery code replaces the app once, however it is typed, and new ones end the old", async () => {
  const { codes, secret } = await setUp(PERSON);
  const client = await logIn(PERSON);
  expect(await client.refusal(SHOW, { code: "aaaaa-bbbbb" })).toBe("VALIDATION");
  await client.data(SHOW, { code: ` ${codes[0]!.toUpperCase().replace("-", " ")} ` });
  expect((await client.data(FACTOR)).secondFactor.recovery_codes).toBe(9);
  expect(await (await logIn(PERSON)).refusal(SHOW, { code: codes[0] })).toBe("VALIDATION");
  const renewed = (await client.data(RENEW, { code: toCode(secret) })).renewRecoveryCodes as string[];
  expect(renewed).toHaveLength(10);
  const again = await logIn(PERSON);
  expect(await again.refusal(SHOW, { code: codes[1] })).toBe("VALIDATION");
  expect(await again.refusal(SHOW, { code: renewed[0] })).toBeNull();
  await clear(PERSON);
});

test("guesses of a code are limited for the user, also with sign-ins one after the other", async () => {
  const email = "manager@demo.test";
  const { secret } = await setUp(email);
  const wrong = aWrong(toCode(secret));
  for (let guess = 0; guess < 10; guess++)
    expect(await (await logIn(email)).refusal(SHOW, { code: wrong })).toBe("VALIDATION");
  expect(await (await logIn(email)).refusal(SHOW, { code: toCode(secret) })).toBe("RATE_LIMITED");
});

test("setting up a second factor signs out all other devices", async () => {
  const other = await logIn(PERSON);
  const { client } = await setUp(PERSON);
  expect(await other.refusal(VIEWER)).toBe("UNAUTHENTICATED");
  expect(await client.refusal(VIEWER)).toBeNull();
  await clear(PERSON);
});

test("a second factor is removed with the password and a code, not with one of them", async () => {
  const { client, secret } = await setUp(PERSON);
  expect(await client.refusal(REMOVE, { password: "wrong", code: toCode(secret) })).toBe("VALIDATION");
  expect(await client.refusal(REMOVE, { password: DEMO_PASSWORD, code: aWrong(toCode(secret)) })).toBe("VALIDATION");
  await client.data(REMOVE, { password: DEMO_PASSWORD, code: toCode(secret) });
  expect((await (await logIn(PERSON)).data(VIEWER)).viewer.factor_due).toBeNull();
});

test("a role that needs a second factor sets it up before anything else and cannot remove it", async () => {
  const { instanceSettings } = await admin.data(SETTINGS);
  const { version } = (
    await admin.data(UPDATE, {
      version: instanceSettings.version,
      sign_in: { second_factor_roles: ["learner"] },
    })
  ).updateInstanceSettings;
  const client = await logIn(PERSON);
  expect((await client.data(VIEWER)).viewer.factor_due).toBe("setup");
  expect(await client.refusal("{ notifications { unread } }")).toBe("SECOND_FACTOR_DUE");
  const { secret } = (await client.data(START, { password: DEMO_PASSWORD })).startTotp;
  expect((await client.data(VIEWER)).viewer.factor_due).toBe("setup");
  await client.data(CONFIRM, { code: toCode(secret) });
  expect(await client.refusal("{ notifications { unread } }")).toBeNull();
  expect((await client.data(FACTOR)).secondFactor.is_required).toBe(true);
  waitForNextCode();
  expect(await client.refusal(REMOVE, { password: DEMO_PASSWORD, code: toCode(secret) })).toBe("CONFLICT");
  await admin.data(UPDATE, { version, sign_in: { second_factor_roles: [] } });
  await clear(PERSON);
});

test("roles that are not of the list are refused", async () => {
  const { version } = (await admin.data(SETTINGS)).instanceSettings;
  const { errors } = await admin.query(UPDATE, { version, sign_in: { second_factor_roles: ["super_admin"] } });
  expect(Object.keys(errors![0]!.extensions.validation as object)).toEqual(["second_factor_roles"]);
});

test("an admin resets the second factor of a user, who is signed out, and it is in the audit log", async () => {
  const { client } = await setUp(PERSON);
  const id = await server.userId(PERSON);
  const MAY = "query ($id: Int!) { user(id: $id) { may_reset_second_factor } }";
  expect((await admin.data(MAY, { id })).user.may_reset_second_factor).toBe(true);
  await admin.data(RESET, { id });
  expect((await admin.data(MAY, { id })).user.may_reset_second_factor).toBe(false);
  expect(await client.refusal(VIEWER)).toBe("UNAUTHENTICATED");
  expect((await (await logIn(PERSON)).data(VIEWER)).viewer.factor_due).toBeNull();
  const { rows } = (await admin.data("{ auditLog(limit: 1) { rows { action } } }")).auditLog;
  expect(rows).toEqual([{ action: "user.second_factor_reset" }]);
  expect(await admin.refusal(RESET, { id })).toBe("CONFLICT");
});

test("a user who is locked out by wrong codes sets up a new factor as soon as an admin has reset the old one", async () => {
  const email = "samuel.okonkwo@demo.test";
  const { secret } = await setUp(email);
  const locked = await logIn(email);
  for (let attempt = 0; attempt < 10; attempt++) await locked.refusal(SHOW, { code: aWrong(toCode(secret)) });
  expect(await locked.refusal(SHOW, { code: toCode(secret) })).toBe("RATE_LIMITED");
  await clear(email);
  await setUp(email);
  await clear(email);
});

test("nobody resets the second factor of a higher role, of themselves or of another instance", async () => {
  const instructor = await server.as("instructor@demo.test");
  const adminId = await server.userId("admin@demo.test");
  expect(await instructor.refusal(RESET, { id: adminId })).toBe("FORBIDDEN");
  expect(await admin.refusal(RESET, { id: adminId })).toBe("CONFLICT");
  expect(await admin.refusal(RESET, { id: await server.userId("admin@riverside.test") })).toBe("NOT_FOUND");
});

test("a sign-in on another host, which a one-time code leads here, waits for the code of the app too", async () => {
  const { secret } = await setUp(PERSON);
  const elsewhere = `mutation ($email: String!, $password: String!) {
    loginUser(email: $email, password: $password, instance_url: "demo") { token host } }`;
  const { loginUser } = await server.anonymous("localhost").data(elsewhere, { email: PERSON, password: DEMO_PASSWORD });
  const response = await server.app.inject({
    method: "POST",
    url: "/api/login-code",
    headers: { host: loginUser.host },
    payload: { code: loginUser.token },
  });
  const client = server.withToken(response.json().token);
  expect((await client.data(VIEWER)).viewer.factor_due).toBe("code");
  expect(await client.refusal("{ notifications { unread } }")).toBe("SECOND_FACTOR_DUE");
  await client.data(SHOW, { code: toCode(secret) });
  expect(await client.refusal("{ notifications { unread } }")).toBeNull();
  await clear(PERSON);
});

test("an operator's second factor holds in every instance they visit", async () => {
  const { client, secret } = await setUp("super@demo.test");
  const { loginUser } = await server
    .anonymous("riverside.localhost")
    .data(LOGIN, { email: "super@demo.test", password: DEMO_PASSWORD });
  const ask = async (query: string, variables: object = {}) => {
    const response = await server.app.inject({
      method: "POST",
      url: "/graphql",
      headers: { host: "riverside.localhost", authorization: `Bearer ${loginUser.token}` },
      payload: { query, variables },
    });
    return response.json();
  };
  expect((await ask(VIEWER)).data.viewer.factor_due).toBe("code");
  expect((await ask("{ lmsInstances { id } }")).errors[0].extensions.code).toBe("SECOND_FACTOR_DUE");
  expect((await ask(SHOW, { code: toCode(secret) })).data.confirmSecondFactor).toBe(true);
  expect((await ask(VIEWER)).data.viewer.factor_due).toBeNull();
  waitForNextCode();
  await client.data(REMOVE, { password: DEMO_PASSWORD, code: toCode(secret) });
});

test("the stored secret is encrypted", async () => {
  const { secret } = await setUp(PERSON);
  const id = await server.userId(PERSON);
  const [row] = await server.inside("demo", (db, instance_id) =>
    db
      .selectFrom("totp_factors")
      .selectAll()
      .where("instance_id", "=", instance_id)
      .where("user_id", "=", id)
      .execute(),
  );
  expect(row!.secret.includes(Buffer.from(secret))).toBe(false);
  await clear(PERSON);
});

test("a user without a password sets a factor up within ten minutes after signing in, and not later", async () => {
  const email = "yusuf.demir@demo.test";
  const at = async (values: { password_hash: string | null }) => {
    const { password_hash } = await server.inside("demo", (db, id) =>
      db
        .selectFrom("users")
        .where("instance_id", "=", id)
        .where("email", "=", email)
        .select("password_hash")
        .executeTakeFirstOrThrow(),
    );
    await server.inside("demo", (db, id) =>
      db.updateTable("users").set(values).where("instance_id", "=", id).where("email", "=", email).execute(),
    );
    return password_hash;
  };
  const setOpened = (minutesAgo: number) =>
    server.inside("demo", (db, id) =>
      db
        .updateTable("sessions")
        .set({ created_at: sql<Date>`now() - make_interval(mins => ${minutesAgo})` })
        .where("instance_id", "=", id)
        .execute(),
    );
  const client = await logIn(email);
  const password_hash = await at({ password_hash: null });
  expect((await client.data("{ secondFactor { has_password } }")).secondFactor.has_password).toBe(false);
  await setOpened(11);
  const refused = await client.query(START, { password: "" });
  expect(refused.errors?.[0]?.extensions.validation?.["password"]?.[0]).toContain("sign in again");
  await setOpened(9);
  const { secret } = (await client.data(START, { password: "" })).startTotp;
  expect(await client.refusal(CONFIRM, { code: toCode(secret) })).toBeNull();
  await at({ password_hash });
  expect(await client.refusal(REMOVE, { password: "", code: "000000" })).toBe("VALIDATION");
  await clear(email);
});
