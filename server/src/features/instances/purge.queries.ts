import { sql } from "kysely";
import type { Database, Db } from "../../db/client.ts";

/** Tells whether an instance is deleted and its retention is over. */
export async function isDue(database: Database, id: number): Promise<boolean> {
  const { rows } = await database.pool.query(
    "SELECT FROM instances WHERE id = $1 AND deleted_at IS NOT NULL AND purge_at <= now() AND NOT is_platform",
    [id],
  );
  return rows.length > 0;
}

/** Lists deleted instances that should have been removed a day ago: their job did not finish, or 30 days are over. */
export async function listOverdue(database: Database): Promise<number[]> {
  const { rows } = await database.pool.query<{ id: number }>(
    "SELECT id FROM instances WHERE purge_at < now() - interval '1 day' ORDER BY purge_at",
  );
  return rows.map(({ id }) => id);
}

/** Deletes a number of rows of one table of the instance. @returns how many were deleted */
export async function deleteSome(db: Db, instanceId: number, table: string, most: number): Promise<number> {
  const from = sql.table(table);
  const { numAffectedRows } = await sql`
    DELETE FROM ${from} WHERE instance_id = ${instanceId} AND ctid = ANY (ARRAY(
      SELECT ctid FROM ${from} WHERE instance_id = ${instanceId} LIMIT ${most}))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Deletes the instance itself, after all its rows. */
export async function deleteInstanceRow(db: Db, instanceId: number): Promise<void> {
  await db
    .deleteFrom("instances")
    .where("id", "=", instanceId)
    .where("deleted_at", "is not", null)
    .where("is_platform", "=", false)
    .execute();
}
