import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { pathInScope } from "../../access/scope.ts";
import { toLikePattern } from "../../db/like.ts";
import { selectDueStatus, selectToday } from "../due-dates/due.service.ts";

type Learning = Reach<"learn">;

export interface MyPathRow {
  id: number;
  title: string;
  description: string;
  cover_key: string | null;
  is_sequential: boolean;
  in_catalogue: boolean;
  due_days: number | null;
  courses: number;
  /** Null for a learner who is not assigned. */
  assigned_at: Date | null;
  due_on: string | null;
  due_status: string | null;
  completed_at: Date | null;
  courses_done: number | null;
  courses_needed: number | null;
  progress: number | null;
  is_met: boolean | null;
  status: string | null;
  certificate_months: number | null;
  /** The last day of the certificate; null before the completion, or without one. */
  certificate_expires_on: string | null;
  certificate_revoked_at: Date | null;
}

const MOST = 200;

/** Lists the published paths to which the learner is assigned: what is due first, completed ones last. */
export async function listMyPaths(reach: Learning): Promise<MyPathRow[]> {
  const { rows } = await sql<MyPathRow>`
    ${selectPaths(reach)} WHERE v.user_id IS NOT NULL AND l.status = 'published'
    ORDER BY v.completed_at IS NOT NULL, v.due_on NULLS LAST, v.assigned_at DESC, l.id LIMIT ${MOST}`.execute(reach.db);
  return rows;
}

/** Lists the paths of the catalogue to which the learner is not assigned. */
export async function listCatalogue(reach: Learning, search: string | null | undefined): Promise<MyPathRow[]> {
  const pattern = toLikePattern(search);
  const { rows } = await sql<MyPathRow>`
    ${selectPaths(reach)} WHERE v.user_id IS NULL AND ${isOffered(reach)}
      AND ${pattern === null ? sql`true` : sql`l.title ILIKE ${pattern}`}
    ORDER BY l.title COLLATE people, l.id LIMIT ${MOST}`.execute(reach.db);
  return rows;
}

/** Finds a published path to which the learner is assigned or that the catalogue offers. */
export async function findMyPath(reach: Learning, id: number): Promise<MyPathRow | undefined> {
  const { rows } = await sql<MyPathRow>`
    ${selectPaths(reach)} WHERE l.id = ${id} AND ((v.user_id IS NOT NULL AND l.status = 'published') OR ${isOffered(reach)})`.execute(
    reach.db,
  );
  return rows[0];
}

const isOffered = (reach: Learning) =>
  sql<boolean>`(l.status = 'published' AND l.in_catalogue AND ${pathInScope(reach, "l")})`;

const selectPaths = (reach: Learning) => sql`
  SELECT l.id, l.title, l.description, l.cover_key, l.is_sequential, l.in_catalogue, l.due_days,
    (SELECT count(*) FROM learning_path_courses p JOIN courses c
      ON c.instance_id = p.instance_id AND c.id = p.course_id AND c.deleted_at IS NULL
      WHERE p.instance_id = l.instance_id AND p.path_id = l.id) AS courses,
    v.assigned_at, v.due_on, due_status(v.due_on, v.completed_at, ${selectToday(reach.instanceId)}) AS due_status,
    v.completed_at, v.courses_done, v.courses_needed, v.progress, v.is_met, v.status,
    l.certificate_months, own.expires_on AS certificate_expires_on, own.revoked_at AS certificate_revoked_at
  FROM (SELECT * FROM learning_paths WHERE instance_id = ${reach.instanceId} AND deleted_at IS NULL) l
  LEFT JOIN learning_path_progress v ON v.instance_id = l.instance_id AND v.path_id = l.id AND v.user_id = ${reach.userId}
  LEFT JOIN path_certifications own ON own.instance_id = l.instance_id AND own.path_id = l.id AND own.user_id = ${reach.userId}`;

export interface MyCourseRow {
  section_id: number;
  id: number;
  title: string;
  thumbnail_key: string | null;
  is_published: boolean;
  price: number;
  is_complete: boolean;
  was_complete: boolean;
  completed_at: Date | null;
  progress: number;
  status: string;
  due_on: string | null;
  due_status: string | null;
}

/** Lists the courses of a path in their order, with the learner's progress. */
export async function listMyCourses(reach: Learning, pathId: number): Promise<MyCourseRow[]> {
  const { rows } = await sql<MyCourseRow>`
    SELECT pc.section_id, c.id, c.title, c.thumbnail_key, c.status = 'published' AS is_published, c.price::float8 AS price,
      coalesce(p.is_complete, false) AS is_complete,
      coalesce(p.completed_at, p.completed_before) IS NOT NULL AS was_complete, p.completed_at, coalesce(p.progress, 0) AS progress,
      coalesce(p.status, 'not_started') AS status, p.due_on, ${selectDueStatus("p", reach.instanceId)} AS due_status
    FROM learning_path_courses pc
    JOIN courses c ON c.instance_id = pc.instance_id AND c.id = pc.course_id AND c.deleted_at IS NULL
    LEFT JOIN course_progress p ON p.instance_id = c.instance_id AND p.course_id = c.id AND p.user_id = ${reach.userId}
    WHERE pc.instance_id = ${reach.instanceId} AND pc.path_id = ${pathId}
    ORDER BY pc.section_id, pc.position`.execute(reach.db);
  return rows;
}

/** Lists the published paths that are the only reasons why the learner is in a course, which they have not started. */
export async function listGivingPaths(
  reach: Learning,
  courseId: number,
): Promise<{ id: number; title: string; is_sequential: boolean }[]> {
  const { rows } = await sql<{ id: number; title: string; is_sequential: boolean }>`
    SELECT l.id, l.title, l.is_sequential
    FROM enrolments e
    JOIN enrolment_sources s ON s.instance_id = e.instance_id AND s.user_id = e.user_id AND s.course_id = e.course_id
    JOIN learning_paths l ON l.instance_id = s.instance_id AND l.id = s.group_id AND l.deleted_at IS NULL AND l.status = 'published'
    WHERE e.instance_id = ${reach.instanceId} AND e.user_id = ${reach.userId} AND e.course_id = ${courseId}
      AND e.started_at IS NULL AND s.source = 'path'
      AND NOT EXISTS (SELECT FROM enrolment_sources o WHERE o.instance_id = e.instance_id AND o.user_id = e.user_id
        AND o.course_id = e.course_id AND o.source <> 'path')
    ORDER BY l.id`.execute(reach.db);
  return rows;
}
