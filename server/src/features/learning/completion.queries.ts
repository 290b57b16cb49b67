import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { cacheQuery } from "../../db/cached-query.ts";
import { insertActivityFrom } from "../activity/activity.service.ts";
import { insertClock, lockEnrolment } from "./time.queries.ts";

export interface Completion {
  progress: number;
  is_complete: boolean;
  /** Whether this unit completed the course. */
  became: boolean;
}

interface CompletedUnit {
  courseId: number;
  unitId: number;
  /** Who completes it: the learner, or the reviewer of a submission. */
  actorId: number;
  /** The attempt in which the unit was checked; null for the current one. */
  attempt: number | null;
  /** The unit that the learner opens next: its clock starts. */
  opens: number | null;
}

/**
 * Marks a unit complete, once: of two tabs, only one finds it incomplete and counts it. Logs it, starts the clock of the
 * unit that follows, updates the enrolment's count, and stores the date when the course's rule is met for the first time
 * (P26 and P40). A deleted unit counts for nothing. The enrolment is locked by a statement of its own, in the same round trip: an
 * author who deletes units locks it too, and the count is by what the course has after that. The last write of its operation: others of the same learner wait for the enrolment until it commits.
 * @returns undefined when another attempt has started since the unit was checked; the operation must then be undone
 */
export async function completeUnit(
  { db, instanceId, userId }: Reach<"learn">,
  unit: CompletedUnit,
): Promise<Completion | undefined> {
  const given = { instanceId, userId, ...unit };
  const [, completions] = await Promise.all([lock(db, given), addCompletion(db, given)]);
  return completions[0];
}

interface Given extends CompletedUnit {
  instanceId: number;
  userId: number;
}

const lock = cacheQuery((_, { instanceId, userId, courseId }: Given) => {
  return sql`WITH ${lockEnrolment({ instanceId, userId, courseId })} SELECT FROM enrolment`;
});

const addCompletion = cacheQuery((_, { instanceId, userId, courseId, unitId, actorId, attempt, opens }: Given) => {
  const entry = { instanceId, userId, actorId, kind: "unit_completed", courseId, unitId } as const;
  return sql<Completion>`
    WITH ${lockEnrolment({ instanceId, userId, courseId })}, done AS (
      INSERT INTO unit_progress AS p (instance_id, user_id, unit_id, course_id, completed_at)
      SELECT u.instance_id, ${userId}, u.id, u.course_id, now() FROM enrolment e, units u
      WHERE u.instance_id = ${instanceId} AND u.id = ${unitId} AND u.course_id = e.course_id AND u.deleted_at IS NULL
      ON CONFLICT (instance_id, user_id, unit_id) DO UPDATE SET completed_at = excluded.completed_at WHERE p.completed_at IS NULL
      RETURNING unit_id
    ), entry AS (
      ${insertActivityFrom("done", entry)}
    ), clock AS (
      ${insertClock({ instanceId, userId, unitId: opens })}
    )
    UPDATE enrolments e
    SET units_completed = e.units_completed + added.units,
        last_unit_id = coalesce(opened.unit_id, e.last_unit_id),
        started_at = coalesce(e.started_at, added.at),
        completed_at = coalesce(e.completed_at, CASE
          WHEN completes_course(e.units_completed + added.units, c.unit_count, c.completion_rules, c.completion_percentage)
          THEN added.at END)
    FROM courses c, (SELECT count(*)::integer AS units, now() AS at FROM done) added,
      (SELECT max(unit_id) AS unit_id FROM clock) opened
    WHERE c.instance_id = e.instance_id AND c.id = e.course_id
      AND e.instance_id = ${instanceId} AND e.user_id = ${userId} AND e.course_id = ${courseId}
      AND e.attempt = coalesce(${attempt}, e.attempt)
    RETURNING progress_percent(e.units_completed, c.unit_count) AS progress,
      e.completed_at IS NOT NULL AS is_complete, coalesce(e.completed_at = added.at, false) AS became`;
});
