import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import type { Duplex } from "node:stream";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startServer, type TestServer } from "../testing/server.ts";
import { afterCommit, Database } from "./client.ts";
import { APP_ROLE } from "./migrate.ts";

// As `npm start` does, before V8 adapts to the allocation pattern.
setFlagsFromString("--no-allocation-site-pretenuring");

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test("rows of a query are freed without a major GC", async () => {
  const longLived = () =>
    getHeapSpaceStatistics().find(({ space_name }) => space_name === "old_space")!.space_used_size;
  const read = () =>
    server.inside("demo", async (db) => {
      const { rows } = await sql<{ lines: string[] }>`
        SELECT json_agg('line ' || n || repeat('.', 50)) AS lines FROM generate_series(1, 1000) n`.execute(db);
      return rows[0]!.lines.length;
    });
  const growths: number[] = [];
  for (let round = 0; round < 5; round++) {
    const before = longLived();
    for (let time = 0; time < 200; time++) expect(await read()).toBe(1000);
    growths.push(longLived() - before);
  }
  // Leaked, each round would add 15 MB or more. Other objects come and go, so two rounds in five may have any size.
  growths.sort((a, b) => a - b);
  expect(growths[2]).toBeLessThan(5_000_000);
});

test("a failed statement has its caller in the stack trace", async () => {
  const failed = server.inside("demo", (db) => sql`SELECT 1 / 0`.execute(db));
  await expect(failed).rejects.toHaveProperty("stack", expect.stringMatching(/division by zero[^]*Statements\.send/));
});

test("a lost idle connection is logged without the key that cancels its statements", async () => {
  let heard: (error: Error) => void;
  const lost = new Promise<Error>((resolve) => (heard = resolve));
  const database = new Database({ ...server.connection, user: APP_ROLE, max: 1 }, (error) => heard(error));
  const { rows } = await database.pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const owner = new pg.Client({ ...server.connection, user: "postgres" });
  await owner.connect();
  await owner.query("SELECT pg_terminate_backend($1)", [rows[0]!.pid]);
  const error = await lost;
  expect(error.message).toContain("terminating connection");
  expect(error).not.toHaveProperty("client");
  await owner.end();
  await database.close();
});

test("an effect runs once its transaction is committed, and never when that is rolled back", async () => {
  const { database } = server.platform;
  const seen: string[] = [];
  const run = (name: string, keep: boolean) =>
    database.transaction(
      "SELECT 1",
      async (db) => {
        afterCommit(db, () => seen.push(name));
        seen.push(`${name} begins`);
      },
      () => keep,
    );
  await run("kept", true);
  await run("refused", false);
  await database
    .transaction("SELECT 1", async (db) => {
      afterCommit(db, () => seen.push("failed"));
      throw new Error("failed");
    })
    .catch(() => {});
  expect(seen).toEqual(["kept begins", "kept", "refused begins"]);
});

test("the end of a read-only transaction is sent with the next one of its connection, and soon without one", async () => {
  const database = new Database({ ...server.connection, user: APP_ROLE, max: 1 });
  const client = await database.pool.connect();
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  client.release();
  const packet = vi.fn();
  for (const method of ["_write", "_writev"] as const) {
    const send = stream[method]! as (...chunks: unknown[]) => void;
    stream[method] = (...chunks: unknown[]) => {
      packet();
      send.apply(stream, chunks);
    };
  }
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const read = () => database.read("SELECT 1", (db) => sql`SELECT 2`.execute(db));
    await read();
    await read();
    await read();
    expect(packet).toHaveBeenCalledTimes(3);
    vi.advanceTimersByTime(10);
    expect(packet).toHaveBeenCalledTimes(4);
  } finally {
    vi.useRealTimers();
  }
  await database.close();
});

test("a database prepares its statements, however many another database of the process has prepared", async () => {
  const prepare = async (texts: string[]) => {
    const database = new Database({ ...server.connection, user: APP_ROLE, max: 1 });
    for (const text of texts) await sql.raw(text).execute(database.outside);
    const { rows } = await database.pool.query<{ statement: string }>("SELECT statement FROM pg_prepared_statements");
    await database.close();
    return rows.map(({ statement }) => statement);
  };
  expect(await prepare(Array.from({ length: 1_001 }, (_, n) => `SELECT ${n}`))).toHaveLength(1_000);
  expect(await prepare(["SELECT 'another'"])).toEqual(["SELECT 'another'"]);
});
