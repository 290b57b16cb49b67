import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAutomation, createGroup, join, readRuns, work } from "../../testing/automations.ts";
import { addLearner } from "../../testing/learning-paths.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { purgeOld } from "../deleted/deleted.service.ts";

let server: TestServer;
let admin: Client;
let instance: number;
let person: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  instance = await server.inside("demo", async (_, id) => id);
  person = await addLearner(admin, "purged@demo.test");
});
afterAll(() => server.close());

/** Creates an automation that puts people into a group of its own. */
const watch = async (kind: string, object?: number) => {
  const target = await createGroup(admin, `Target of ${kind}`);
  const trigger = { kind, ...(object !== undefined && { object_id: object }) };
  return createAutomation(admin, { trigger, actions: [{ kind: "add_to_group", group_id: target }] });
};
/** Deletes what was created more than 30 days ago, and purges it. */
const purge = async (table: "groups" | "branches" | "user_fields", id: number) => {
  await server.inside("demo", (db) =>
    sql`UPDATE ${sql.table(table)} SET deleted_at = now() - interval '31 days'
      WHERE instance_id = ${instance} AND id = ${id}`.execute(db),
  );
  await purgeOld(server.platform, { instanceId: instance });
  await work(server);
};

test("an automation does not act on the members of a deleted group when the group is purged", async () => {
  const group = await createGroup(admin, "Purged");
  await join(admin, person, group);
  const id = await watch("group_left");
  await purge("groups", group);
  expect((await readRuns(admin, id)).rows).toEqual([]);
});

test("an automation does not act on the people of a deleted branch when the branch is purged", async () => {
  const branch = await server.inside("demo", async (db, instance_id) => {
    const fields = { instance_id, url: "purged", name: "Purged" };
    const { id } = await db.insertInto("branches").values(fields).returning("id").executeTakeFirstOrThrow();
    await db.insertInto("branch_users").values({ instance_id, branch_id: id, user_id: person }).execute();
    return id;
  });
  const id = await watch("branch_left");
  await purge("branches", branch);
  expect((await readRuns(admin, id)).rows).toEqual([]);
});

test("an automation does not act on people with a value in a deleted field when the field is purged", async () => {
  const field = await server.inside("demo", async (db, instance_id) => {
    const { id } = await db
      .insertInto("user_fields")
      .values({ instance_id, name: "Purged", type: "text", position: 90 })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("user_field_values")
      .values({ instance_id, field_id: id, user_id: person, value: "x" })
      .execute();
    return id;
  });
  const id = await watch("field_changed", field);
  await purge("user_fields", field);
  expect((await readRuns(admin, id)).rows).toEqual([]);
});
