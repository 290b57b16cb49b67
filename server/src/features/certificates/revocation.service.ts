import { type RawBuilder, sql } from "kysely";

interface Holder {
  instanceId: number;
  userId: number;
}

/**
 * Selects the day, yyyy-mm-dd, on which the certificate of a user's completion of a course was revoked; null when it was not.
 * @param completedOn the day of the completion; may refer to the instance as `i`
 */
export function selectRevocationDay(
  { instanceId, userId }: Holder,
  courseId: RawBuilder<unknown>,
  completedOn: RawBuilder<unknown>,
): RawBuilder<string | null> {
  return sql`(
    SELECT (k.revoked_at AT TIME ZONE i.time_zone)::date FROM certificates k
    JOIN instances i ON i.id = k.instance_id
    WHERE k.instance_id = ${instanceId} AND k.user_id = ${userId} AND k.course_id = ${courseId}
      AND k.completed_on = ${completedOn} AND k.ended_at IS NULL AND k.revoked_at IS NOT NULL)`;
}
