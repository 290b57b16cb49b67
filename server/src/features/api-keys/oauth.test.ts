import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAccessToken } from "../../access/access-tokens.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const CREATE = `mutation ($name: String!, $role: String!, $scopes: [String!]) {
  createApiKey(name: $name, role: $role, scopes: $scopes) { id key } }`;
const REVOKE = `mutation ($id: Int!) { revokeApiKey(id: $id) { id } }`;
const VIEWER = "{ viewer { email role can } }";

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  await server.platform.database.pool.query("UPDATE instances SET api_access = true");
  admin = await server.as("admin@demo.test");
});
afterAll(() => server.close());

interface Key {
  id: number;
  key: string;
}
const make = async (scopes: string[] | null = null, role = "admin", by = admin): Promise<Key> =>
  (await by.data(CREATE, { name: "Sync", role, scopes })).createApiKey;

/** Asks for a token with credentials in the body or, as `header`, in the Authorization header. */
const ask = async (
  form: Record<string, string>,
  { host = "demo.localhost", header }: { host?: string; header?: string } = {},
) => {
  const answer = await server.app.inject({
    method: "POST",
    url: "/oauth/token",
    headers: {
      host,
      "content-type": "application/x-www-form-urlencoded",
      ...(header && { authorization: `Basic ${Buffer.from(header).toString("base64")}` }),
    },
    payload: new URLSearchParams(form).toString(),
  });
  const body = answer.json<{ access_token?: string; error?: string; scope?: string }>();
  return { ...body, status: answer.statusCode, headers: answer.headers };
};
const byBody = ({ id, key }: Key, more: Record<string, string> = {}) =>
  ask({ grant_type: "client_credentials", client_id: `key-${id}`, client_secret: key, ...more });
const tokenFor = async (key: Key, more: Record<string, string> = {}) =>
  server.withToken(String((await byBody(key, more)).access_token));

describe("client credentials", () => {
  test("of an API key are exchanged for a token that does what the key does", async () => {
    const key = await make(null, "instructor");
    const answer = await byBody(key);
    expect(answer).toMatchObject({ status: 200, token_type: "Bearer", expires_in: 3600 });
    expect(answer.headers["cache-control"]).toBe("no-store");
    const client = server.withToken(String(answer.access_token));
    const { viewer } = await client.data(VIEWER);
    expect(viewer).toEqual((await server.withToken(key.key).data(VIEWER)).viewer);
    expect(viewer).toMatchObject({ email: "admin@demo.test", role: "instructor" });
  });

  test("are taken from the Authorization header too, encoded like a form", async () => {
    const { id, key } = await make();
    const header = `key%2D${id}:${encodeURIComponent(key)}`;
    expect(await ask({ grant_type: "client_credentials" }, { header })).toMatchObject({ status: 200 });
  });

  test("are refused with another id, another secret, another instance and a session as the secret", async () => {
    const { id, key } = await make();
    const other = await make();
    const wrong: [Record<string, string>, string?][] = [
      [{ client_id: `key-${other.id}`, client_secret: key }],
      [{ client_id: `key-${id}`, client_secret: key.slice(0, -1) + (key.endsWith("A") ? "B" : "A") }],
      [{ client_id: `key-${id}`, client_secret: key }, "riverside.localhost"],
      [{ client_id: `key-${id}`, client_secret: key }, "nobody.localhost"],
      [{ client_id: `key-${id}`, client_secret: admin.token! }],
      [{ client_id: `key-${id}` }],
      [{ client_secret: key }],
    ];
    for (const [form, host = "demo.localhost"] of wrong)
      expect(await ask({ grant_type: "client_credentials", ...form }, { host })).toMatchObject({
        status: 401,
        error: "invalid_client",
      });
    const refused = await ask({ grant_type: "client_credentials" }, { header: `key-${id}:wrong` });
    expect(refused).toMatchObject({ status: 401, error: "invalid_client" });
    expect(refused.headers["www-authenticate"]).toMatch(/^Basic /);
  });

  test("of a revoked key are refused", async () => {
    const key = await make();
    await admin.data(REVOKE, { id: key.id });
    expect(await byBody(key)).toMatchObject({ status: 401, error: "invalid_client" });
  });

  test("are refused in two places at once, without a grant type, and with another", async () => {
    const { id, key } = await make();
    const header = `key-${id}:${key}`;
    const twice = { grant_type: "client_credentials", client_id: `key-${id}`, client_secret: key };
    expect(await ask(twice, { header })).toMatchObject({ status: 400, error: "invalid_request" });
    const elsewhere = { grant_type: "client_credentials", client_id: "key-0" };
    expect(await ask(elsewhere, { header })).toMatchObject({ status: 400, error: "invalid_request" });
    expect(await ask({}, { header })).toMatchObject({ status: 400, error: "invalid_request" });
    for (const grant_type of ["password", "authorization_code", "__proto__"])
      expect(await ask({ grant_type }, { header })).toMatchObject({ status: 400, error: "unsupported_grant_type" });
  });
});

describe("an access token", () => {
  test("is limited to the scopes that were requested, and to those of its key", async () => {
    const key = await make(["users", "reports"]);
    expect(await byBody(key)).toMatchObject({ scope: "users reports" });
    expect(await byBody(key, { scope: "users" })).toMatchObject({ scope: "users" });
    const client = await tokenFor(key, { scope: "users" });
    expect(await client.refusal("{ usersPage { total } }")).toBeNull();
    expect(await client.refusal("{ reportsAllCourses { totalCourses } }")).toBe("FORBIDDEN");
    for (const scope of ["courses", "users courses", "everything"])
      expect(await byBody(key, { scope })).toMatchObject({ status: 400, error: "invalid_scope" });
  });

  test("may be limited to reading, and reads only when its key does", async () => {
    const CREATE_GROUP = `mutation { createGroup(input: { name: "By key" }) { id } }`;
    const key = await make();
    expect(await byBody(key, { scope: "read" })).toMatchObject({ scope: "read" });
    expect(await (await tokenFor(key, { scope: "read" })).refusal(CREATE_GROUP)).toBe("FORBIDDEN");
    expect(await (await tokenFor(key, { scope: "read" })).refusal("{ usersPage { total } }")).toBeNull();
    const reading = await make(["users", "read"]);
    expect(await byBody(reading, { scope: "users" })).toMatchObject({ scope: "users read" });
    expect(await byBody(reading, { scope: "read" })).toMatchObject({ scope: "users read" });
    expect(await (await tokenFor(reading, { scope: "users" })).refusal(CREATE_GROUP)).toBe("FORBIDDEN");
    expect(await byBody(await make(["read"]), { scope: "users" })).toMatchObject({ scope: "users read" });
  });

  test("ends with its key, and when its owner loses the role", async () => {
    const key = await make();
    const client = await tokenFor(key);
    expect(await client.refusal(VIEWER)).toBeNull();
    await admin.data(REVOKE, { id: key.id });
    expect(await client.refusal(VIEWER)).toBe("UNAUTHENTICATED");
  });

  test("ends after an hour", async () => {
    const { id } = await make();
    const ids = await server.inside("demo", async (_, instanceId) => ({ instanceId, keyId: id, scopes: null }));
    const of = (at: number) => server.withToken(createAccessToken(server.platform.secret, ids, at));
    const now = Date.now();
    expect(await of(now - 3_500_000).refusal(VIEWER)).toBeNull();
    expect(await of(now - 3_601_000).refusal(VIEWER)).toBe("UNAUTHENTICATED");
  });

  test("with another key, end, scope, instance or signature is none", async () => {
    const key = await make(["users"]);
    const other = await make();
    const token = String((await byBody(key, { scope: "users" })).access_token);
    const [instance, , end, , signature] = token.slice("cairn_at_".length).split(".");
    const forged = [
      `cairn_at_${instance}.${other.id}.${end}.users.${signature}`,
      `cairn_at_${instance}.${key.id}.${Number(end) + 1}.users.${signature}`,
      `cairn_at_${instance}.${key.id}.${end}.reports.${signature}`,
      `cairn_at_${instance}.${key.id}.${end}..${signature}`,
      `cairn_at_${instance}.${key.id}.${end}.users.${"A".repeat(43)}`,
      createAccessToken(Buffer.from("another secret"), { instanceId: Number(instance), keyId: key.id, scopes: null }),
    ];
    // The id of the key is of this instance, and the signature in order.
    const elsewhere = { instanceId: Number(instance) + 1, keyId: key.id, scopes: null };
    forged.push(createAccessToken(server.platform.secret, elsewhere));
    for (const each of forged) expect(await server.withToken(each).refusal(VIEWER), each).toBe("UNAUTHENTICATED");
    const riverside = await server.app.inject({
      method: "POST",
      url: "/graphql",
      headers: { host: "riverside.localhost", authorization: `Bearer ${token}` },
      payload: { query: VIEWER },
    });
    expect(riverside.json().errors[0].extensions.code).toBe("UNAUTHENTICATED");
  });

  test("does nothing that its key may not do, and is accepted where keys are, and nowhere else", async () => {
    const client = await tokenFor(await make());
    expect(await client.refusal(CREATE, { name: "Second", role: "learner" })).toBe("FORBIDDEN");
    const rest = await server.app.inject({
      url: "/api/user",
      headers: { host: "demo.localhost", authorization: `Bearer ${client.token}` },
    });
    expect(rest.statusCode).toBe(401);
  });
});
