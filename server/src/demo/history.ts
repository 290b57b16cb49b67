import { sql } from "kysely";
import type { Db } from "../db/client.ts";

/**
 * Inserts some weeks of learning with past dates. The product's own calls use the server's clock, so these rows cannot
 * come through them. The ids alone determine the progress of each learner; the first learner of an instance is half-way
 * in every course.
 */
export async function buildHistory(db: Db, instanceId: number, learnerIds: number[]): Promise<void> {
  const people = JSON.stringify(learnerIds.map((user_id, position) => ({ user_id, position })));
  await sql`
    INSERT INTO enrolments (instance_id, user_id, course_id, assigned_at, started_at)
    SELECT c.instance_id, p.user_id, c.id, now() - make_interval(days => 70 - (p.position * 7 + c.place * 5) % 60, hours => p.position % 9),
      CASE WHEN (p.position + c.place) % 5 <> 4 THEN now() - make_interval(days => 69 - (p.position * 7 + c.place * 5) % 60) END
    FROM jsonb_to_recordset(${people}::jsonb) AS p (user_id integer, position integer)
    CROSS JOIN (SELECT instance_id, id, row_number() OVER (ORDER BY id)::integer AS place FROM courses WHERE instance_id = ${instanceId}) c
    WHERE (p.position + c.place * 2) % 3 <> 0
    RETURNING true`.execute(db);
  await sql`
    INSERT INTO enrolment_sources (instance_id, user_id, course_id, source, added_at)
    SELECT instance_id, user_id, course_id, 'person', assigned_at FROM enrolments WHERE instance_id = ${instanceId}`.execute(
    db,
  );
  // A third has a due date: from twelve days ago to four weeks ahead, for the first learner in three weeks.
  await sql`
    UPDATE enrolments e
    SET due_on = now()::date + CASE WHEN p.position = 0 THEN 21 ELSE (e.user_id * 3 + e.course_id * 5) % 40 - 12 END
    FROM jsonb_to_recordset(${people}::jsonb) AS p (user_id integer, position integer)
    WHERE e.instance_id = ${instanceId} AND e.user_id = p.user_id AND (p.position + e.course_id) % 3 = 1`.execute(db);
  await sql`
    UPDATE enrolment_sources s SET due_on = e.due_on FROM enrolments e
    WHERE s.instance_id = ${instanceId} AND e.instance_id = s.instance_id AND e.user_id = s.user_id AND e.course_id = s.course_id`.execute(
    db,
  );
  await sql`
    INSERT INTO unit_progress (instance_id, user_id, unit_id, course_id, first_contact_at, last_contact_at, time_spent, completed_at)
    SELECT e.instance_id, e.user_id, u.id, e.course_id, done.at - interval '10 minutes', done.at, 120 + (e.user_id * 37 + u.id * 53) % 540, done.at
    FROM enrolments e
    JOIN units u ON u.instance_id = e.instance_id AND u.course_id = e.course_id
    JOIN courses c ON c.instance_id = e.instance_id AND c.id = e.course_id
    CROSS JOIN LATERAL (SELECT least(now() - interval '1 hour', e.started_at + make_interval(days => u.unit_order * 2)) AS at) done
    WHERE e.instance_id = ${instanceId} AND e.started_at IS NOT NULL
      AND u.unit_order <= c.unit_count * ((e.user_id * 3 + e.course_id * 5) % 7) / 5
      AND NOT EXISTS (
        SELECT FROM course_prerequisites r
        LEFT JOIN enrolments before ON before.instance_id = r.instance_id AND before.course_id = r.prerequisite_id AND before.user_id = e.user_id
        WHERE r.instance_id = ${instanceId} AND r.course_id = e.course_id AND before.started_at IS NULL)`.execute(db);
  await sql`
    UPDATE enrolments e
    SET units_completed = done.units, time_spent = done.seconds, completed_at = CASE WHEN completes_course(done.units, c.unit_count, c.completion_rules, c.completion_percentage) THEN done.last END
    FROM courses c,
      (SELECT course_id, user_id, count(*)::integer AS units, sum(time_spent)::integer AS seconds, max(completed_at) AS last
       FROM unit_progress WHERE instance_id = ${instanceId} GROUP BY course_id, user_id) done
    WHERE e.instance_id = ${instanceId} AND c.instance_id = e.instance_id AND c.id = e.course_id
      AND done.course_id = e.course_id AND done.user_id = e.user_id`.execute(db);
  await sql`
    INSERT INTO daily_time (instance_id, course_id, day, user_id, seconds)
    SELECT instance_id, course_id, completed_at::date, user_id, sum(time_spent)::integer FROM unit_progress
    WHERE instance_id = ${instanceId} GROUP BY instance_id, course_id, completed_at::date, user_id`.execute(db);
  await sql`
    INSERT INTO activity (instance_id, user_id, actor_id, kind, course_id, unit_id, created_at)
    SELECT instance_id, user_id, user_id, kind, course_id, unit_id, at
    FROM (
      SELECT instance_id, user_id, 'enrolled' AS kind, course_id, NULL::integer AS unit_id, assigned_at AS at FROM enrolments
      UNION ALL
      SELECT instance_id, user_id, 'started', course_id, NULL, started_at FROM enrolments WHERE started_at IS NOT NULL
      UNION ALL
      SELECT instance_id, user_id, 'unit_completed', course_id, unit_id, completed_at FROM unit_progress WHERE completed_at IS NOT NULL
      UNION ALL
      SELECT instance_id, user_id, 'course_completed', course_id, NULL, completed_at + interval '1 second' FROM enrolments
      WHERE completed_at IS NOT NULL
    ) events
    WHERE instance_id = ${instanceId}
    ORDER BY at
    RETURNING true`.execute(db);
}
