import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";

/** Bytes that are stored, those of unfinished uploads included as they were announced. */
export interface StoredBytes {
  ofInstance: number;
  ofPerson: number;
  /** Of the instance; null where the operator has set none. */
  limitGb: number | null;
}

/** Adds up what is stored. Locks the instance, so that two uploads cannot both take the last room. */
export async function lockAndSum(reach: Reach): Promise<StoredBytes> {
  const { instanceId, userId } = reach;
  const { storage_limit_gb: limitGb } = await reach.db
    .selectFrom("instances")
    .select("storage_limit_gb")
    .where("id", "=", instanceId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ of_instance: number; of_person: number }>`
    SELECT coalesce(sum(bytes), 0)::bigint AS of_instance,
      coalesce(sum(bytes) FILTER (WHERE person = ${userId}), 0)::bigint AS of_person
    FROM (
      SELECT f.uploaded_by AS person, f.size + coalesce(f.small_size, 0) AS bytes FROM files f
      WHERE f.instance_id = ${instanceId}
      UNION ALL
      SELECT u.user_id, u.size FROM uploads u WHERE u.instance_id = ${instanceId} AND u.file_key IS NULL
    ) stored`.execute(reach.db);
  return { ofInstance: rows[0]!.of_instance, ofPerson: rows[0]!.of_person, limitGb };
}
