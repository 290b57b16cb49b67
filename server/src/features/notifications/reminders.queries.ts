import { sql } from "kysely";
import { personIsActive } from "../../access/session.ts";
import type { Db } from "../../db/client.ts";
import { selectExpiry, selectLastCompletion, VALIDITY } from "../certificates/expiry.service.ts";
import { isManager, MANAGER, managerSees } from "./managers.queries.ts";

// Neither inserts a second reminder, because of the unique index notifications_reminded.
const ONCE = sql`ON CONFLICT (instance_id, user_id, kind, (data ->> 'course_id'), (data ->> 'on'), (data ->> 'days'))
  WHERE kind IN ('course_closing', 'certificate_expiring') DO NOTHING RETURNING id`;

/** The longest time before and after a due date for which there are reminders, in days. */
const EARLY_DAYS = 90;
const LATE_DAYS = 90;

const TODAY = sql`(now() AT TIME ZONE i.time_zone)::date`;

/** Notifies users who have not completed a course that closes within these days. @returns the new notifications */
export async function remindOfClosing(db: Db, instanceId: number, days: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO notifications (instance_id, user_id, kind, data)
    SELECT e.instance_id, e.user_id, 'course_closing',
      jsonb_build_object('course_id', c.id, 'course_title', c.title, 'on', c.end_date, 'days', ${days}::integer)
    FROM courses c
    JOIN instances i ON i.id = c.instance_id
    JOIN enrolments e ON e.instance_id = c.instance_id AND e.course_id = c.id AND e.completed_at IS NULL
    JOIN users u ON u.instance_id = e.instance_id AND u.id = e.user_id AND u.deleted_at IS NULL
    WHERE c.instance_id = ${instanceId} AND c.deleted_at IS NULL AND c.status = 'published' AND i.deleted_at IS NULL
      AND c.end_date BETWEEN ${TODAY} AND ${TODAY} + ${days}::integer AND ${personIsActive}
    ${ONCE}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Notifies users whose course is due within the nearest of the days that the instance has set, or has been overdue for the
 * largest of them. A day later than chosen, as after a pause of the server, the reminder is still sent.
 * @returns the new notifications
 */
export async function remindOfDueDates(db: Db, instanceId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO notifications (instance_id, user_id, kind, data)
    SELECT e.instance_id, e.user_id, CASE WHEN e.due_on < ${TODAY} THEN 'course_overdue' ELSE 'course_due' END,
      jsonb_build_object('course_id', c.id, 'course_title', c.title, 'on', e.due_on, 'days', chosen.days)
    FROM instances i
    JOIN enrolments e ON e.instance_id = i.id AND e.completed_at IS NULL
      AND e.due_on BETWEEN ${TODAY} - ${LATE_DAYS}::integer AND ${TODAY} + ${EARLY_DAYS}::integer
    JOIN courses c ON c.instance_id = e.instance_id AND c.id = e.course_id
    JOIN users u ON u.instance_id = e.instance_id AND u.id = e.user_id AND u.deleted_at IS NULL
    CROSS JOIN LATERAL (
      SELECT CASE WHEN e.due_on < ${TODAY}
        THEN (SELECT max(d) FROM unnest(i.due_reminders_after) d WHERE d <= ${TODAY} - e.due_on)
        ELSE (SELECT min(d) FROM unnest(i.due_reminders_before) d WHERE d >= e.due_on - ${TODAY})
      END AS days) chosen
    WHERE i.id = ${instanceId} AND i.deleted_at IS NULL AND c.deleted_at IS NULL AND c.status = 'published'
      AND chosen.days IS NOT NULL AND ${personIsActive}
    ON CONFLICT (instance_id, user_id, kind, (data ->> 'course_id'), (data ->> 'on'), (data ->> 'days'))
      WHERE kind IN ('course_due', 'course_overdue') DO NOTHING
    RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Notifies managers, once a week from Monday at 7 o'clock, of how many enrolments of the people they see are overdue and
 * due within a week; not those without any.
 * @returns the new notifications
 */
export async function sendDueDigests(db: Db, instanceId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH pending AS MATERIALIZED (
      SELECT e.user_id, due_status(e.due_on, e.completed_at, ${TODAY}) AS status
      FROM instances i
      JOIN enrolments e ON e.instance_id = i.id AND e.completed_at IS NULL AND e.due_on <= ${TODAY} + 7
      JOIN courses c ON c.instance_id = e.instance_id AND c.id = e.course_id AND c.deleted_at IS NULL AND c.status = 'published'
      JOIN users u ON u.instance_id = e.instance_id AND u.id = e.user_id AND u.deleted_at IS NULL
      WHERE i.id = ${instanceId} AND ${personIsActive}
    ), managers AS MATERIALIZED (
      SELECT ${MANAGER}, date_trunc('week', now() AT TIME ZONE i.time_zone)::date AS monday
      FROM users u JOIN instances i ON i.id = u.instance_id
      WHERE u.instance_id = ${instanceId} AND ${isManager} AND i.due_digest
        AND now() AT TIME ZONE i.time_zone >= date_trunc('week', now() AT TIME ZONE i.time_zone) + interval '7 hours'
    )
    INSERT INTO notifications (instance_id, user_id, kind, data)
    SELECT ${instanceId}, m.id, 'due_digest', jsonb_build_object('on', m.monday,
      'overdue', count(*) FILTER (WHERE p.status = 'overdue'), 'due_soon', count(*) FILTER (WHERE p.status = 'due_soon'))
    FROM managers m
    JOIN pending p ON ${managerSees(instanceId, "p.user_id")}
    GROUP BY m.id, m.monday
    ON CONFLICT (instance_id, user_id, (data ->> 'on')) WHERE kind = 'due_digest' DO NOTHING
    RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Notifies users whose certificate expires within the nearest of these distances in days; not for revoked certificates
 * and deleted courses.
 */
export async function remindOfExpiry(db: Db, instanceId: number, distances: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO notifications (instance_id, user_id, kind, data)
    SELECT due.instance_id, due.user_id, 'certificate_expiring',
      jsonb_build_object('course_id', due.course_id, 'course_title', due.title, 'on', due.expires_on, 'days',
        (SELECT min(d) FROM unnest(${[...distances]}::integer[]) d WHERE due.expires_on <= due.today + d))
    FROM (
      SELECT e.instance_id, e.user_id, e.course_id, c.title, ${TODAY} AS today,
        ${selectLastCompletion("e")} AS completed_on, ${selectExpiry()} AS expires_on
      FROM enrolments e
      JOIN instances i ON i.id = e.instance_id
      JOIN courses c ON c.instance_id = e.instance_id AND c.id = e.course_id
      JOIN users u ON u.instance_id = e.instance_id AND u.id = e.user_id AND u.deleted_at IS NULL
      WHERE e.instance_id = ${instanceId} AND coalesce(e.completed_at, e.completed_before) < now() - ${VALIDITY} + interval '2 months'
        AND c.deleted_at IS NULL AND i.deleted_at IS NULL AND ${personIsActive}
    ) due
    WHERE due.expires_on BETWEEN due.today AND due.today + ${Math.max(...distances)}::integer
      AND NOT EXISTS (
        SELECT FROM certificates k
        WHERE k.instance_id = due.instance_id AND k.user_id = due.user_id AND k.course_id = due.course_id
          AND k.revoked_at IS NOT NULL AND k.ended_at IS NULL AND k.completed_on = due.completed_on)
    ${ONCE}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Does the same for the certificates of learning paths. */
export async function remindOfExpiryOfPaths(
  db: Db,
  instanceId: number,
  distances: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO notifications (instance_id, user_id, kind, data)
    SELECT v.instance_id, v.user_id, 'certificate_expiring',
      jsonb_build_object('path_id', v.path_id, 'course_title', v.title, 'on', v.expires_on, 'days',
        (SELECT min(d) FROM unnest(${[...distances]}::integer[]) d WHERE v.expires_on <= ${TODAY} + d))
    FROM path_certifications v
    JOIN instances i ON i.id = v.instance_id AND i.deleted_at IS NULL
    JOIN users u ON u.instance_id = v.instance_id AND u.id = v.user_id AND u.deleted_at IS NULL
    WHERE v.instance_id = ${instanceId} AND v.revoked_at IS NULL AND ${personIsActive}
      AND v.expires_on BETWEEN ${TODAY} AND ${TODAY} + ${Math.max(...distances)}::integer
    ON CONFLICT (instance_id, user_id, kind, (data ->> 'path_id'), (data ->> 'on'), (data ->> 'days'))
      WHERE kind = 'certificate_expiring' AND data ? 'path_id' DO NOTHING
    RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}
