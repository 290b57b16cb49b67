import type { Store } from "./statements.queries.ts";

export interface AttachmentFile {
  sha2: string;
  content_type: string;
  file_key: string;
  size: number;
}

export async function findAttachments(reach: Store, hashes: readonly string[]): Promise<AttachmentFile[]> {
  if (hashes.length === 0) return [];
  return reach.db
    .selectFrom("xapi_attachments")
    .select(["sha2", "content_type", "file_key", "size"])
    .where("instance_id", "=", reach.instanceId)
    .where((eb) => eb("sha2", "=", eb.fn.any(eb.val([...hashes]))))
    .execute();
}

export async function insertAttachments(reach: Store, files: readonly AttachmentFile[]): Promise<void> {
  if (files.length === 0) return;
  await reach.db
    .insertInto("xapi_attachments")
    .values(files.map((file) => ({ ...file, instance_id: reach.instanceId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
