import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import type { Db } from "../../db/client.ts";

/** Finds the keys of images that were fetched from these addresses before, by address. */
export async function findFetched(
  { db, instanceId }: Pick<Reach, "db" | "instanceId">,
  addresses: string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; fetched_from: string }>`
    SELECT key, fetched_from FROM files
    WHERE instance_id = ${instanceId} AND purpose = 'image' AND fetched_from IS NOT NULL
      AND md5(fetched_from) IN (SELECT md5(a) FROM unnest(${addresses}::text[]) AS a) AND fetched_from = ANY (${addresses})`.execute(
    db,
  );
  return new Map(rows.map(({ key, fetched_from }) => [fetched_from, key]));
}

/** Lists the courses with images that were not fetched yet. */
export async function listPendingCourses(db: Db, instanceId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("units")
    .where("instance_id", "=", instanceId)
    .where("pictures_pending", "=", true)
    .select("course_id")
    .distinct()
    .limit(500)
    .execute();
  return rows.map(({ course_id }) => course_id);
}

/** Lists the units of a course with images that were not fetched yet. */
export function listPending(db: Db, instanceId: number, courseId: number) {
  return db
    .selectFrom("units")
    .where("instance_id", "=", instanceId)
    .where("pictures_pending", "=", true)
    .where("course_id", "=", courseId)
    .select(["id", "content"])
    .orderBy("id")
    .limit(500)
    .execute();
}

/** Reads the text of a unit, locked until the transaction ends. */
export async function lockText(db: Db, instanceId: number, unitId: number): Promise<string | null> {
  const row = await db
    .selectFrom("units")
    .where("instance_id", "=", instanceId)
    .where("id", "=", unitId)
    .select("content")
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.content ?? null;
}

export async function updateText(
  db: Db,
  instanceId: number,
  unitId: number,
  { content, images, isPending }: { content: string | null; images: string[]; isPending: boolean },
): Promise<void> {
  await sql`
    UPDATE units SET content = ${content}, pictures_pending = ${isPending},
      content_images = ARRAY(SELECT DISTINCT key FROM unnest(content_images || ${images}::text[]) AS key)
    WHERE instance_id = ${instanceId} AND id = ${unitId}`.execute(db);
}
