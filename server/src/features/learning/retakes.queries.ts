import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { courseInScope, userInScope } from "../../access/scope.ts";
import { selectRevocationDay } from "../certificates/revocation.service.ts";
import { selectCourseDue } from "../due-dates/due.service.ts";

type Retaking = Reach<"learn"> | Reach<"certificate.manage">;
type Reading = Reach<"learn"> | Reach<"report.view">;

/** Finds a user's enrolment in a published course and locks it until the attempt is archived. */
export async function findEnrolment(reach: Retaking, userId: number, courseId: number, timeZone: string) {
  return (
    reach.db
      .selectFrom("enrolments as e")
      .innerJoin("courses as c", (join) =>
        join.onRef("c.instance_id", "=", "e.instance_id").onRef("c.id", "=", "e.course_id"),
      )
      .innerJoin("users as u", (join) =>
        join.onRef("u.instance_id", "=", "e.instance_id").onRef("u.id", "=", "e.user_id"),
      )
      .where("e.instance_id", "=", reach.instanceId)
      .where("e.user_id", "=", userId)
      .where("e.course_id", "=", courseId)
      .where("c.deleted_at", "is", null)
      .where("c.status", "=", "published")
      .where("u.deleted_at", "is", null)
      // An enrolled user may retake a course anywhere; an admin of branches acts in theirs only.
      .where((eb) =>
        eb.or([
          eb("e.user_id", "=", reach.userId),
          eb.and([userInScope(reach, "e.user_id"), courseInScope(reach, "e.course_id")]),
        ]),
      )
      .select([
        "e.user_id",
        "e.course_id",
        "e.attempt",
        "e.completed_at",
        "c.title",
        "c.certificate_type",
        "c.start_date",
        "c.start_time",
        "c.end_date",
        "c.end_time",
      ])
      .select(sql<string>`u.first_name || ' ' || u.last_name`.as("user_name"))
      .select(sql<string | null>`(e.completed_at AT TIME ZONE ${timeZone})::date`.as("completed_on"))
      .forUpdate("e")
      .executeTakeFirst()
  );
}

/** Returns the day, yyyy-mm-dd, on which the certificate of a user's completion of a course was revoked; null when it was not. */
export async function findRevocation(
  { db, instanceId }: Retaking,
  { userId, courseId, completedOn }: { userId: number; courseId: number; completedOn: string },
): Promise<string | null> {
  const day = selectRevocationDay({ instanceId, userId }, sql`${courseId}`, sql`${completedOn}::date`);
  const { rows } = await sql<{ day: string | null }>`SELECT ${day} AS day`.execute(db);
  return rows[0]!.day;
}

/** What belongs to an attempt instead of the enrolment. */
const PUT_AWAY = [
  "unit_progress",
  "unit_draws",
  "responses",
  "scorm_results",
  "scorm_attempts",
  "scorm_shared",
  "cmi5_registrations",
];

/** Lists those of these people who have begun a course, with the day of its completion, and locks their enrolments. */
export async function lockBegun(
  { db, instanceId }: Reach<"certificate.manage">,
  userIds: readonly number[],
  courseId: number,
  timeZone: string,
) {
  const { rows } = await sql<{
    user_id: number;
    user_name: string;
    attempt: number;
    certificate_type: string;
    completed_on: string | null;
  }>`
    SELECT e.user_id, u.first_name || ' ' || u.last_name AS user_name, e.attempt, c.certificate_type,
      (e.completed_at AT TIME ZONE ${timeZone})::date AS completed_on
    FROM enrolments e
    JOIN courses c ON c.instance_id = e.instance_id AND c.id = e.course_id
    JOIN users u ON u.instance_id = e.instance_id AND u.id = e.user_id
    WHERE e.instance_id = ${instanceId} AND e.course_id = ${courseId} AND e.user_id = ANY (${[...userIds]}::integer[])
      AND (e.started_at IS NOT NULL OR e.completed_at IS NOT NULL OR e.units_completed > 0)
    ORDER BY e.user_id FOR UPDATE OF e`.execute(db);
  return rows;
}

/**
 * Archives the current attempts of people at a course and starts the next: now where the course was complete, else when
 * they open it. Time stays with the enrolment: retaking a course does not reduce the time spent on it.
 */
export async function beginAgain(reach: Retaking, userIds: readonly number[], courseId: number): Promise<void> {
  const theirs = sql`user_id = ANY (${[...userIds]}::integer[]) AND course_id = ${courseId}`;
  const own = sql`instance_id = ${reach.instanceId} AND ${theirs}`;
  const selectRows = (table: string) =>
    sql`(SELECT coalesce(jsonb_agg(to_jsonb(r)), '[]') FROM ${sql.table(table)} r
      WHERE r.instance_id = e.instance_id AND r.user_id = e.user_id AND r.course_id = e.course_id)`;
  await sql`
    INSERT INTO course_attempts (instance_id, user_id, course_id, attempt, started_at, completed_at, units_completed, total_units, record)
    SELECT e.instance_id, e.user_id, e.course_id, e.attempt, e.started_at, e.completed_at, e.units_completed, c.unit_count,
      jsonb_build_object(${sql.join(PUT_AWAY.flatMap((table) => [sql.lit(table), selectRows(table)]))})
    FROM enrolments e JOIN courses c ON c.instance_id = e.instance_id AND c.id = e.course_id
    WHERE e.instance_id = ${reach.instanceId} AND e.user_id = ANY (${[...userIds]}::integer[]) AND e.course_id = ${courseId}
    RETURNING true`.execute(reach.db);
  await sql`DELETE FROM test_attempts WHERE ${own} AND submitted_at IS NULL`.execute(reach.db);
  // With its sessions: a package that is still open must not write into the next attempt.
  for (const table of [...PUT_AWAY, "scorm_sessions"])
    await sql`DELETE FROM ${sql.table(table)} WHERE ${own}`.execute(reach.db);
  // The due date was that of the former attempt.
  const due = selectCourseDue(reach.instanceId, courseId);
  await sql`
    UPDATE enrolments SET attempt = attempt + 1, completed_before = coalesce(completed_at, completed_before), completed_at = NULL,
      started_at = CASE WHEN completed_at IS NOT NULL THEN now() END,
      units_completed = 0, last_unit_id = NULL, due_on = ${due}, due_set_at = NULL
    WHERE ${own}`.execute(reach.db);
  await sql`UPDATE enrolment_sources SET due_on = ${due} WHERE ${own}`.execute(reach.db);
}

/** Sets the due date of the caller's own enrolment as if by hand: the rules of groups and course do not move it. */
export async function setDue({ db, instanceId, userId }: Reach<"learn">, courseId: number, due: string): Promise<void> {
  await db
    .updateTable("enrolments")
    .set({ due_on: due, due_set_at: sql<Date>`now()` })
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .where("course_id", "=", courseId)
    .execute();
}

export interface FormerAttempt {
  id: number;
  attempt: number;
  started_at: Date | null;
  /** Null for progress that was reset before the course was complete. */
  completed_at: Date | null;
  units_completed: number;
  total_units: number;
  /** Seconds on its units. */
  time_spent: number;
  certificate_id: number | null;
  is_revoked: boolean;
}

/** Lists the former attempts at a course, the latest first, each with the certificate of its completion. */
export async function listFormerAttempts(
  reach: Reading,
  userId: number,
  courseId: number,
  timeZone: string,
): Promise<FormerAttempt[]> {
  const { rows } = await sql<FormerAttempt>`
    SELECT a.id, a.attempt, a.started_at, a.completed_at, a.units_completed, a.total_units,
      (SELECT coalesce(sum((p ->> 'time_spent')::integer), 0) FROM jsonb_array_elements(a.record -> 'unit_progress') p) AS time_spent,
      k.id AS certificate_id, k.revoked_at IS NOT NULL AS is_revoked
    FROM course_attempts a
    LEFT JOIN certificates k ON k.instance_id = a.instance_id AND k.user_id = a.user_id AND k.course_id = a.course_id
      AND k.completed_on = (a.completed_at AT TIME ZONE ${timeZone})::date AND k.ended_at IS NULL
    WHERE a.instance_id = ${reach.instanceId} AND a.user_id = ${userId} AND a.course_id = ${courseId}
    ORDER BY a.id DESC`.execute(reach.db);
  return rows;
}

export interface FormerAnswer {
  attempt_id: number;
  unit_title: string | null;
  question: string | null;
  input_type: string;
  response: object;
  is_correct: boolean | null;
}

/**
 * Lists the answers of those attempts, in the order of the units.
 * @param isOwn leaves out the answers of tests whose attempts have a review rule of their own
 */
export async function listFormerAnswers(reach: Reading, attemptIds: number[], isOwn: boolean): Promise<FormerAnswer[]> {
  const { rows } = await sql<FormerAnswer>`
    SELECT a.id AS attempt_id, u.title AS unit_title, q.question, r.input_type, r.response, r.is_correct
    FROM course_attempts a
    CROSS JOIN jsonb_to_recordset(a.record -> 'responses')
      AS r (unit_id integer, question_id integer, input_type text, response jsonb, is_correct boolean)
    LEFT JOIN units u ON u.instance_id = a.instance_id AND u.id = r.unit_id
    LEFT JOIN questions q ON q.instance_id = a.instance_id AND q.id = r.question_id
    WHERE a.instance_id = ${reach.instanceId} AND a.id = ANY (${attemptIds}) AND r.input_type IN ('question', 'AssignmentText', 'AssignmentFile')
      AND NOT (${isOwn} AND r.input_type = 'question' AND EXISTS (
        SELECT FROM test_attempts t WHERE t.instance_id = a.instance_id AND t.user_id = a.user_id AND t.unit_id = r.unit_id))
    ORDER BY a.id, u.unit_order, q.position, q.id`.execute(reach.db);
  return rows;
}

/** Tells whether a user is in the reach of a reader of reports. */
export async function personIsThere(reach: Reach<"report.view">, userId: number): Promise<boolean> {
  const found = await reach.db
    .selectFrom("users as u")
    .where("u.instance_id", "=", reach.instanceId)
    .where("u.id", "=", userId)
    .where("u.deleted_at", "is", null)
    .where(userInScope(reach, "u.id"))
    .select("u.id")
    .executeTakeFirst();
  return found !== undefined;
}
