import type { Reach } from "../../access/actor.ts";
import type { Db } from "../../db/client.ts";

export async function insertView(reach: Reach, fileKey: string): Promise<void> {
  await reach.db.insertInto("document_views").values({ instance_id: reach.instanceId, file_key: fileKey }).execute();
}

/** Finds a document whose PDF has not been created yet. */
export function findWaiting(
  db: Db,
  instanceId: number,
  fileKey: string,
): Promise<{ name: string; type: string } | undefined> {
  return db
    .selectFrom("document_views as v")
    .innerJoin("files as f", (join) =>
      join.onRef("f.instance_id", "=", "v.instance_id").onRef("f.key", "=", "v.file_key"),
    )
    .where("v.instance_id", "=", instanceId)
    .where("v.file_key", "=", fileKey)
    .where("v.state", "=", "waiting")
    .select(["f.name", "f.type"])
    .executeTakeFirst();
}

/** Lists the keys of the documents whose PDF has not been created yet. */
export async function listWaiting(db: Db, instanceId: number): Promise<string[]> {
  const rows = await db
    .selectFrom("document_views")
    .where("instance_id", "=", instanceId)
    .where("state", "=", "waiting")
    .select("file_key")
    .orderBy("file_key")
    .execute();
  return rows.map(({ file_key }) => file_key);
}

/** Stores the PDF that was made of a document to be viewed. */
export async function keepPdf(
  db: Db,
  instanceId: number,
  fileKey: string,
  pdf: { key: string; size: number; name: string },
): Promise<void> {
  await db
    .insertInto("files")
    .values({ ...pdf, instance_id: instanceId, type: "application/pdf", purpose: "view" })
    .execute();
  await db
    .updateTable("document_views")
    .set({ state: "ready", pdf_key: pdf.key })
    .where("instance_id", "=", instanceId)
    .where("file_key", "=", fileKey)
    .execute();
}

/** Stores that a document cannot be made a PDF. */
export async function giveUp(db: Db, instanceId: number, fileKey: string): Promise<void> {
  await db
    .updateTable("document_views")
    .set({ state: "failed" })
    .where("instance_id", "=", instanceId)
    .where("file_key", "=", fileKey)
    .execute();
}
