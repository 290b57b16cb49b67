import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runHousekeeping } from "../../housekeeping.ts";
import { operatorAt } from "../../testing/operator.ts";
import { startServer, type TestServer } from "../../testing/server.ts";
import { createScimToken, createPatch, person, scimClient, type ScimClient } from "../../testing/scim.ts";

let server: TestServer;
let call: ScimClient;
let token: string;
beforeAll(async () => {
  server = await startServer();
  await server.platform.database.pool.query("UPDATE instances SET license_count = NULL");
  ({ token } = await createScimToken(server));
  call = scimClient(server, token);
});
afterAll(() => server.close());

const LOG = `query ($refused: Boolean, $limit: Int, $offset: Int) { provisioningLog(refused: $refused, limit: $limit, offset: $offset) {
  total rows { token method resource resource_id resource_name status detail } } }`;
const ERROR = "urn:ietf:params:scim:api:messages:2.0:Error";

describe("tokens", () => {
  test("a token is shown once, stored as a hash, and listed with its prefix and last use", async () => {
    const admin = await server.as("admin@demo.test");
    await call("GET", "/Users?count=0");
    const { provisioningTokens } = await admin.data(
      "{ provisioningTokens { total rows { name prefix owner last_used_at expires_at } } }",
    );
    const [row] = provisioningTokens.rows;
    expect(token.startsWith(row.prefix)).toBe(true);
    expect(Date.now() - Date.parse(row.last_used_at)).toBeLessThan(60_000);
    const stored = await server.inside("demo", (db) => db.selectFrom("scim_tokens").selectAll().execute());
    expect(JSON.stringify(stored)).not.toContain(token.slice(-43));
  });

  test("names and days of a token are checked", async () => {
    const admin = await server.as("admin@demo.test");
    for (const args of [
      'name: "", days: 5',
      `name: "${"x".repeat(81)}", days: 5`,
      'name: "x", days: 0',
      'name: "x", days: 5000',
    ])
      expect([args, await admin.refusal(`mutation { createProvisioningToken(${args}) { id } }`)]).toEqual([
        args,
        "VALIDATION",
      ]);
  });

  test("revoked and expired tokens, tokens of other instances and other credentials are refused", async () => {
    const revoked = await createScimToken(server);
    const admin = await server.as("admin@demo.test");
    await admin.data(`mutation { revokeProvisioningToken(id: ${revoked.id}) { id } }`);
    expect(await admin.refusal(`mutation { revokeProvisioningToken(id: ${revoked.id}) { id } }`)).toBe("NOT_FOUND");
    const expired = await createScimToken(server);
    await server.inside("demo", (db) =>
      db
        .updateTable("scim_tokens")
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where("id", "=", expired.id)
        .execute(),
    );
    const foreign = await createScimToken(server, { email: "admin@riverside.test" });
    for (const bad of [
      null,
      revoked.token,
      expired.token,
      foreign.token,
      foreign.token.replace(/^scim_\d+/, token.match(/^scim_\d+/)![0]),
      admin.token!,
      "scim_1_00000000_x",
    ]) {
      const refused = await scimClient(server, bad)("GET", "/Users");
      expect([bad, refused.status, refused.body.schemas]).toEqual([bad, 401, [ERROR]]);
      expect(refused.headers["www-authenticate"]).toBe("Bearer");
    }
    expect((await scimClient(server, token, "riverside.localhost")("GET", "/Users")).status).toBe(401);
    expect((await scimClient(server, foreign.token, "riverside.localhost")("GET", "/Users")).status).toBe(200);
  });

  test("a token is valid nowhere else, and not at the address of a branch", async () => {
    expect(await server.withToken(token).refusal("{ viewer { email } }")).toBe("UNAUTHENTICATED");
    for (const url of ["/api/user", "/xapi/statements", "/api/cmi5/courses/1"]) {
      const headers = { host: "demo.localhost", authorization: `Bearer ${token}`, "x-experience-api-version": "2.0.0" };
      expect([url, (await server.app.inject({ method: "GET", url, headers })).statusCode]).toEqual([url, 401]);
    }
    expect((await scimClient(server, token, "north.demo.localhost")("GET", "/Users")).status).toBe(404);
  });

  test("a token ends while its creator is no active admin of the main site", async () => {
    const set = (change: object) =>
      server.inside("demo", (db) =>
        db.updateTable("users").set(change).where("email", "=", "admin@demo.test").execute(),
      );
    for (const change of [{ is_active: false }, { role: "instructor" }, { is_primary: false }]) {
      await set(change);
      expect([change, (await call("GET", "/Users")).status]).toEqual([change, 401]);
      await set({ is_active: true, role: "admin", is_primary: true });
    }
    expect((await call("GET", "/Users")).status).toBe(200);
  });

  test("only admins of the main site manage tokens and read the log", async () => {
    for (const email of ["learner@demo.test", "instructor@demo.test", "manager@demo.test"]) {
      const client = await server.as(email);
      for (const document of [
        "{ provisioningTokens { total } }",
        "{ provisioningLog { total } }",
        'mutation { createProvisioningToken(name: "x", days: 5) { id } }',
        "mutation { revokeProvisioningToken(id: 1) { id } }",
      ])
        expect([email, await client.refusal(document)]).toEqual([email, "FORBIDDEN"]);
    }
  });
});

describe("rights", () => {
  const findId = async (email: string) => String(await server.userId(email));

  test("admins are neither created nor changed nor deleted", async () => {
    for (const role of ["admin", "super_admin"]) {
      const made = await call("POST", "/Users", person(`made.${role}@demo.test`, { roles: [{ value: role }] }));
      expect([role, made.status]).toEqual([role, 403]);
    }
    const { body: user } = await call("POST", "/Users", person("risen@demo.test", { roles: [{ value: "manager" }] }));
    expect(user.roles[0].value).toBe("manager");
    const risen = await call(
      "PATCH",
      `/Users/${user.id}`,
      createPatch({ op: "replace", path: "roles", value: "admin" }),
    );
    expect(risen.status).toBe(403);
    const admin = await findId("admin@demo.test");
    for (const operation of [
      { op: "replace", path: "active", value: false },
      { op: "replace", path: "name.givenName", value: "X" },
      { op: "replace", path: "externalId", value: "mine" },
    ])
      expect([operation, (await call("PATCH", `/Users/${admin}`, createPatch(operation))).status]).toEqual([
        operation,
        403,
      ]);
    expect((await call("DELETE", `/Users/${admin}`)).status).toBe(403);
    expect((await call("GET", `/Users/${admin}`)).body).toMatchObject({ userName: "admin@demo.test", active: true });
  });

  test("visitors of the platform and users of other instances are not found", async () => {
    const { id: visitor } = await server.inside("demo", (db, instance_id) =>
      db
        .insertInto("users")
        .values({
          instance_id,
          first_name: "O",
          last_name: "P",
          email: "op@x.test",
          role: "super_admin",
          platform_user_id: 1,
        })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const foreign = await findId("admin@riverside.test");
    for (const id of [String(visitor), foreign, "0", "-1", "1.5", "99999999999", "__proto__", "%00"]) {
      expect([id, (await call("GET", `/Users/${id}`)).status]).toEqual([id, 404]);
      expect([id, (await call("DELETE", `/Users/${id}`)).status]).toEqual([id, 404]);
    }
    const group = await call("POST", "/Groups", { displayName: "Foreign", members: [{ value: foreign }] });
    expect(group).toMatchObject({ status: 400, body: { scimType: "invalidValue" } });
    const listed = (await call("GET", '/Users?filter=userName eq "op@x.test" or userName co "riverside"')).body;
    expect(listed.totalResults).toBe(0);
  });

  test("licences hold for creation and activation", async () => {
    const { body: user } = await call("POST", "/Users", person("licence@demo.test", { active: false }));
    await server.platform.database.pool.query("UPDATE instances SET license_count = 1 WHERE domain = 'demo'");
    const refused = await call("POST", "/Users", person("beyond@demo.test"));
    expect(refused).toMatchObject({ status: 403, body: { detail: expect.stringContaining("licence") } });
    expect(
      (await call("PATCH", `/Users/${user.id}`, createPatch({ op: "replace", path: "active", value: true }))).status,
    ).toBe(403);
    expect((await call("POST", "/Users", person("inactive@demo.test", { active: false }))).status).toBe(201);
    await server.platform.database.pool.query("UPDATE instances SET license_count = NULL WHERE domain = 'demo'");
  });
});

test("the log has changes and refusals, not reads, for 90 days", async () => {
  await server.inside("demo", (db) => db.deleteFrom("scim_log").execute());
  const { body: user } = await call("POST", "/Users", person("logged@demo.test"));
  await call("POST", "/Users", person("logged@demo.test"));
  await call("GET", `/Users/${user.id}`);
  await call("PATCH", `/Users/${user.id}`, createPatch({ op: "replace", path: "active", value: "no\u0000" }));
  await call("DELETE", `/Groups/77`);
  const admin = await server.as("admin@demo.test");
  const { provisioningLog } = await admin.data(LOG, { limit: 10 });
  const entry = { token: "Entra ID", resource_name: "logged@demo.test", detail: null };
  expect(provisioningLog).toMatchObject({
    total: 4,
    rows: [
      { method: "DELETE", resource: "Group", status: 404, resource_id: 77, resource_name: null },
      { method: "PATCH", resource: "User", status: 400, resource_id: Number(user.id), detail: expect.any(String) },
      { method: "POST", resource: "User", status: 409, resource_id: null, resource_name: "logged@demo.test" },
      { ...entry, method: "POST", resource: "User", status: 201, resource_id: Number(user.id) },
    ],
  });
  expect((await admin.data(LOG, { refused: true, limit: 2, offset: 2 })).provisioningLog).toMatchObject({
    total: 3,
    rows: [{ status: 409 }],
  });
  await server.inside("demo", (db) =>
    db
      .updateTable("scim_log")
      .set({ created_at: new Date(Date.now() - 91 * 86_400_000) })
      .where("status", "=", 201)
      .execute(),
  );
  await runHousekeeping(server.platform);
  expect((await admin.data(LOG)).provisioningLog.total).toBe(3);
});

describe("requests", () => {
  test("unknown addresses, methods, types of content and bodies are refused in the form of SCIM", async () => {
    const answers: [string, number, Awaited<ReturnType<ScimClient>>][] = [
      ["unknown address", 404, await call("GET", "/Me")],
      ["method of a list", 405, await call("DELETE", "/Users")],
      ["method of a user", 405, await call("POST", "/Users/1", {})],
      ["type", 415, await call("POST", "/Users", person("a@b.test"), { "content-type": "text/xml" })],
      ["list as body", 400, await call("POST", "/Users", [])],
      ["no body", 400, await call("POST", "/Users")],
      ["deep body", 400, await call("POST", "/Users", `${"[".repeat(5_000)}${"]".repeat(5_000)}`)],
      ["lone surrogate", 400, await call("POST", "/Users", '{"userName":"\\ud800"}')],
      ["large body", 413, await call("POST", "/Users", `{"userName":"${"x".repeat(1_100_000)}"}`)],
      ["filter of schemas", 403, await call("GET", "/Schemas?filter=id pr")],
    ];
    for (const [what, status, { status: answered, body }] of answers)
      expect([what, answered, body.schemas, body.status]).toEqual([what, status, [ERROR], String(status)]);
  });

  test("a body without a valid token is limited before it is read", async () => {
    const anonymous = scimClient(server, null);
    expect((await anonymous("POST", "/Users", `{"a":"${"x".repeat(20_000)}"}`)).status).toBe(401);
    const invalid = scimClient(server, `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`);
    expect((await invalid("POST", "/Users", `{"a":"${"x".repeat(20_000)}"}`)).status).toBe(401);
    expect((await invalid("POST", "/Bulk", "not JSON")).status).toBe(401);
    expect((await invalid("GET", "/ServiceProviderConfig")).status).toBe(401);
  });

  test("the interface describes itself", async () => {
    const config = (await call("GET", "/ServiceProviderConfig")).body;
    for (const feature of ["patch", "bulk", "filter", "sort", "etag"]) expect(config[feature].supported).toBe(true);
    for (const [path, ids] of [
      ["ResourceTypes", ["User", "Group"]],
      ["Schemas", ["urn:ietf:params:scim:schemas:core:2.0:User", "urn:ietf:params:scim:schemas:core:2.0:Group"]],
    ] as const) {
      const { body } = await call("GET", `/${path}`);
      expect(body.Resources.map(({ id }: { id: string }) => id)).toEqual(ids);
      for (const id of ids) expect((await call("GET", `/${path}/${id}`)).body.id).toBe(id);
      expect((await call("GET", `/${path}/Other`)).status).toBe(404);
    }
    const { body: user } = await call("POST", "/Users", person("described@demo.test", { externalId: "d" }));
    const [schema] = (await call("GET", "/Schemas")).body.Resources;
    const described = schema.attributes.map(({ name }: { name: string }) => name);
    for (const name of Object.keys(user).filter((each) => !["id", "schemas", "meta"].includes(each)))
      expect(described).toContain(name);
  });
});

test("a token of an operator ends while the instance is closed", async () => {
  const operator = await operatorAt(server);
  const made = await operator.data(`mutation { createProvisioningToken(name: "Ops", days: 5) { token } }`);
  const asOperator = scimClient(server, made.createProvisioningToken.token);
  const setOpen = (isOpen: boolean) =>
    server.platform.database.pool.query("UPDATE instances SET is_active = $1 WHERE domain = 'demo'", [isOpen]);
  expect((await asOperator("GET", "/Users?count=0")).status).toBe(200);
  await setOpen(false);
  expect((await asOperator("GET", "/Users?count=0")).status).toBe(401);
  await setOpen(true);
});
