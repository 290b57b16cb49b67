import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import type { Db } from "../../db/client.ts";

export interface AuditRow {
  actor_name: string;
  action: string;
  subject_type: string;
  subject_id: number | null;
  subject_name: string;
  changes: string;
  address: string;
}

export async function insertAudit(reach: Reach, row: AuditRow): Promise<void> {
  await reach.db
    .insertInto("audit_log")
    .values({ ...row, instance_id: reach.instanceId, actor_id: reach.userId })
    .execute();
}

/** Inserts an entry about what the product did by itself. */
export async function insertSystemAudit(
  { db, instanceId }: { db: Db; instanceId: number },
  row: Omit<AuditRow, "address">,
): Promise<void> {
  await db
    .insertInto("audit_log")
    .values({ ...row, instance_id: instanceId, actor_id: null })
    .execute();
}

export async function insertAudits(reach: Reach, rows: AuditRow[]): Promise<void> {
  await sql`
    INSERT INTO audit_log (instance_id, actor_id, actor_name, action, subject_type, subject_id, subject_name, changes, address)
    SELECT ${reach.instanceId}, ${reach.userId}::integer, r.actor_name, r.action, r.subject_type, r.subject_id, r.subject_name, r.changes::jsonb, r.address
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS r (actor_name text, action text, subject_type text, subject_id integer, subject_name text, changes text, address text)
    RETURNING id`.execute(reach.db);
}
