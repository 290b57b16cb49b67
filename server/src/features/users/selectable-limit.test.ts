import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const SELECTABLE = `{ selectableUsers(users: { search: "Crowd" }) { ids may_edit } }`;

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
});
afterAll(() => server.close());

const addPeople = (from: number, to: number) =>
  server.inside("demo", (db, instance) =>
    sql`INSERT INTO users (instance_id, first_name, last_name, email)
      SELECT ${instance}, 'Crowd', n::text, 'crowd' || n || '@demo.test' FROM generate_series(${from}::integer, ${to}::integer) n`.execute(
      db,
    ),
  );

test("20,000 users of a list can be selected at once, and not one more", async () => {
  await addPeople(1, 20_000);
  const { ids, may_edit } = (await admin.data(SELECTABLE)).selectableUsers;
  expect([new Set(ids).size, may_edit]).toEqual([20_000, true]);
  await addPeople(20_001, 20_001);
  const { errors } = await admin.query(SELECTABLE);
  expect(errors?.[0]?.extensions).toMatchObject({
    code: "VALIDATION",
    validation: { people: ["At most 20000 people can be chosen at once."] },
  });
});
