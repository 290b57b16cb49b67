import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import type { Db } from "../../db/client.ts";

type Uploading = Reach<"file.upload">;

/** An upload in parts; the caller's own only. */
export interface UploadRow {
  id: string;
  kind: string;
  name: string;
  size: number;
  received: number;
  parts: string[];
  /** The file it became. */
  file_key: string | null;
  /** Why it was refused when it was complete, as JSON. Its bytes are deleted. */
  refusal: string | null;
  created_at: Date;
}

export async function insertUpload(
  reach: Uploading,
  upload: Pick<UploadRow, "id" | "kind" | "name" | "size">,
): Promise<void> {
  await reach.db
    .insertInto("uploads")
    .values({ ...upload, instance_id: reach.instanceId, user_id: reach.userId })
    .execute();
}

export function findUpload(reach: Uploading, id: string): Promise<UploadRow | undefined> {
  return reach.db
    .selectFrom("uploads")
    .where("instance_id", "=", reach.instanceId)
    .where("user_id", "=", reach.userId)
    .where("id", "=", id)
    .select(["id", "kind", "name", "size", "received", "parts", "file_key", "refusal", "created_at"])
    .executeTakeFirst();
}

/** Appends a part; returns false when another request has added one meanwhile. */
export async function addPart(
  reach: Uploading,
  id: string,
  part: { key: string; size: number; offset: number },
): Promise<boolean> {
  const { numUpdatedRows } = await reach.db
    .updateTable("uploads")
    .set({
      parts: sql`parts || ${part.key}::text`,
      received: sql`received + ${part.size}::bigint`,
      updated_at: sql`now()`,
    })
    .where("instance_id", "=", reach.instanceId)
    .where("user_id", "=", reach.userId)
    .where("id", "=", id)
    .where("received", "=", part.offset)
    .where("file_key", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Reserves the assembly of the file for so many seconds; returns false while another server has it. */
export async function claimFinish(reach: Uploading, id: string, seconds: number): Promise<boolean> {
  const { numUpdatedRows } = await reach.db
    .updateTable("uploads")
    .set({ finishing_until: sql`now() + make_interval(secs => ${seconds})` })
    .where("instance_id", "=", reach.instanceId)
    .where("user_id", "=", reach.userId)
    .where("id", "=", id)
    .where("file_key", "is", null)
    .where("refusal", "is", null)
    .where((eb) => eb.or([eb("finishing_until", "is", null), eb("finishing_until", "<", sql<Date>`now()`)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Extends the reservation by so many seconds; with 0, releases it. */
export async function holdFinish(reach: Uploading, id: string, seconds: number): Promise<void> {
  await reach.db
    .updateTable("uploads")
    .set({ finishing_until: sql`now() + make_interval(secs => ${seconds})`, updated_at: sql`now()` })
    .where("instance_id", "=", reach.instanceId)
    .where("user_id", "=", reach.userId)
    .where("id", "=", id)
    .execute();
}

/** Marks the upload as one file. */
export async function finishUpload(reach: Uploading, id: string, fileKey: string): Promise<void> {
  await reach.db
    .updateTable("uploads")
    .set({ file_key: fileKey, parts: [], updated_at: sql`now()` })
    .where("instance_id", "=", reach.instanceId)
    .where("user_id", "=", reach.userId)
    .where("id", "=", id)
    .execute();
}

/** Remembers why an upload was refused, and that nothing of it is stored. */
export async function refuseUpload(reach: Uploading, id: string, refusal: string): Promise<void> {
  await reach.db
    .updateTable("uploads")
    .set({ refusal, parts: [], size: 0, received: 0, updated_at: sql`now()` })
    .where("instance_id", "=", reach.instanceId)
    .where("user_id", "=", reach.userId)
    .where("id", "=", id)
    .execute();
}

export async function deleteUpload(reach: Uploading, id: string): Promise<void> {
  await reach.db
    .deleteFrom("uploads")
    .where("instance_id", "=", reach.instanceId)
    .where("user_id", "=", reach.userId)
    .where("id", "=", id)
    .execute();
}

/** Deletes uploads that were idle for so many days; the sweep removes their bytes. */
export async function deleteIdleUploads(db: Db, instanceId: number, days: number): Promise<void> {
  await sql`
    DELETE FROM uploads
    WHERE instance_id = ${instanceId} AND updated_at < now() - make_interval(days => ${days})`.execute(db);
}

/** Lists the storage keys of unfinished uploads' parts. */
export async function listParts(db: Db, instanceId: number): Promise<string[]> {
  const { rows } = await sql<{ part: string }>`
    SELECT unnest(parts) AS part FROM uploads WHERE instance_id = ${instanceId}`.execute(db);
  return rows.map(({ part }) => part);
}
