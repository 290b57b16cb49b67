import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";

/**
 * Makes a course incomplete that the caller marked as complete at this moment, which the activity log proves, for those of
 * these people who have neither completed it by their own work since nor a certificate of it. A user who had not started it
 * and has done nothing since has not started it again. Paths that it completed are taken back with their certificates, if
 * they are not completed without it.
 * @returns for whom
 */
export async function takeBack(
  { db, instanceId, userId }: Reach<"certificate.manage">,
  courseId: number,
  userIds: readonly number[],
  at: string,
): Promise<number[]> {
  await lockEnrolments({ db, instanceId }, courseId, userIds);
  const { rows } = await sql<{ user_id: number }>`
    WITH marked AS (
      DELETE FROM activity a USING enrolments e, courses c
      WHERE a.instance_id = ${instanceId} AND a.course_id = ${courseId} AND a.user_id = ANY (${[...userIds]}::integer[])
        AND a.kind = 'course_completed' AND a.actor_id = ${userId} AND a.created_at = ${at}::timestamptz
        AND e.instance_id = a.instance_id AND e.course_id = a.course_id AND e.user_id = a.user_id
        AND e.completed_at = ${at}::timestamptz
        AND c.instance_id = a.instance_id AND c.id = a.course_id
        AND NOT completes_course(e.units_completed, c.unit_count, c.completion_rules, c.completion_percentage)
        AND NOT EXISTS (SELECT FROM certificates k WHERE k.instance_id = a.instance_id AND k.user_id = a.user_id
          AND k.course_id = a.course_id AND k.issued_at >= e.completed_at AND k.ended_at IS NULL)
      RETURNING a.user_id
    )
    UPDATE enrolments e SET completed_at = NULL,
      started_at = CASE WHEN e.started_at = e.completed_at AND NOT EXISTS (SELECT FROM unit_progress p
        WHERE p.instance_id = e.instance_id AND p.user_id = e.user_id AND p.course_id = e.course_id)
        THEN NULL ELSE e.started_at END
    FROM marked m
    WHERE e.instance_id = ${instanceId} AND e.course_id = ${courseId} AND e.user_id = m.user_id
    RETURNING e.user_id`.execute(db);
  const taken = rows.map(({ user_id }) => user_id);
  await reopenPaths({ db, instanceId }, courseId, taken, at);
  return taken;
}

/**
 * Locks the enrolments that may be taken back. A certificate that is being issued holds the lock (`lockCompletion`): the
 * next statement sees it.
 */
async function lockEnrolments(
  { db, instanceId }: Pick<Reach, "db" | "instanceId">,
  courseId: number,
  userIds: readonly number[],
): Promise<void> {
  await sql`
    SELECT FROM enrolments e
    WHERE e.instance_id = ${instanceId} AND e.course_id = ${courseId} AND e.user_id = ANY (${[...userIds]}::integer[])
    ORDER BY e.user_id FOR NO KEY UPDATE`.execute(db);
}

/**
 * Makes paths incomplete that were completed with a course at a moment and are not without it, and ends their certificates.
 * These are two statements: the first waits for a certificate that is being issued, and only the second sees it.
 */
async function reopenPaths(
  { db, instanceId }: Pick<Reach, "db" | "instanceId">,
  courseId: number,
  userIds: readonly number[],
  at: string,
): Promise<void> {
  const { rows } = await sql<{ user_id: number; path_id: number }>`
    UPDATE learning_path_people m SET completed_at = NULL
    FROM learning_path_progress v
    WHERE m.instance_id = ${instanceId} AND m.user_id = ANY (${[...userIds]}::integer[])
      AND m.completed_at = ${at}::timestamptz
      AND m.path_id IN (SELECT pc.path_id FROM learning_path_courses pc
        WHERE pc.instance_id = ${instanceId} AND pc.course_id = ${courseId})
      AND v.instance_id = m.instance_id AND v.path_id = m.path_id AND v.user_id = m.user_id AND NOT v.is_met
    RETURNING m.user_id, m.path_id`.execute(db);
  if (rows.length === 0) return;
  const reopened = sql`unnest(${rows.map((row) => row.user_id)}::integer[], ${rows.map((row) => row.path_id)}::integer[])`;
  await sql`
    WITH ended AS (
      UPDATE certificates k SET ended_at = now() FROM ${reopened} r (user_id, path_id)
      WHERE k.instance_id = ${instanceId} AND k.user_id = r.user_id AND k.path_id = r.path_id
        AND k.issued_at >= ${at}::timestamptz AND k.ended_at IS NULL
    )
    DELETE FROM notifications n USING ${reopened} r (user_id, path_id)
    WHERE n.instance_id = ${instanceId} AND n.user_id = r.user_id AND n.kind = 'certificate_issued'
      AND n.data ->> 'path_id' = r.path_id::text AND n.created_at >= ${at}::timestamptz AND n.read_at IS NULL`.execute(
    db,
  );
}
