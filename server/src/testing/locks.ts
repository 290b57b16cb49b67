import { sql } from "kysely";
import type { Db } from "../db/client.ts";

/** Waits until another transaction of the test's database waits for a lock, as one that this transaction holds. */
export async function untilOthersWait(db: Db): Promise<void> {
  const waiting = sql`SELECT FROM pg_locks w JOIN pg_locks o USING (pid) JOIN pg_database d ON d.oid = o.database
    WHERE NOT w.granted AND d.datname = current_database()`;
  while ((await waiting.execute(db)).rows.length === 0) continue;
}
