import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";

/** Bytes that an instance stores: files, unfinished uploads by their announced size, and xAPI attachments and documents. */
export interface StoredBytes {
  ofInstance: number;
  /** The instance's own limit, otherwise its active subscription's; null without one. */
  limitGb: number | null;
}

/** Sums what an instance stores. */
export async function sumBytesOfInstance(reach: Pick<Reach, "db" | "instanceId">): Promise<StoredBytes> {
  const { rows } = await sql<{ of_instance: number; limit_gb: number | null }>`
    SELECT ${sumBytesOfXapi(reach)} + coalesce(sum(bytes), 0)::bigint AS of_instance,
      ${selectLimit(reach)} AS limit_gb
    FROM (${filesAndUploads(reach)}) stored`.execute(reach.db);
  return { ofInstance: rows[0]!.of_instance, limitGb: rows[0]!.limit_gb };
}

/**
 * Sums what is stored, except for one upload in parts. Locks the instance, so that two uploads cannot both use the
 * remaining space.
 */
export async function lockAndSum(
  reach: Reach,
  exceptUploadId: string | null = null,
): Promise<StoredBytes & { ofPerson: number }> {
  const { instanceId, userId } = reach;
  await reach.db
    .selectFrom("instances")
    .select("id")
    .where("id", "=", instanceId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ of_instance: number; of_person: number; limit_gb: number | null }>`
    SELECT ${sumBytesOfXapi(reach)} + coalesce(sum(bytes), 0)::bigint AS of_instance,
      coalesce(sum(bytes) FILTER (WHERE person = ${userId}), 0)::bigint AS of_person,
      ${selectLimit(reach)} AS limit_gb
    FROM (${filesAndUploads(reach, exceptUploadId)}) stored`.execute(reach.db);
  return { ofInstance: rows[0]!.of_instance, ofPerson: rows[0]!.of_person, limitGb: rows[0]!.limit_gb };
}

/** Selects the instance's own limit, otherwise that of its newest active subscription. */
function selectLimit({ instanceId }: Pick<Reach, "instanceId">): RawBuilder<unknown> {
  return sql`coalesce(
    (SELECT i.storage_limit_gb FROM instances i WHERE i.id = ${instanceId}),
    (SELECT s.storage_limit_gb FROM subscriptions s
      WHERE s.instance_id = ${instanceId} AND s.status IN ('active', 'trialing')
      ORDER BY s.created_at DESC, s.id DESC LIMIT 1))`;
}

function filesAndUploads(
  { instanceId }: Pick<Reach, "instanceId">,
  exceptUploadId: string | null = null,
): RawBuilder<unknown> {
  return sql`
    SELECT f.uploaded_by AS person, f.size + coalesce(f.small_size, 0) AS bytes FROM files f
    WHERE f.instance_id = ${instanceId}
    UNION ALL
    SELECT u.user_id, u.size FROM uploads u WHERE u.instance_id = ${instanceId} AND u.file_key IS NULL
      AND u.id IS DISTINCT FROM ${exceptUploadId}::uuid`;
}

function sumBytesOfXapi({ instanceId }: Pick<Reach, "instanceId">): RawBuilder<unknown> {
  return sql`(SELECT coalesce(sum(x.bytes), 0)::bigint FROM xapi_stored_bytes x WHERE x.instance_id = ${instanceId})`;
}
