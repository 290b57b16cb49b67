import type pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startServer, type TestServer } from "../testing/server.ts";

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
