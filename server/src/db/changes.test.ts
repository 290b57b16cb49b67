import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operatorAt } from "../testing/operator.ts";
import { startServer, type TestServer } from "../testing/server.ts";
import { announceChange, type Kept, listenForChanges } from "./changes.ts";
import { APP_ROLE } from "./migrate.ts";

let server: TestServer;
/** What another process of the server has been notified of. */
let heard: Kept[];
let stop: () => Promise<void>;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  heard = [];
  stop = await listenForChanges({ ...server.connection, user: APP_ROLE, application_name: "listener" }, (kept) =>
    heard.push(kept),
  );
  expect(heard.splice(0)).toEqual(["hosts", "instances"]);
});
afterEach(() => stop());

describe("a change of what processes keep in memory", () => {
  test("is announced once its transaction is committed, and never when that is rolled back", async () => {
    const rolledBack = server.inside("demo", async (db) => {
      await announceChange(db, "hosts");
      throw new Error("no");
    });
    await expect(rolledBack).rejects.toThrow("no");
    await server.inside("demo", (db) => announceChange(db, "instances"));
    await expect.poll(() => heard).toEqual(["instances"]);
  });

  test("is announced by a new address of an instance, of its hosts too", async () => {
    const operator = await operatorAt(server);
    const RENAME = `mutation ($id: Int!, $domain: String!) {
      updateLmsInstance(id: $id, name: "Riverside", domain: $domain) { id } }`;
    const id = await server.inside("riverside", async (_, instanceId) => instanceId);
    await operator.data(RENAME, { id, domain: "river" });
    await expect.poll(() => heard).toEqual(["instances", "hosts"]);
    await operator.data(RENAME, { id, domain: "riverside" });
  });

  test("is announced when a host of its own is removed", async () => {
    const admin = await server.as("admin@demo.test");
    const { addCustomDomain } = await admin.data(
      `mutation { addCustomDomain(host: "learn.northgate.example") { id } }`,
    );
    await admin.data(`mutation ($id: Int!) { removeCustomDomain(id: $id) { id } }`, { id: addCustomDomain.id });
    await expect.poll(() => heard).toEqual(["hosts"]);
  });

  test("is taken for granted after the connection was lost", async () => {
    const owner = new pg.Client({ ...server.connection, user: "postgres" });
    await owner.connect();
    await owner.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'listener'");
    await owner.end();
    await expect.poll(() => heard).toEqual(["hosts", "instances"]);
    await server.inside("demo", (db) => announceChange(db, "hosts"));
    await expect.poll(() => heard).toEqual(["hosts", "instances", "hosts"]);
  });
});
