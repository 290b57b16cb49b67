import type { Reach } from "../../access/actor.ts";

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
