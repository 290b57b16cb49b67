import type { Reach } from "../../access/actor.ts";
import type { Db } from "../../db/client.ts";

export interface FileRow {
  key: string;
  name: string;
  type: string;
  size: number;
  purpose: string;
}

export async function insertFile(reach: Reach, file: FileRow): Promise<void> {
  await reach.db
    .insertInto("files")
    .values({ ...file, instance_id: reach.instanceId, uploaded_by: reach.userId })
    .execute();
}

export function findFiles(reach: Reach, keys: string[]): Promise<FileRow[]> {
  return reach.db
    .selectFrom("files")
    .select(["key", "name", "type", "size", "purpose"])
    .where("instance_id", "=", reach.instanceId)
    .where((eb) => eb("key", "=", eb.fn.any(eb.val(keys))))
    .execute();
}

/** By a signed address: the signature is the right to read, so there is no reach. */
export function findSignedFile(db: Db, instanceId: number, key: string): Promise<FileRow | undefined> {
  return db
    .selectFrom("files")
    .select(["key", "name", "type", "size", "purpose"])
    .where("instance_id", "=", instanceId)
    .where("key", "=", key)
    .executeTakeFirst();
}
