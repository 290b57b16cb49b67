import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";

type Learning = Reach<"learn">;

/** How the completion of a unit counts in the learner's course. */
export interface CompletionByUnit {
  /** Whether the course is complete, and was not before this unit was. */
  completes_course: boolean;
  /** Whether a valid certificate was issued since the course was completed. */
  has_certificate: boolean;
}

/** Finds out what a complete unit of the learner has completed, and locks both; undefined while it is not complete. */
export async function findCompletionByUnit(
  { db, instanceId, userId }: Learning,
  courseId: number,
  unitId: number,
): Promise<CompletionByUnit | undefined> {
  const { rows } = await sql<CompletionByUnit>`
    SELECT coalesce(e.completed_at >= p.completed_at
        AND completes_course(e.units_completed, c.unit_count, c.completion_rules, c.completion_percentage)
        AND NOT completes_course(e.units_completed - 1, c.unit_count, c.completion_rules, c.completion_percentage), false)
        AS completes_course,
      EXISTS (SELECT FROM certificates k WHERE k.instance_id = ${instanceId} AND k.user_id = ${userId}
        AND k.course_id = ${courseId} AND k.issued_at >= e.completed_at AND k.revoked_at IS NULL AND k.ended_at IS NULL)
        AS has_certificate
    FROM enrolments e
    JOIN courses c ON c.instance_id = e.instance_id AND c.id = e.course_id
    JOIN unit_progress p ON p.instance_id = e.instance_id AND p.user_id = e.user_id AND p.course_id = e.course_id
    WHERE e.instance_id = ${instanceId} AND e.user_id = ${userId} AND e.course_id = ${courseId}
      AND p.unit_id = ${unitId} AND p.completed_at IS NOT NULL
    FOR UPDATE OF e, p`.execute(db);
  return rows[0];
}

/**
 * Makes a complete unit of the learner incomplete, and the course as well if the unit had completed it. A course that other
 * units complete since a later moment is complete from then on, so that it is opened when they are taken back too. Where a
 * certificate names the former day, that stays.
 */
export async function reopenUnit(
  { db, instanceId, userId }: Learning,
  courseId: number,
  unitId: number,
  { completes_course, has_certificate }: CompletionByUnit,
): Promise<void> {
  await db
    .updateTable("unit_progress")
    .set({ completed_at: null })
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .where("unit_id", "=", unitId)
    .execute();
  const completeSince = sql`(
    SELECT min(o.completed_at) FROM courses c, LATERAL (
      SELECT p.completed_at, row_number() OVER (ORDER BY p.completed_at)::integer AS units FROM unit_progress p
      JOIN units n ON n.instance_id = p.instance_id AND n.id = p.unit_id AND n.deleted_at IS NULL
      WHERE p.instance_id = ${instanceId} AND p.user_id = ${userId} AND p.course_id = ${courseId}
        AND p.completed_at IS NOT NULL) o
    WHERE c.instance_id = ${instanceId} AND c.id = ${courseId}
      AND completes_course(o.units, c.unit_count, c.completion_rules, c.completion_percentage))`;
  const completed = completes_course
    ? null
    : sql<Date>`CASE WHEN completed_at IS NOT NULL THEN greatest(completed_at, ${completeSince}) END`;
  await db
    .updateTable("enrolments")
    .set({ units_completed: sql`units_completed - 1`, ...(!has_certificate && { completed_at: completed }) })
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .where("course_id", "=", courseId)
    .execute();
}
