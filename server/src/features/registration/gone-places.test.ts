import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const DECIDE = `mutation ($ids: [Int!]!, $approve: Boolean!) { decideRegistrations(ids: $ids, approve: $approve) { count } }`;
const WAITING = `query ($state: String) { registrationsPage(state: $state) { total rows { id } } }`;

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
});
afterAll(() => server.close());

test("a person who registered for a branch that was deleted meanwhile can be refused, but not approved", async () => {
  const id = await server.inside("demo", async (db, instance_id) => {
    const branch = await db
      .selectFrom("branches")
      .where("instance_id", "=", instance_id)
      .where("url", "=", "north")
      .select("id")
      .executeTakeFirstOrThrow();
    const row = await db
      .insertInto("registrations")
      .values({
        instance_id,
        first_name: "Ada",
        last_name: "Okafor",
        email: "ada@new.test",
        language: "en",
        branch_id: branch.id,
        state: "waiting",
        confirmed_at: new Date(),
        password_hash: "x",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .updateTable("branches")
      .set({ deleted_at: new Date() })
      .where("instance_id", "=", instance_id)
      .where("id", "=", branch.id)
      .execute();
    return row.id;
  });
  server.outside.jobs.length = 0;
  expect(await admin.refusal(DECIDE, { ids: [id], approve: true })).toBe("CONFLICT");
  expect((await admin.data(DECIDE, { ids: [id], approve: false })).decideRegistrations.count).toBe(1);
  expect((await admin.data(WAITING, {})).registrationsPage.rows).not.toContainEqual({ id });
  expect((await admin.data(WAITING, { state: "refused" })).registrationsPage.rows).toEqual([{ id }]);
  expect(server.outside.jobs.map(({ name }) => name)).toEqual(["registration.decided"]);
});
