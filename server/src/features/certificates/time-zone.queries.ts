import { sql } from "kysely";
import type { At } from "./path-certificates.queries.ts";

export interface ZoneChange {
  /** IANA time zones. */
  from: string;
  to: string;
}

/** Tells whether the instance has more certificates than `most`. */
export async function hasMoreCertificates({ db, instanceId }: At, most: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM certificates WHERE instance_id = ${instanceId} LIMIT 1 OFFSET ${most}`.execute(db);
  return rows.length > 0;
}

/**
 * Ties the certificates of an instance to the days of their completions in another time zone. What they say stays: the day that
 * was printed is kept. Where another certificate of the person is of that day already, a certificate stays as it is.
 * @param recent whether only those are moved that were issued within the last hour and not moved by this transaction
 */
export async function moveCompletions(
  { db, instanceId }: At,
  { from, to }: ZoneChange,
  { recent = false } = {},
): Promise<void> {
  await sql`
    UPDATE certificates k SET completed_on = moved.day,
      drawn_from = jsonb_build_object('completed_on', k.completed_on) || k.drawn_from
    FROM (
      SELECT DISTINCT ON (c.id) c.id, (d.moment AT TIME ZONE ${to})::date AS day
      FROM (
        SELECT e.user_id, e.course_id, NULL::integer AS path_id, coalesce(e.completed_at, e.completed_before) AS moment,
          NULL::timestamptz AS ended_at
        FROM enrolments e WHERE e.instance_id = ${instanceId}
        UNION ALL
        SELECT a.user_id, a.course_id, NULL, a.completed_at, NULL FROM course_attempts a WHERE a.instance_id = ${instanceId}
        UNION ALL
        SELECT m.user_id, NULL, m.path_id, m.completed_at, NULL FROM learning_path_people m
        WHERE m.instance_id = ${instanceId}
        UNION ALL
        -- An ended enrolment can be restored, with its certificates.
        SELECT x.user_id, x.course_id, NULL,
          coalesce((r.row ->> 'completed_at')::timestamptz, (r.row ->> 'completed_before')::timestamptz), x.ended_at
        FROM ended_enrolments x CROSS JOIN jsonb_array_elements(x.record -> 'enrolments') AS r (row)
        WHERE x.instance_id = ${instanceId}
      ) d
      JOIN certificates c ON c.instance_id = ${instanceId} AND c.user_id = d.user_id
        AND (c.course_id = d.course_id OR c.path_id = d.path_id)
        AND c.completed_on = (d.moment AT TIME ZONE ${from})::date AND c.ended_at IS NOT DISTINCT FROM d.ended_at
        ${recent ? sql`AND c.issued_at >= now() - interval '1 hour' AND c.xmin <> pg_current_xact_id()::xid` : sql``}
      ORDER BY c.id, d.moment DESC
    ) moved
    WHERE k.instance_id = ${instanceId} AND k.id = moved.id AND k.completed_on <> moved.day
      AND NOT EXISTS (
        SELECT FROM certificates other
        WHERE other.instance_id = k.instance_id AND other.user_id = k.user_id AND other.ended_at IS NULL
          AND (other.course_id = k.course_id OR other.path_id = k.path_id) AND other.completed_on = moved.day
      )`.execute(db);
}
