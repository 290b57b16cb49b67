import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../db/client.ts";

/** What a period deletes. */
export type Kind = "activity" | "audit" | "people";

/** Counts what is older than a number of months, with an end: an exact figure of millions tells no more. */
export async function countOlder(
  db: Db,
  instanceId: number,
  kind: Kind,
  months: number,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::integer AS total FROM (SELECT 1 ${older(instanceId, kind, months)} LIMIT ${most + 1}) found`.execute(
    db,
  );
  return rows[0]!.total;
}

/** Deletes some entries that are older than a number of months. @returns how many */
export async function deleteOlder(
  db: Db,
  instanceId: number,
  kind: "activity" | "audit",
  months: number,
  most: number,
): Promise<number> {
  const table = sql.table(kind === "activity" ? "activity" : "audit_log");
  const { rows } = await sql`
    DELETE FROM ${table} WHERE instance_id = ${instanceId} AND id IN (
      SELECT t.id ${older(instanceId, kind, months)} LIMIT ${most})
    RETURNING true`.execute(db);
  return rows.length;
}

/** Locks some users who have been deactivated for a number of months. @returns their ids */
export async function lockInactive(db: Db, instanceId: number, months: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT t.id ${older(instanceId, "people", months)} ORDER BY t.id LIMIT ${most} FOR UPDATE SKIP LOCKED`.execute(db);
  return rows.map(({ id }) => id);
}

/** Reads the periods of an instance. */
export function readPeriods(db: Db, instanceId: number) {
  return db
    .selectFrom("instances")
    .where("id", "=", instanceId)
    .where("deleted_at", "is", null)
    .select(["domain", "activity_months", "audit_months", "inactive_months"])
    .executeTakeFirst();
}

/** Records what a period did, of which no user is the author. */
export async function recordErasures(db: Db, instanceId: number, users: { id: number; name: string }[]): Promise<void> {
  await sql`
    INSERT INTO audit_log (instance_id, actor_name, action, subject_type, subject_id, subject_name)
    SELECT ${instanceId}, 'Retention period', 'user.erased', 'user', u.id, u.name
    FROM jsonb_to_recordset(${JSON.stringify(users)}::jsonb) AS u (id integer, name text)
    RETURNING id`.execute(db);
}

function older(instanceId: number, kind: Kind, months: number): RawBuilder<unknown> {
  const before = sql`now() - make_interval(months => ${months})`;
  if (kind === "activity") return sql`FROM activity t WHERE t.instance_id = ${instanceId} AND t.created_at < ${before}`;
  if (kind === "audit") return sql`FROM audit_log t WHERE t.instance_id = ${instanceId} AND t.created_at < ${before}`;
  // A deactivation is a change of the user, and so is what came after it. Deleted users are purged after 30 days.
  return sql`
    FROM users t WHERE t.instance_id = ${instanceId} AND t.deleted_at IS NULL AND t.erased_at IS NULL
      AND t.platform_user_id IS NULL AND t.role <> 'super_admin' AND t.updated_at < ${before}
      AND (NOT t.is_active OR t.deactivate_at < (${before})::date)`;
}
