import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { operatorAt } from "../../testing/operator.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const CREATE = `mutation ($name: String!, $role: String!) { createApiKey(name: $name, role: $role) { id key } }`;
const LIST = `{ apiAccess apiKeysPage { total rows { id name role owner last_used_at } } }`;
const REVOKE = `mutation ($id: Int!) { revokeApiKey(id: $id) { id } }`;
const VIEWER = "{ viewer { email role can } }";

let server: TestServer;
let admin: Client;
beforeAll(async () => void (server = await startServer()));
beforeEach(async () => {
  await settings("api_access = true, is_active = true, trial_ends_at = NULL");
  await person("role = 'admin', is_active = true, deleted_at = NULL, deactivate_at = NULL");
  admin = await server.as("admin@demo.test");
});
afterAll(() => server.close());

const settings = (set: string) =>
  server.platform.database.pool.query(`UPDATE instances SET ${set} WHERE domain = 'demo'`);
const person = (set: string) =>
  server.inside("demo", async (db, id) => {
    const { sql } = await import("kysely");
    await sql`UPDATE users SET ${sql.raw(set)} WHERE instance_id = ${id} AND email = 'admin@demo.test'`.execute(db);
  });
const make = async (role = "admin", name = "Sync"): Promise<{ id: number; client: Client }> => {
  const { createApiKey } = await admin.data(CREATE, { name, role });
  return { id: createApiKey.id, client: server.withToken(createApiKey.key) };
};

test("an API key acts on the same endpoint for its owner, with its own role", async () => {
  const { client } = await make("instructor");
  const { viewer } = await client.data(VIEWER);
  expect(viewer).toMatchObject({ email: "admin@demo.test", role: "instructor" });
  expect(viewer.can).toContain("course.author");
  expect(viewer.can).not.toContain("branch.manage");
  expect((await client.data("{ usersPage { total } }")).usersPage.total).toBeGreaterThan(30);
  expect(await client.refusal("{ reportsAllCourses { totalCourses } }")).toBe("FORBIDDEN");
});

test("an API key is shown once and stored as a hash; the list shows its creator and last use", async () => {
  const { id, client } = await make("learner", "Clock");
  await client.data(VIEWER);
  const { apiKeysPage, apiAccess } = await admin.data(LIST);
  expect(apiAccess).toBe(true);
  const row = apiKeysPage.rows.find((each: { id: number }) => each.id === id);
  expect(row).toMatchObject({ name: "Clock", role: "learner", owner: expect.any(String) });
  expect(Date.now() - Date.parse(row.last_used_at)).toBeLessThan(60_000);
  const stored = await server.inside("demo", (db) => db.selectFrom("api_keys").selectAll().execute());
  expect(JSON.stringify(stored)).not.toContain(client.token!.slice(-43));
});

test("a revoked API key is invalid immediately", async () => {
  const { id, client } = await make();
  expect(await client.refusal(VIEWER)).toBeNull();
  await admin.data(REVOKE, { id });
  expect(await client.refusal(VIEWER)).toBe("UNAUTHENTICATED");
  expect(await admin.refusal(REVOKE, { id })).toBe("NOT_FOUND");
});

test("an API key works only while the instance has API access and is open", async () => {
  await server.inside("demo", (db, id) => db.deleteFrom("subscriptions").where("instance_id", "=", id).execute());
  const { client } = await make();
  for (const closed of ["api_access = false", "is_active = false", "trial_ends_at = '2020-01-01'"]) {
    await settings(closed);
    expect([closed, await client.refusal(VIEWER)]).toEqual([closed, "UNAUTHENTICATED"]);
    await settings("api_access = true, is_active = true, trial_ends_at = NULL");
  }
  await settings("api_access = false");
  expect((await admin.query(CREATE, { name: "x", role: "learner" })).errors?.[0]).toMatchObject({
    message: "API access is not enabled for this site. Ask the operator of the platform.",
    extensions: { code: "CONFLICT" },
  });
});

test("an API key ends with its owner's deletion or deactivation, and never does more than the owner may", async () => {
  const { client } = await make("admin");
  for (const gone of ["is_active = false", "deleted_at = now()", "deactivate_at = '2020-01-01'"]) {
    await person(gone);
    expect([gone, await client.refusal(VIEWER)]).toEqual([gone, "UNAUTHENTICATED"]);
    await person("is_active = true, deleted_at = NULL, deactivate_at = NULL");
  }
  await person("role = 'manager'");
  expect((await client.data(VIEWER)).viewer.role).toBe("manager");
  expect(await client.refusal("{ users { id } }")).toBe("FORBIDDEN");
  const author = await (async () => {
    await person("role = 'admin'");
    return make("instructor");
  })();
  await person("role = 'manager'");
  const { viewer } = await author.client.data(VIEWER);
  expect(viewer.role).toBe("instructor");
  expect(viewer.can).not.toContain("course.author"); // Managers may not, so neither may their key.
});

test("an API key changes no password and no profile, creates no keys, and opens no session", async () => {
  const { client } = await make("admin");
  const { viewer } = await client.data(VIEWER);
  expect(viewer.can).not.toContain("api_key.manage");
  expect(viewer.can).not.toContain("profile.edit");
  for (const [document, variables] of [
    [CREATE, { name: "Child", role: "admin" }],
    [`mutation { updateUserDetails(input: { first_name: "X" }) { id } }`, {}],
    [
      `mutation { updatePassword(current_password: "a", new_password: "b", new_password_confirmation: "b") { message } }`,
      {},
    ],
  ] as const)
    expect(await client.refusal(document, variables)).toBe("FORBIDDEN");
  const headers = { host: "demo.localhost", authorization: `Bearer ${client.token}` };
  for (const [method, url] of [
    ["GET", "/api/user"],
    ["POST", "/api/logout"],
  ] as const)
    expect([url, (await server.app.inject({ method, url, headers })).statusCode]).toEqual([url, 401]);
});

test("an API key is invalid at another instance and with a changed character", async () => {
  const { client } = await make();
  const at = (host: string, token: string) =>
    server.app.inject({
      method: "POST",
      url: "/graphql",
      headers: { host, authorization: `Bearer ${token}` },
      payload: { query: VIEWER },
    });
  for (const [host, token] of [
    ["riverside.localhost", client.token!],
    ["demo.localhost", `${client.token!.slice(0, -1)}${client.token!.endsWith("x") ? "y" : "x"}`],
    ["demo.localhost", client.token!.replace(/^cairn_\d+_/, "cairn_999_")],
  ] as const)
    expect((await at(host, token)).json().errors[0].extensions.code).toBe("UNAUTHENTICATED");
});

test("the audit log names the API key that acted", async () => {
  const { client } = await make("admin", "Night import");
  const CREATE_USER = `mutation { createUser(input: { first_name: "By", last_name: "Key", email: "by.key@demo.test", role: "learner" }) { id } }`;
  await client.data(CREATE_USER);
  const { auditLog } = await admin.data(`{ auditLog(action: "user.created") { rows { actor_name subject_name } } }`);
  expect(auditLog.rows[0]).toMatchObject({ subject_name: "By Key" });
  expect(auditLog.rows[0].actor_name).toMatch(/ \(API key 'Night import'\)$/);
});

test("a key with an end works until then and is listed as expired, and one without goes on", async () => {
  const MAKE = `mutation ($days: Int) { createApiKey(name: "Payroll", role: "learner", days: $days) { id key } }`;
  const made = (await admin.data(MAKE, { days: 30 })).createApiKey;
  const client = server.withToken(made.key);
  expect(await client.refusal("{ notifications { unread } }")).toBeNull();
  const find = async () =>
    (await admin.data('{ apiKeysPage(search: "Payroll") { rows { id expires_at } } }')).apiKeysPage.rows[0];
  expect((Date.parse((await find()).expires_at) - Date.now()) / 86_400_000).toBeCloseTo(30, 0);
  await server.inside("demo", (db, instanceId) =>
    db
      .updateTable("api_keys")
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where("instance_id", "=", instanceId)
      .where("id", "=", made.id)
      .execute(),
  );
  expect(await client.refusal("{ notifications { unread } }")).toBe("UNAUTHENTICATED");
  expect((await find()).id).toBe(made.id);
  expect((await admin.data(MAKE)).createApiKey.key).toBeTruthy();
  expect((await find()).expires_at).toBeNull();
  for (const days of [0, 3651]) expect(await admin.refusal(MAKE, { days })).toBe("VALIDATION");
});

test("createApiKey validates name and role; an operator's key cannot be a super admin's", async () => {
  expect(await admin.refusal(CREATE, { name: " ", role: "admin" })).toBe("VALIDATION");
  expect(await admin.refusal(CREATE, { name: "x", role: "root" })).toBe("VALIDATION");
  const operator = await operatorAt(server);
  expect(await operator.refusal(CREATE, { name: "x", role: "super_admin" })).toBe("VALIDATION");
  const { createApiKey } = await operator.data(CREATE, { name: "Ops", role: "admin" });
  const client = server.withToken(createApiKey.key);
  expect((await client.data(VIEWER)).viewer.role).toBe("admin");
  expect(await client.refusal("{ lmsInstances { id } }")).toBe("FORBIDDEN");
  // Operators may enter a closed instance; their keys may not.
  await settings("is_active = false");
  expect(await operator.refusal(VIEWER)).toBeNull();
  expect(await client.refusal(VIEWER)).toBe("UNAUTHENTICATED");
  await settings("is_active = true");
});

test("instructors, managers and learners can neither create, list nor revoke API keys", async () => {
  const { id } = await make();
  for (const email of ["instructor@demo.test", "manager@demo.test", "learner@demo.test"]) {
    const client = await server.as(email);
    for (const [document, variables] of [
      [CREATE, { name: "x", role: "learner" }],
      [LIST, {}],
      [REVOKE, { id }],
    ] as const)
      expect(await client.refusal(document, variables)).toBe("FORBIDDEN");
  }
  expect(await (await server.as("admin@riverside.test")).refusal(REVOKE, { id })).toBe("NOT_FOUND");
});
