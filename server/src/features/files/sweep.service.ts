import { sql } from "kysely";
import { inInstance } from "../../access/tenancy.ts";
import type { Platform } from "../../platform/platform.ts";

// An author may leave a course open over the weekend before saving what was uploaded.
const KEPT_DAYS = 7;
const KEPT_MS = KEPT_DAYS * 24 * 60 * 60 * 1000;

/**
 * Removes the files of an instance that nothing refers to: uploads never saved with a course, and bytes whose row was never
 * written because the server stopped in between. Rows go first, so that what is left behind by a stop is found the next time.
 */
export async function sweepFiles(platform: Platform, instanceId: number): Promise<number> {
  await inInstance(platform.database, instanceId, (db) =>
    sql`
      DELETE FROM files f
      WHERE f.instance_id = ${instanceId} AND f.created_at < now() - make_interval(days => ${KEPT_DAYS})
        AND NOT EXISTS (SELECT FROM units u WHERE u.instance_id = f.instance_id AND (u.file_key = f.key OR position(f.key in u.content) > 0))
        AND NOT EXISTS (SELECT FROM course_resources r WHERE r.instance_id = f.instance_id AND r.file_key = f.key)
        AND NOT EXISTS (SELECT FROM courses c WHERE c.instance_id = f.instance_id AND c.thumbnail_key = f.key)
        AND NOT EXISTS (SELECT FROM responses r WHERE r.instance_id = f.instance_id AND r.file_key = f.key)
        AND NOT EXISTS (SELECT FROM submissions s WHERE s.instance_id = f.instance_id AND s.file_key = f.key)
        AND NOT EXISTS (SELECT FROM scorm_packages p WHERE p.instance_id = f.instance_id AND p.file_key = f.key)
        AND NOT EXISTS (SELECT FROM branches b WHERE b.instance_id = f.instance_id AND b.logo_key = f.key)
        AND NOT EXISTS (SELECT FROM categories k WHERE k.instance_id = f.instance_id AND k.image_key = f.key)
        AND NOT EXISTS (SELECT FROM instances i WHERE i.id = f.instance_id AND i.logo_key = f.key)`.execute(db),
  );
  const known = new Set(
    await inInstance(platform.database, instanceId, async (db) =>
      (await db.selectFrom("files").select("key").where("instance_id", "=", instanceId).execute()).map(
        ({ key }) => key,
      ),
    ),
  );
  let removed = 0;
  for await (const { key, modified } of platform.files.list(`${instanceId}/`)) {
    if (known.has(key) || modified.getTime() > Date.now() - KEPT_MS) continue;
    await platform.files.remove(key);
    removed++;
  }
  return removed;
}
