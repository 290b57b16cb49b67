import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";

type Authoring = Reach<"course.author">;

/** Copies the course's own fields, as a draft of this author and site; a title that would become too long is cut. */
export async function copyCourse(
  reach: Authoring,
  id: number,
  branchId: number | null,
): Promise<{ id: number; title: string }> {
  const { rows } = await sql<{ id: number; title: string }>`
    INSERT INTO courses (instance_id, title, description, course_code, price, hide_from_catalog, capacity, level, start_date, start_time,
      end_date, end_time, completion_rules, completion_percentage, certificate_type, thumbnail_key, unit_count, created_by, branch_id, status)
    SELECT instance_id, ltrim(left(title, 193) || ' (copy)'), description, course_code, price, hide_from_catalog, capacity, level,
      start_date, start_time, end_date, end_time, completion_rules, completion_percentage, certificate_type, thumbnail_key, unit_count,
      ${reach.userId}, ${branchId}, 'draft'
    FROM courses
    WHERE instance_id = ${reach.instanceId} AND id = ${id}
    RETURNING id, title`.execute(reach.db);
  return rows[0]!;
}

/** Categories, prerequisites and resources; files are not copied, both courses name the same ones. */
export async function copyBelongings(reach: Authoring, from: number, to: number): Promise<void> {
  const { instanceId } = reach;
  await sql`
    WITH categories AS (
      INSERT INTO course_categories (instance_id, course_id, category_id, position)
      SELECT instance_id, ${to}::integer, category_id, position FROM course_categories
      WHERE instance_id = ${instanceId} AND course_id = ${from}
      RETURNING true),
    prerequisites AS (
      INSERT INTO course_prerequisites (instance_id, course_id, prerequisite_id)
      SELECT instance_id, ${to}::integer, prerequisite_id FROM course_prerequisites
      WHERE instance_id = ${instanceId} AND course_id = ${from}
      RETURNING true)
    INSERT INTO course_resources (instance_id, course_id, position, name, file_key, category_id, is_downloadable)
    SELECT instance_id, ${to}::integer, position, name, file_key, category_id, is_downloadable FROM course_resources
    WHERE instance_id = ${instanceId} AND course_id = ${from}
    RETURNING true`.execute(reach.db);
}

/** The units with their questions. A save numbers units from 1 without gaps, so their order says which copy is whose. */
export async function copyUnits(reach: Authoring, from: number, to: number): Promise<void> {
  const { instanceId } = reach;
  await sql`
    INSERT INTO units (instance_id, course_id, type, unit_order, title, content, content_images, pictures_pending, completion_option, time_limit, file_key, youtube_link,
      url, scorm_id, captions, draws)
    SELECT instance_id, ${to}::integer, type, unit_order, title, content, content_images, pictures_pending, completion_option, time_limit, file_key, youtube_link, url,
      scorm_id, captions, draws
    FROM units
    WHERE instance_id = ${instanceId} AND course_id = ${from} AND deleted_at IS NULL
    ORDER BY unit_order
    RETURNING true`.execute(reach.db);
  await sql`
    INSERT INTO questions (instance_id, unit_id, type, question, options, pairs, rules, required_points, position)
    SELECT q.instance_id, copy.id, q.type, q.question, q.options, q.pairs, q.rules, q.required_points, q.position
    FROM units u
    JOIN questions q ON q.instance_id = u.instance_id AND q.unit_id = u.id AND q.deleted_at IS NULL AND q.bank_id IS NULL
    JOIN units copy ON copy.instance_id = u.instance_id AND copy.course_id = ${to} AND copy.unit_order = u.unit_order
    WHERE u.instance_id = ${instanceId} AND u.course_id = ${from} AND u.deleted_at IS NULL
    ORDER BY u.unit_order, q.position, q.id
    RETURNING true`.execute(reach.db);
}
