import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import type { UnitOfCourse } from "./runtime.queries.ts";

/** The status of an attempt, for the reports. */
export interface AttemptStanding {
  completion_status: "unknown" | "incomplete" | "completed";
  success_status: "unknown" | "passed" | "failed";
  /** 0 to 100. */
  score_raw: number | null;
  total_seconds: number;
  is_initialized: boolean;
  is_open: boolean;
  finished_at: Date | null;
}

/** Adds the person's next attempt at a SCO or AU. */
export async function insertAttempt(reach: Reach<"learn">, unit: UnitOfCourse, scoId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO scorm_attempts (instance_id, user_id, unit_id, course_id, sco_id, attempt, is_open, session_started_at, completion_status, success_status)
    SELECT ${reach.instanceId}, ${reach.userId}, ${unit.id}, ${unit.courseId}, ${scoId}, coalesce(max(a.attempt), 0) + 1, true,
      clock_timestamp(), 'unknown', 'unknown'
    FROM scorm_attempts a
    WHERE a.instance_id = ${reach.instanceId} AND a.user_id = ${reach.userId} AND a.unit_id = ${unit.id} AND a.sco_id = ${scoId}
    RETURNING id`.execute(reach.db);
  return rows[0]!.id;
}

export async function updateAttempt(
  reach: Reach<"learn">,
  id: number,
  standing: Partial<AttemptStanding>,
): Promise<void> {
  await reach.db
    .updateTable("scorm_attempts")
    .set({
      ...standing,
      // Reports on courses read the scaled score of every standard.
      ...(standing.score_raw != null && { score_scaled: standing.score_raw / 100 }),
      updated_at: sql`statement_timestamp()`,
    })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .execute();
}
