import { sql } from "kysely";
import { personIsActive } from "../../access/session.ts";
import type { Db } from "../../db/client.ts";
import { selectExpiry, VALIDITY } from "../certificates/expiry.service.ts";

export interface Expiring {
  user_id: number;
  course_id: number;
  /** The new due date, yyyy-mm-dd. */
  due_on: string;
}

const TODAY = sql`(now() AT TIME ZONE i.time_zone)::date`;

/**
 * Lists completed courses that are to start again, in the order of users and courses. They are due on the last day of the
 * certificate; where that has passed, as after a course has got its rule, so many days from today as the rule gives.
 */
export async function listExpiring(
  db: Db,
  instanceId: number,
  after: Expiring | null,
  limit: number,
): Promise<Expiring[]> {
  const { rows } = await sql<Expiring>`
    SELECT e.user_id, e.course_id,
      CASE WHEN ${selectExpiry()} >= ${TODAY} THEN ${selectExpiry()} ELSE ${TODAY} + c.recertify_days END AS due_on
    FROM courses c
    JOIN instances i ON i.id = c.instance_id
    JOIN enrolments e ON e.instance_id = c.instance_id AND e.course_id = c.id
    JOIN users u ON u.instance_id = e.instance_id AND u.id = e.user_id
    WHERE c.instance_id = ${instanceId} AND c.recertify_days IS NOT NULL AND c.deleted_at IS NULL AND c.status = 'published'
      AND i.deleted_at IS NULL AND u.deleted_at IS NULL AND ${personIsActive}
      -- Roughly, so that few rows are compared by day.
      AND e.completed_at < now() - ${VALIDITY} + make_interval(days => c.recertify_days + 2)
      AND ${selectExpiry()} - c.recertify_days <= ${TODAY}
      AND (c.end_date IS NULL OR c.end_date >= ${TODAY})
      AND (e.user_id, e.course_id) > (${after?.user_id ?? 0}::integer, ${after?.course_id ?? 0}::integer)
    ORDER BY e.user_id, e.course_id
    LIMIT ${limit}`.execute(db);
  return rows;
}
