import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer, VISIT } from "../testing/server.ts";
import { findPerson, openSession } from "./session.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test("finding a session reads as many rows with thousands of sessions, also before the table's first ANALYZE", async () => {
  const userId = await server.userId("learner@demo.test");
  const token = await server.inside("demo", async (db, instanceId) => {
    await sql`
      INSERT INTO sessions (instance_id, token_hash, user_id, expires_at)
      SELECT ${instanceId}, sha256(n::text::bytea), ${userId}, now() + interval '1 day' FROM generate_series(1, 3000) n`.execute(
      db,
    );
    return openSession(db, instanceId, userId, VISIT);
  });
  await server.inside("demo", async (db, instanceId) => {
    expect((await findPerson(db, instanceId, token))?.person.id).toBe(userId);
    const { rows } = await sql<{ read: number }>`
      SELECT seq_tup_read + idx_tup_fetch AS read FROM pg_stat_xact_user_tables WHERE relname = 'sessions'`.execute(db);
    expect(rows).toEqual([{ read: 1 }]);
  });
});
