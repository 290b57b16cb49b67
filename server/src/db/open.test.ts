import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../testing/server.ts";
import { withOwner } from "./open.ts";

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

test("withOwner survives a connection that PostgreSQL closes while it is idle, and goes on with another", async () => {
  const owner = { ...server.connection, user: "postgres" };
  await withOwner(owner, async (pool) => {
    const { rows } = await pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const other = new pg.Client(owner);
    await other.connect();
    await other.query("SELECT pg_terminate_backend($1)", [rows[0]!.pid]);
    await other.end();
    await expect.poll(() => pool.totalCount).toBe(0);
    expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  });
});
