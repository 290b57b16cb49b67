import { afterAll, beforeAll, expect, test } from "vitest";
import { operatorAt } from "../../testing/operator.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const LIST = `query ($search: String) { platformPeoplePage(search: $search) { total rows { id email is_self } } }`;
const END = `mutation ($id: Int!) { endPlatformAccess(id: $id) { id } }`;
const LOGIN = `mutation ($password: String!) { loginUser(email: "second@platform.test", password: $password) { token } }`;

let server: TestServer;
let operator: Client;
beforeAll(async () => {
  server = await startServer();
  operator = await operatorAt(server);
});
afterAll(() => server.close());

const login = (host: string) => server.anonymous(host).query(LOGIN, { password: "cairn-demo" });
const statusAt = async (host: string, token: string) =>
  (await server.app.inject({ url: "/api/user", headers: { host, authorization: `Bearer ${token}` } })).statusCode;

test("endPlatformAccess ends an operator's sessions and keys in every instance", async () => {
  const [{ id }] = (await operator.data(LIST)).platformPeoplePage.rows;
  await server.platform.database.transaction(
    "SET LOCAL app.instance_id = '1'",
    async (db) =>
      void (await db
        .insertInto("users")
        .columns(["instance_id", "first_name", "last_name", "email", "password_hash", "role", "is_primary"])
        .expression((eb) =>
          eb
            .selectFrom("users")
            .select((of) => [
              "instance_id",
              of.val("Second").as("first_name"),
              of.val("Operator").as("last_name"),
              of.val("second@platform.test").as("email"),
              "password_hash",
              "role",
              "is_primary",
            ])
            .where("id", "=", id),
        )
        .execute()),
  );
  const hosts = ["demo.localhost", "riverside.localhost"];
  const tokens = [];
  for (const host of hosts) tokens.push((await login(host)).data["loginUser"].token as string);
  await server.platform.database.pool.query("UPDATE instances SET api_access = true WHERE domain = 'demo'");
  const key = (await server.withToken(tokens[0]!).data(`mutation { createApiKey(name: "Ops", role: "admin") { key } }`))
    .createApiKey.key;
  expect(await server.withToken(key).refusal("{ viewer { id } }")).toBeNull();

  const { platformPeoplePage } = await operator.data(LIST, { search: "second" });
  expect(platformPeoplePage).toMatchObject({ total: 1, rows: [{ email: "second@platform.test", is_self: false }] });
  await operator.data(END, { id: platformPeoplePage.rows[0].id });
  for (const [index, host] of hosts.entries()) expect(await statusAt(host, tokens[index]!)).toBe(401);
  expect(await server.withToken(key).refusal("{ viewer { id } }")).toBe("UNAUTHENTICATED");
  for (const host of hosts) expect((await login(host)).errors).toBeDefined();
  expect(await operator.refusal(END, { id: platformPeoplePage.rows[0].id })).toBe("NOT_FOUND");
});

test("endPlatformAccess refuses the caller's own access", async () => {
  const { rows } = (await operator.data(LIST)).platformPeoplePage;
  expect(rows).toMatchObject([{ is_self: true }]);
  expect(await operator.refusal(END, { id: rows[0].id })).toBe("CONFLICT");
});

test("other roles see no operators", async () => {
  for (const email of ["admin@demo.test", "manager@demo.test", "instructor@demo.test", "learner@demo.test"]) {
    const client = await server.as(email);
    expect(await client.refusal(LIST)).toBe("FORBIDDEN");
    expect(await client.refusal(END, { id: 1 })).toBe("FORBIDDEN");
  }
});
