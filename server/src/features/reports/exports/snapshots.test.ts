import { sql } from "kysely";
import { afterAll, beforeEach, afterEach, beforeAll, expect, test } from "vitest";
import { withActor } from "../../../access/with-actor.ts";
import { startServer, type TestServer, VISIT } from "../../../testing/server.ts";
import { takeTable } from "../../../testing/tables.ts";
import { openExport, requestExport, runExport } from "./exports.service.ts";

const REQUEST = { kind: "groups-list", sort: "name" };

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
beforeEach(() => addGroup("Before"));
afterEach(() => removeGroups());
afterAll(() => server.close());

const addGroup = (name: string) =>
  server.inside("demo", (db, instance_id) => db.insertInto("groups").values({ instance_id, name }).execute());
const removeGroups = () =>
  server.inside("demo", (db, id) =>
    sql`DELETE FROM groups WHERE instance_id = ${id} AND name IN ('Before', 'Meanwhile')`.execute(db),
  );

/** Runs work whose first statement on groups waits until a group was removed and another one added. */
async function whileGroupsChange<T>(work: () => Promise<T>): Promise<T> {
  let running!: Promise<T>;
  await server.inside("demo", async (db, instance_id) => {
    await sql`LOCK TABLE groups IN ACCESS EXCLUSIVE MODE`.execute(db);
    running = work();
    const isWaiting = sql`SELECT FROM pg_locks WHERE NOT granted AND relation = 'groups'::regclass
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    while ((await isWaiting.execute(db)).rows.length === 0) continue;
    await sql`DELETE FROM groups WHERE instance_id = ${instance_id} AND name = 'Before'`.execute(db);
    await db.insertInto("groups").values({ instance_id, name: "Meanwhile" }).execute();
  });
  return running;
}

test("an export of a list has the rows of one moment when they change while it is read", async () => {
  const admin = await server.as("admin@demo.test");
  const response = await whileGroupsChange(() => takeTable(server, admin, REQUEST));
  expect(response.statusCode).toBe(200);
  expect(response.body).toMatch("Before");
  expect(response.body).not.toMatch("Meanwhile");
});

test("an export that a job creates has the rows of one moment, and is stored, when they change while it is read", async () => {
  const token = (await server.as("admin@demo.test")).token!;
  const { id } = await withActor(server.platform, VISIT, token, (actor) => requestExport(actor, REQUEST, "csv"));
  const instanceId = await server.inside("demo", (_, own) => Promise.resolve(own));
  await whileGroupsChange(() =>
    runExport(server.platform, { instanceId, exportId: id, origin: "http://demo.localhost" }, false),
  );
  const file = await withActor(server.platform, VISIT, token, (actor) => openExport(actor, id));
  const text = (await file.stream().toArray()).join("");
  expect(text).toMatch("Before");
  expect(text).not.toMatch("Meanwhile");
});

test("an export is read again when the last use of the session was stored meanwhile", async () => {
  const admin = await server.as("admin@demo.test");
  const age = sql`UPDATE sessions SET last_used_at = now() - interval '10 minutes'`;
  await server.inside("demo", (db) => age.execute(db));
  const all = await Promise.all(Array.from({ length: 4 }, () => takeTable(server, admin, REQUEST)));
  expect(all.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
});
