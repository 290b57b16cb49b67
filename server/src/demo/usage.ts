import { sql } from "kysely";
import type { Db } from "../db/client.ts";

const DAYS = 90;

/** Creates what an instance used on the days before today: some people more each week. */
export async function buildUsage(db: Db, instanceId: number): Promise<void> {
  await sql`
    INSERT INTO usage_days (instance_id, day, people, licences, bytes)
    SELECT ${instanceId}, current_date - back,
      greatest(1, (SELECT count(*) FROM users WHERE instance_id = ${instanceId} AND is_active) - back / 7),
      (SELECT license_count FROM instances WHERE id = ${instanceId}), (${DAYS}::integer - back)::bigint * 3000000 + 40000000
    FROM generate_series(1, ${DAYS}) back`.execute(db);
}
