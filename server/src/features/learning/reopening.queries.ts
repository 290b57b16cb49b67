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

/** Makes a complete unit of the learner incomplete, and the course as well if the unit had completed it. */
export async function reopenUnit(
  { db, instanceId, userId }: Learning,
  courseId: number,
  unitId: number,
  completesCourse: boolean,
): Promise<void> {
  await db
    .updateTable("unit_progress")
    .set({ completed_at: null })
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .where("unit_id", "=", unitId)
    .execute();
  await db
    .updateTable("enrolments")
    .set({ units_completed: sql`units_completed - 1`, ...(completesCourse && { completed_at: null }) })
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .where("course_id", "=", courseId)
    .execute();
}
