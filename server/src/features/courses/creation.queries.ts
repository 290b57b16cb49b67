import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";

type Authoring = Reach<"course.author">;

/** Waits until no other call of this author creates a course with the same key. The lock ends with the transaction. */
export async function lockCreation({ db, instanceId, userId }: Authoring, key: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${JSON.stringify(["course", instanceId, userId, key])}, 0))`.execute(
    db,
  );
}

/** Finds the course that this author created with the key; undefined when there is none, or it was deleted. */
export function findCreated({ db, instanceId, userId }: Authoring, key: string) {
  return db
    .selectFrom("courses")
    .where("instance_id", "=", instanceId)
    .where("created_by", "=", userId)
    .where("creation_key", "=", key)
    .where("deleted_at", "is", null)
    .select(["id", "version", "creation_version"])
    .executeTakeFirst();
}

/** Stores the key with which a course was created, and the version that this call saved. */
export async function storeCreation({ db, instanceId }: Authoring, id: number, key: string): Promise<void> {
  await db
    .updateTable("courses")
    .set({ creation_key: key, creation_version: sql`version` })
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .execute();
}
