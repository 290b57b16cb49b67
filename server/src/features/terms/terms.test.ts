import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { parseRows, takeTable } from "../../testing/tables.ts";

const PUBLISH = `mutation ($text: String!, $after: Int!) { publishTerms(text: $text, after: $after) { version } }`;
const REQUIRE = `mutation ($is_required: Boolean!) { requireTerms(is_required: $is_required) { version } }`;
const ACCEPT = `mutation ($version: Int!) { acceptTerms(version: $version) { version } }`;
const VIEWER = "{ viewer { id terms_due can instance { name language } } }";
const TERMS = "{ termsOfUse { version text } }";
const LIST = `query ($version: Int!, $state: String) {
  termsAcceptances(version: $version, state: $state, limit: 500) { total rows { email accepted_at } } }`;

let server: TestServer;
let admin: Client;
let learner: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  learner = await server.as("learner@demo.test");
});
afterAll(() => server.close());

test("without terms of use nobody is asked for anything", async () => {
  expect((await learner.data(TERMS)).termsOfUse).toBeNull();
  expect((await learner.data(VIEWER)).viewer.terms_due).toBeNull();
  expect((await server.anonymous("nowhere.localhost").data(TERMS)).termsOfUse).toBeNull();
  expect(await admin.refusal(REQUIRE, { is_required: true })).toBe("CONFLICT");
});

test("a published version blocks sessions until it is accepted, and lets them read who they are, accept and sign out", async () => {
  expect((await admin.data(PUBLISH, { text: " Be kind. ", after: 0 })).publishTerms.version).toBe(1);
  const { viewer } = await learner.data(VIEWER);
  expect(viewer).toMatchObject({ terms_due: 1, instance: { name: expect.any(String) } });
  expect((await learner.data(TERMS)).termsOfUse).toEqual({ version: 1, text: "Be kind." });
  for (const refused of [
    "{ catalogue { total } }",
    "{ userProgress { unenrolledCourses(limit: 1) { id } } }",
    "{ notifications { unread } }",
    "{ personalDataExport { id } }",
    'mutation { updateUserDetails(input: { language: "fr" }) { id } }',
  ])
    expect([refused, await learner.refusal(refused)]).toEqual([refused, "TERMS_NOT_ACCEPTED"]);
  const file = await server.app.inject({
    method: "POST",
    url: "/api/reports/export",
    headers: { host: learner.host, authorization: `Bearer ${learner.token}` },
    payload: { kind: "my-certificates", format: "csv" },
  });
  expect(file.statusCode).toBe(403);
  const leaving = await server.as("learner@demo.test");
  const headers = { host: leaving.host, authorization: `Bearer ${leaving.token}` };
  expect((await server.app.inject({ method: "POST", url: "/api/logout", headers })).statusCode).toBe(200);
  expect(await leaving.refusal(VIEWER)).toBe("UNAUTHENTICATED");

  expect(await learner.refusal(ACCEPT, { version: 2 })).toBe("CONFLICT");
  await learner.data(ACCEPT, { version: 1 });
  expect((await learner.data(VIEWER)).viewer.terms_due).toBeNull();
  expect(await learner.refusal("{ notifications { unread } }")).toBeNull();
});

test("the publisher, visitors of the platform's staff and API keys are not asked", async () => {
  expect((await admin.data(VIEWER)).viewer.terms_due).toBeNull();
  const LOGIN = 'mutation { loginUser(email: "super@demo.test", password: "cairn-demo") { token } }';
  const operator = server.withToken((await server.anonymous().data(LOGIN)).loginUser.token);
  expect((await operator.data(VIEWER)).viewer.terms_due).toBeNull();
  const { createApiKey } = await admin.data('mutation { createApiKey(name: "k", role: "admin") { key } }');
  await admin.data(PUBLISH, { text: "Be kinder.", after: 1 });
  const key = server.withToken(createApiKey.key);
  expect(await key.refusal("{ usersPage(limit: 1) { total } }")).toBeNull();
  expect(await key.refusal(ACCEPT, { version: 2 })).toBe("FORBIDDEN");
});

test("a new version asks again those who accepted the former one, and of two publishers at once the second is refused", async () => {
  expect((await learner.data(VIEWER)).viewer.terms_due).toBe(2);
  expect(await admin.refusal(PUBLISH, { text: "x", after: 1 })).toBe("CONFLICT");
  expect(await admin.refusal(PUBLISH, { text: "  ", after: 2 })).toBe("VALIDATION");
  expect(await admin.refusal(PUBLISH, { text: "x".repeat(50_001), after: 2 })).toBe("VALIDATION");
  await learner.data(ACCEPT, { version: 2 });
});

test("admins see who accepted which version and when, also as a file, and who has not", async () => {
  const { termsVersions } = await admin.data("{ termsVersions { version is_current accepted published_by } }");
  expect(termsVersions).toEqual([
    { version: 2, is_current: true, accepted: 2, published_by: expect.any(String) },
    { version: 1, is_current: false, accepted: 2, published_by: expect.any(String) },
  ]);
  const { termsAcceptances: accepted } = await admin.data(LIST, { version: 2, state: "accepted" });
  expect(accepted.rows.map(({ email }: { email: string }) => email).toSorted()).toEqual([
    "admin@demo.test",
    "learner@demo.test",
  ]);
  expect(accepted.rows.every((row: { accepted_at: string }) => Date.parse(row.accepted_at) > 0)).toBe(true);
  const { termsAcceptances: open } = await admin.data(LIST, { version: 2, state: "open" });
  expect(open.total).toBeGreaterThan(3);
  const past = { deactivate_at: "2020-01-01" };
  const [someone] = open.rows;
  await server.inside("demo", (db) => db.updateTable("users").set(past).where("email", "=", someone.email).execute());
  const { termsAcceptances: fewer } = await admin.data(LIST, { version: 2, state: "open" });
  await server.inside("demo", (db) =>
    db.updateTable("users").set({ deactivate_at: null }).where("email", "=", someone.email).execute(),
  );
  expect(fewer.total).toBe(open.total - 1);
  expect(open.rows.map(({ email }: { email: string }) => email)).not.toContain("learner@demo.test");
  const table = await takeTable(server, admin, {
    kind: "terms-acceptances",
    language: "en",
    terms_version: 2,
    state: "accepted",
  });
  expect(parseRows(table.body).map(({ Email, Version }) => `${Email} ${Version}`)).toEqual(
    expect.arrayContaining(["learner@demo.test 2"]),
  );
  expect(await admin.refusal(LIST, { version: 2, state: "other" })).toBe("VALIDATION");
});

test("terms that are suspended block nobody, and can be required again", async () => {
  const other = await server.as("manager@demo.test");
  expect(await other.refusal("{ notifications { unread } }")).toBe("TERMS_NOT_ACCEPTED");
  await admin.data(REQUIRE, { is_required: false });
  expect(await other.refusal("{ notifications { unread } }")).toBeNull();
  expect((await server.anonymous().data(TERMS)).termsOfUse).toBeNull();
  // What is required already changes nothing, and the log of changes says nothing.
  for (const _ of ["suspended", "required"]) await admin.data(REQUIRE, { is_required: true });
  expect(await other.refusal("{ notifications { unread } }")).toBe("TERMS_NOT_ACCEPTED");
  const { auditLog } = await admin.data("{ auditLog(limit: 2) { rows { action } } }");
  expect(auditLog.rows.map(({ action }: { action: string }) => action)).toEqual(["terms.required", "terms.suspended"]);
});

test("the terms of an instance are no other's", async () => {
  const riverside = await server.as("admin@riverside.test");
  expect((await riverside.data(TERMS)).termsOfUse).toBeNull();
  expect((await riverside.data(VIEWER)).viewer.terms_due).toBeNull();
  expect((await riverside.data(LIST, { version: 2, state: "accepted" })).termsAcceptances.total).toBe(0);
});

test("publishing by an API key or by the platform's staff accepts nothing for anybody", async () => {
  const riverside = await server.as("admin@riverside.test");
  const { createApiKey } = await riverside.data('mutation { createApiKey(name: "k", role: "admin") { key } }');
  const key = server.withToken(createApiKey.key, "riverside.localhost");
  await key.data(PUBLISH, { text: "Be dry.", after: 0 });
  expect((await riverside.data(VIEWER)).viewer.terms_due).toBe(1);
  const LOGIN = 'mutation { loginUser(email: "super@demo.test", password: "cairn-demo") { token } }';
  const { loginUser } = await server.anonymous("riverside.localhost").data(LOGIN);
  await server.withToken(loginUser.token, "riverside.localhost").data(PUBLISH, { text: "Be wet.", after: 1 });
  await riverside.data(ACCEPT, { version: 2 });
  const { termsVersions } = await riverside.data("{ termsVersions { version accepted } }");
  expect(termsVersions).toEqual([
    { version: 2, accepted: 1 },
    { version: 1, accepted: 0 },
  ]);
});
