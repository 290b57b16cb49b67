import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import type { SentFile } from "../../platform/send-file.ts";

/** How many courses with a PDF of the same name are checked: those of the caller first, then the newest. */
const MOST_COURSES = 50;

/** A file with the course that uses it. */
export interface CourseFile extends SentFile {
  course_id: number;
}

/** Finds the file of a resource that may be downloaded. */
export function findDownloadable({ db, instanceId }: Reach<"learn">, id: number): Promise<CourseFile | undefined> {
  return db
    .selectFrom("course_resources as r")
    .innerJoin("files as f", (join) =>
      join.onRef("f.instance_id", "=", "r.instance_id").onRef("f.key", "=", "r.file_key"),
    )
    .where("r.instance_id", "=", instanceId)
    .where("r.id", "=", id)
    .where("r.is_downloadable", "=", true)
    .select(["f.key", "f.name", "f.type", "f.size", "r.course_id"])
    .executeTakeFirst();
}

/** Lists PDFs by name or key with each unit's or resource's course that shows them. */
export async function listPdfs(
  { db, instanceId, userId }: Reach<"learn">,
  filename: string,
): Promise<(CourseFile & { is_unit: boolean })[]> {
  const { rows } = await sql<CourseFile & { is_unit: boolean }>`
    WITH named AS (
      SELECT key, name, type, size
      FROM files
      WHERE instance_id = ${instanceId}
        AND type = 'application/pdf'
        AND (name = ${filename} OR key = ${toKey(instanceId, filename)})
    ), shown AS (
      SELECT named.*, named.key AS used_key FROM named
      UNION ALL
      SELECT named.*, v.file_key FROM named JOIN document_views v ON v.instance_id = ${instanceId} AND v.pdf_key = named.key
    ), uses AS (
      SELECT shown.*, u.course_id, true AS is_unit
      FROM shown JOIN units u ON u.instance_id = ${instanceId} AND u.file_key = shown.used_key AND u.deleted_at IS NULL
      UNION ALL
      SELECT shown.*, r.course_id, false
      FROM shown JOIN course_resources r ON r.instance_id = ${instanceId} AND r.file_key = shown.used_key
    )
    SELECT uses.key, uses.name, uses.type, uses.size, uses.course_id, uses.is_unit
    FROM uses
    LEFT JOIN enrolments e ON e.instance_id = ${instanceId} AND e.course_id = uses.course_id AND e.user_id = ${userId}
    ORDER BY e.user_id IS NULL, uses.course_id DESC
    LIMIT ${MOST_COURSES}`.execute(db);
  return rows;
}

/** Returns the storage key whose last part is the filename, with or without '.pdf'; an impossible key for other names. */
function toKey(instanceId: number, filename: string): string {
  const [, hex = ""] = /^([0-9a-f]{40})(?:\.pdf)?$/.exec(filename) ?? [];
  return `${instanceId}/${hex.slice(0, 2)}/${hex}`;
}
