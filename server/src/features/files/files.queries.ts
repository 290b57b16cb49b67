import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { courseInScope, questionIsUsable } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import { toSmallKey } from "./addresses.ts";

export interface FileRow {
  key: string;
  name: string;
  type: string;
  size: number;
  /** Bytes of a picture's small version, where it has one. */
  small_size: number | null;
  purpose: string;
}

export async function insertFile(reach: Reach, file: FileRow): Promise<void> {
  await reach.db
    .insertInto("files")
    .values({ ...file, instance_id: reach.instanceId, uploaded_by: reach.userId })
    .execute();
}

/** Adds a file that the server fetched from another site. */
export async function insertFetched(db: Db, instanceId: number, file: FileRow, source: string): Promise<void> {
  await db
    .insertInto("files")
    .values({ ...file, instance_id: instanceId, fetched_from: source })
    .execute();
}

export function findFiles(reach: Reach, keys: string[]): Promise<(FileRow & { uploaded_by: number | null })[]> {
  return reach.db
    .selectFrom("files")
    .select(["key", "name", "type", "size", "small_size", "purpose", "uploaded_by"])
    .where("instance_id", "=", reach.instanceId)
    .where((eb) => eb("key", "=", eb.fn.any(eb.val(keys))))
    .execute();
}

/**
 * Lists those of the keys that a course of the reach's branches uses, or the course with that id, or a question of the bank
 * that its authors may use.
 */
export async function listUsedByCourses(reach: Reach, keys: string[], courseId: number | null): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    SELECT k.key FROM unnest(${keys}::text[]) AS k (key)
    WHERE EXISTS (
      SELECT FROM courses c
      WHERE c.instance_id = ${reach.instanceId} AND c.deleted_at IS NULL AND (c.id = ${courseId} OR ${courseInScope(reach, "c.id")})
        AND (c.thumbnail_key = k.key
          OR EXISTS (SELECT FROM course_resources r WHERE r.instance_id = c.instance_id AND r.course_id = c.id AND r.file_key = k.key)
          OR EXISTS (SELECT FROM units u WHERE u.instance_id = c.instance_id AND u.course_id = c.id
            AND (u.file_key = k.key OR k.key = ANY (u.content_images)
              OR u.captions @> jsonb_build_array(jsonb_build_object('file_key', k.key))))
          OR EXISTS (SELECT FROM units u JOIN questions q ON q.instance_id = u.instance_id AND q.unit_id = u.id
            WHERE u.instance_id = c.instance_id AND u.course_id = c.id AND ${hasFiles("q")} AND k.key = ANY (${listFiles("q")}))))
      OR EXISTS (SELECT FROM bank_questions b
        WHERE b.instance_id = ${reach.instanceId} AND b.deleted_at IS NULL AND ${questionIsUsable(reach, "b.branch_id")}
          AND ${hasFiles("b")} AND k.key = ANY (${listFiles("b")}))`.execute(reach.db);
  return rows.map(({ key }) => key);
}

/** The keys of the files of a question, and whether it has any, in the form that the partial indexes have. */
const listFiles = (alias: string) =>
  sql<
    string[]
  >`list_question_files(${sql.ref(`${alias}.media`)}, ${sql.ref(`${alias}.options`)}, ${sql.ref(`${alias}.pairs`)})`;
const hasFiles = (alias: string) => sql<boolean>`${listFiles(alias)} <> '{}'`;

/** Finds the file of a signed address: the signature is the right to read, so there is no reach. */
export function findSignedFile(db: Db, instanceId: number, key: string): Promise<FileRow | undefined> {
  return db
    .selectFrom("files")
    .select(["key", "name", "type", "size", "small_size", "purpose"])
    .where("instance_id", "=", instanceId)
    .where("key", "=", key)
    .executeTakeFirst();
}

/** Deletes the rows of files that are older than so many days and that nothing in the instance refers to. */
export async function deleteUnused(db: Db, instanceId: number, days: number): Promise<void> {
  await sql`
      DELETE FROM files f
      WHERE f.instance_id = ${instanceId} AND f.created_at < now() - make_interval(days => ${days})
        AND NOT EXISTS (SELECT FROM units u WHERE u.instance_id = ${instanceId} AND (u.file_key = f.key OR position(f.key in u.content) > 0
          OR (u.captions <> '[]' AND position(f.key in u.captions::text) > 0)))
        AND f.key NOT IN (SELECT unnest(${listFiles("q")}) FROM questions q WHERE q.instance_id = ${instanceId} AND ${hasFiles("q")})
        AND f.key NOT IN (SELECT unnest(${listFiles("b")}) FROM bank_questions b WHERE b.instance_id = ${instanceId} AND ${hasFiles("b")})
        AND NOT EXISTS (SELECT FROM course_resources r WHERE r.instance_id = ${instanceId} AND r.file_key = f.key)
        AND NOT EXISTS (SELECT FROM courses c WHERE c.instance_id = ${instanceId} AND c.thumbnail_key = f.key)
        AND NOT EXISTS (SELECT FROM badges b WHERE b.instance_id = ${instanceId} AND b.picture_key = f.key)
        AND NOT EXISTS (SELECT FROM certificates k WHERE k.instance_id = ${instanceId} AND k.drawn_from ->> 'logo_key' = f.key)
        AND NOT EXISTS (SELECT FROM certificate_template_versions v WHERE v.instance_id = ${instanceId} AND f.key = ANY (v.picture_keys))
        AND NOT EXISTS (SELECT FROM learning_paths l WHERE l.instance_id = ${instanceId} AND l.cover_key = f.key)
        AND NOT EXISTS (SELECT FROM responses r WHERE r.instance_id = ${instanceId} AND r.file_key = f.key)
        AND NOT EXISTS (SELECT FROM submissions s WHERE s.instance_id = ${instanceId} AND s.file_key = f.key)
        AND NOT EXISTS (SELECT FROM ended_enrolments x WHERE x.instance_id = ${instanceId} AND position(f.key in x.record::text) > 0)
        AND NOT EXISTS (SELECT FROM document_views v WHERE v.instance_id = ${instanceId} AND v.pdf_key = f.key)
        AND NOT EXISTS (SELECT FROM course_imports m WHERE m.instance_id = ${instanceId} AND m.file_key = f.key AND m.state IN ('waiting', 'working'))
        AND NOT EXISTS (SELECT FROM report_exports e WHERE e.instance_id = ${instanceId} AND e.file_key = f.key)
        AND NOT EXISTS (SELECT FROM personal_data_exports d WHERE d.instance_id = ${instanceId} AND d.file_key = f.key)
        AND NOT EXISTS (SELECT FROM scorm_packages p WHERE p.instance_id = ${instanceId} AND p.file_key = f.key)
        AND NOT EXISTS (SELECT FROM branches b WHERE b.instance_id = ${instanceId} 
          AND f.key IN (b.logo_key, b.logo_dark_key, b.icon_key, b.login_picture_key))
        AND NOT EXISTS (SELECT FROM categories k WHERE k.instance_id = ${instanceId} AND k.image_key = f.key)
        AND NOT EXISTS (SELECT FROM instances i WHERE i.id = f.instance_id 
          AND f.key IN (i.logo_key, i.logo_dark_key, i.icon_key, i.login_picture_key))`.execute(db);
}

/** Lists the keys of files, small versions of pictures, folders of unpacked packages, and attachments of statements. */
export async function listKeys(db: Db, instanceId: number): Promise<Set<string>> {
  const files = await db
    .selectFrom("files")
    .select(["key", "small_size"])
    .where("instance_id", "=", instanceId)
    .execute();
  const folders = await db
    .selectFrom("scorm_packages")
    .select("folder_key as key")
    .where("instance_id", "=", instanceId)
    .where("folder_key", "is not", null)
    .execute();
  const attachments = await db
    .selectFrom("xapi_attachments")
    .select("file_key as key")
    .where("instance_id", "=", instanceId)
    .execute();
  return new Set([
    ...files.flatMap(({ key, small_size }) => (small_size === null ? [key] : [key, toSmallKey(key)])),
    ...folders.map(({ key }) => key!),
    ...attachments.map(({ key }) => key),
  ]);
}
