import { sql } from "kysely";
import type { Db } from "../../db/client.ts";
import { VALIDITY } from "../../features/certificates/expiry.service.ts";

/**
 * Inserts the certificates of the demo's completed courses. Some learners completed the renewable course almost a year
 * ago or longer, so that certificates are about to expire or have expired.
 */
export async function insertCertificates(db: Db, instanceId: number): Promise<void> {
  await sql`
    CREATE TEMPORARY TABLE moved ON COMMIT DROP AS
    SELECT e.user_id, e.course_id, make_interval(days => 300 + (row_number() OVER (ORDER BY e.user_id))::integer * 25) AS by
    FROM enrolments e JOIN courses c ON c.instance_id = e.instance_id AND c.id = e.course_id
    WHERE e.instance_id = ${instanceId} AND c.course_code = 'NGT-101' AND e.completed_at IS NOT NULL
    ORDER BY e.user_id LIMIT 6`.execute(db);
  await sql`
    UPDATE users u SET created_at = u.created_at - interval '400 days'
    FROM moved m WHERE u.instance_id = ${instanceId} AND u.id = m.user_id`.execute(db);
  await sql`
    UPDATE enrolments e
    SET assigned_at = e.assigned_at - m.by, started_at = e.started_at - m.by, completed_at = e.completed_at - m.by
    FROM moved m
    WHERE e.instance_id = ${instanceId} AND e.user_id = m.user_id AND e.course_id = m.course_id`.execute(db);
  await sql`
    UPDATE unit_progress p
    SET first_contact_at = p.first_contact_at - m.by, last_contact_at = p.last_contact_at - m.by,
      completed_at = p.completed_at - m.by
    FROM moved m
    WHERE p.instance_id = ${instanceId} AND p.user_id = m.user_id AND p.course_id = m.course_id`.execute(db);
  await sql`
    UPDATE activity a SET created_at = a.created_at - m.by
    FROM moved m
    WHERE a.instance_id = ${instanceId} AND a.user_id = m.user_id AND a.course_id = m.course_id`.execute(db);
  await sql`
    INSERT INTO certificates (instance_id, user_id, course_id, code, certificate_type, user_name, course_title,
      completed_on, expires_on, issued_at)
    SELECT e.instance_id, e.user_id, e.course_id, replace(gen_random_uuid()::text, '-', ''), c.certificate_type,
      u.first_name || ' ' || u.last_name, c.title, e.completed_at::date, (e.completed_at + ${VALIDITY})::date, e.completed_at
    FROM enrolments e
    JOIN courses c ON c.instance_id = e.instance_id AND c.id = e.course_id
    JOIN users u ON u.instance_id = e.instance_id AND u.id = e.user_id
    WHERE e.instance_id = ${instanceId} AND e.completed_at IS NOT NULL AND c.certificate_type IS NOT NULL`.execute(db);
}
