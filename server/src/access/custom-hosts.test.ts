import type pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startServer, type TestServer } from "../testing/server.ts";
import { findLinkHost, listLinkHosts } from "./custom-hosts.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test("a name that is removed while names are read is unknown to the next request", async () => {
  const { customHosts, database } = server.platform;
  const host = "learn.northgate.example";
  await database.pool.query(
    "INSERT INTO custom_hosts (host, owner_id) SELECT $1, id FROM instances WHERE domain = 'demo'",
    [host],
  );
  customHosts.forget();
  const query = database.pool.query.bind(database.pool);
  const read = (statement: pg.QueryConfig | string): Promise<unknown> => query(statement as string);
  const removal = Promise.withResolvers<void>();
  const slow = vi.spyOn(database.pool, "query").mockImplementationOnce((async (statement: pg.QueryConfig) => {
    const rows = await read(statement);
    await removal.promise;
    return rows;
  }) as never);
  const reading = customHosts.refresh();
  slow.mockRestore();
  await read("DELETE FROM custom_hosts");
  customHosts.forget();
  await customHosts.refresh();
  expect(customHosts.find(host)).toBeNull();
  // The first reading ends last.
  removal.resolve();
  await reading;
  expect(customHosts.find(host)).toBeNull();
});

/** Serves an instance, or a branch of it, at a proved name. */
async function serveAt(host: string, domain: string, branchUrl: string | null = null, more: object = {}) {
  const branchId = await server.inside(domain, async (db, instance_id) => {
    const found = await db.selectFrom("branches").where("url", "=", branchUrl).select("id").executeTakeFirst();
    const branch_id = found?.id ?? null;
    const values = { instance_id, host, branch_id, state: "verified", ...more };
    await db.insertInto("custom_domains").values(values).execute();
    return branch_id;
  });
  await server.platform.database.pool.query(
    "INSERT INTO custom_hosts (host, owner_id, branch_id) SELECT $1, id, $3 FROM instances WHERE domain = $2",
    [host, domain, branchId],
  );
}

test("a name leads to its own instance and branch, and to nothing once either is deleted", async () => {
  const { customHosts, database } = server.platform;
  await serveAt("learn.demo.example", "demo");
  await serveAt("north.demo.example", "demo", "north");
  await serveAt("south.demo.example", "demo", "south");
  await serveAt("learn.riverside.example", "riverside");
  const read = async () => {
    customHosts.forget();
    await customHosts.refresh();
    return ["learn.demo", "north.demo", "south.demo", "learn.riverside", "learn.nowhere"].map((name) => {
      const tenant = customHosts.find(`${name}.example`);
      return tenant && [tenant.instance, tenant.branch];
    });
  };
  const demo = [
    ["demo", null],
    ["demo", "north"],
  ];
  expect(await read()).toEqual([...demo, ["demo", "south"], ["riverside", null], null]);
  expect(customHosts.listHosts("riverside")).toEqual(["learn.riverside.example"]);
  expect(customHosts.listHosts(null)).toEqual([]);
  const setDeleted = async (deleted_at: Date | null) => {
    await server.inside("demo", (db) =>
      db.updateTable("branches").set({ deleted_at }).where("url", "=", "south").execute(),
    );
    await database.pool.query("UPDATE instances SET deleted_at = $1 WHERE domain = 'riverside'", [deleted_at]);
  };
  await setDeleted(new Date());
  expect(await read()).toEqual([...demo, null, null, null]);
  await setDeleted(null);
});

test("names are read again after ten seconds, and stay known while the database fails", async () => {
  const { customHosts, database } = server.platform;
  const query = vi.spyOn(database.pool, "query");
  const now = vi.spyOn(Date, "now").mockReturnValue(Date.now());
  const countReads = async (seconds: number) => {
    now.mockReturnValue(Date.now() + seconds * 1_000);
    query.mockClear();
    await Promise.all([customHosts.refresh(), customHosts.refresh()]);
    return query.mock.calls.length;
  };
  customHosts.forget();
  expect(await countReads(0)).toBe(1);
  expect([await countReads(9), await countReads(1)]).toEqual([0, 1]);
  const known = customHosts.listHosts("demo");
  expect(known).not.toEqual([]);
  query.mockImplementationOnce((() => Promise.reject(new Error("no database"))) as never);
  expect([await countReads(10), customHosts.listHosts("demo")]).toEqual([1, known]);
  // A failure is tried again at once.
  expect(await countReads(0)).toBe(1);
  now.mockRestore();
  query.mockRestore();
});

test("links use the proved name that was chosen for each site, and none of a deleted branch", async () => {
  const chosen = { is_primary: true };
  await serveAt("pending.riverside.example", "riverside", null, { ...chosen, state: "pending" });
  await serveAt("links.demo.example", "demo", null, chosen);
  await serveAt("links.north.example", "demo", "north", chosen);
  await serveAt("links.south.example", "demo", "south", chosen);
  await server.inside("demo", (db) =>
    db.updateTable("branches").set({ deleted_at: new Date() }).where("url", "=", "south").execute(),
  );
  const hosts = await server.inside("demo", listLinkHosts);
  const sites = [null, "north", "south", "west"];
  expect(sites.map((url) => findLinkHost(hosts, url))).toEqual([
    "links.demo.example",
    "links.north.example",
    undefined,
    undefined,
  ]);
  expect(hosts).toHaveLength(2);
  expect(await server.inside("riverside", listLinkHosts)).toEqual([]);
});
