import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import type { Db } from "../../db/client.ts";

export interface ExportRow {
  id: number;
  state: "waiting" | "done" | "failed";
  file_key: string | null;
  created_at: Date;
}

const COLUMNS = ["id", "state", "file_key", "created_at"] as const;

/** Inserts a request for a copy, and deletes earlier copies of the same requester; the sweep deletes their bytes. */
export async function insertExport(reach: Reach, userId: number): Promise<ExportRow> {
  await reach.db
    .deleteFrom("personal_data_exports")
    .where("instance_id", "=", reach.instanceId)
    .where("user_id", "=", userId)
    .where("requested_by", "=", reach.userId)
    .execute();
  const row = await reach.db
    .insertInto("personal_data_exports")
    .values({ instance_id: reach.instanceId, user_id: userId, requested_by: reach.userId })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return row as ExportRow;
}

/** Finds the latest copy of a user's data that the caller requested. */
export async function findLatest(reach: Reach, userId: number): Promise<ExportRow | undefined> {
  const row = await reach.db
    .selectFrom("personal_data_exports")
    .where("instance_id", "=", reach.instanceId)
    .where("user_id", "=", userId)
    .where("requested_by", "=", reach.userId)
    .select(COLUMNS)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row as ExportRow | undefined;
}

export function findWaiting(db: Db, instanceId: number, id: number) {
  return db
    .selectFrom("personal_data_exports")
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .select(["user_id", "requested_by"])
    .executeTakeFirst();
}

/** Lists the copies that wait to be collected. */
export async function listWaiting(db: Db, instanceId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("personal_data_exports")
    .where("instance_id", "=", instanceId)
    .where("state", "=", "waiting")
    .select("id")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

export async function finish(db: Db, instanceId: number, id: number, fileKey: string | null): Promise<void> {
  await db
    .updateTable("personal_data_exports")
    .set({ state: fileKey === null ? "failed" : "done", file_key: fileKey })
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .execute();
}

/** Deletes copies that are some days old; the sweep of the files then deletes their bytes. */
export async function deleteOld(db: Db, instanceId: number, days: number): Promise<void> {
  await sql`
    DELETE FROM personal_data_exports
    WHERE instance_id = ${instanceId} AND created_at < now() - make_interval(days => ${days})`.execute(db);
}

export interface OwnFile {
  key: string;
  name: string;
  size: number;
}

/** Lists the files that a user has handed in. */
export async function listFiles(db: Db, instanceId: number, userId: number): Promise<OwnFile[]> {
  const { rows } = await sql<OwnFile>`
    SELECT f.key, f.name, f.size FROM files f
    WHERE f.instance_id = ${instanceId} AND (f.uploaded_by = ${userId} AND f.purpose = 'assignment'
      OR f.key IN (SELECT file_key FROM submissions WHERE instance_id = ${instanceId} AND user_id = ${userId})
      OR f.key IN (SELECT file_key FROM responses WHERE instance_id = ${instanceId} AND user_id = ${userId}))
    ORDER BY f.key`.execute(db);
  return rows;
}
