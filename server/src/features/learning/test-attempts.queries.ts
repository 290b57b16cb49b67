import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { cacheQuery } from "../../db/cached-query.ts";
import type { Db } from "../../db/client.ts";
import type { AttemptRules, QuestionRow } from "../courses/courses.service.ts";
import { buildQuestion, type MarkedLevel } from "../questions/questions.service.ts";

type Learning = Reach<"learn">;
type Reading = Learning | Reach<"report.view">;

/** What decides whether a learner may start an attempt at a test now. */
export interface TestState {
  course_attempt: number;
  /** The attempts of this course attempt, open or submitted. */
  used: number;
  /** The attempts that staff allowed this person beyond the test's own number. */
  extra: number;
  is_passed: boolean;
  has_open: boolean;
  /** Whether an attempt waits for its essays to be marked. */
  is_waiting: boolean;
  /** Seconds since the last attempt ended, or was marked; null before the first. */
  seconds_since: number | null;
  /** The own questions of the unit. */
  questions: number;
}

/** Returns the state of the caller in a test of a course in which they are enrolled; undefined otherwise. */
export async function findTestState(
  { db, instanceId, userId }: Learning,
  courseId: number,
  unitId: number,
): Promise<TestState | undefined> {
  return (await selectTestState(db, { instanceId, userId, courseId, unitId }))[0];
}

const selectTestState = cacheQuery(
  (_, given: { instanceId: number; userId: number; courseId: number; unitId: number }) => sql<TestState>`
    SELECT e.attempt AS course_attempt, count(t.id)::integer AS used, coalesce(max(x.extra), 0) AS extra,
      coalesce(bool_or(t.is_passed), false) AS is_passed,
      coalesce(bool_or(t.id IS NOT NULL AND t.submitted_at IS NULL), false) AS has_open,
      coalesce(bool_or(t.submitted_at IS NOT NULL AND t.score IS NULL), false) AS is_waiting,
      extract(epoch FROM clock_timestamp() - max(coalesce(t.graded_at, t.submitted_at)))::float8 AS seconds_since,
      (SELECT count(*)::integer FROM questions q WHERE q.instance_id = ${given.instanceId} AND q.unit_id = ${given.unitId}
        AND q.deleted_at IS NULL AND q.bank_id IS NULL) AS questions
    FROM enrolments e
    LEFT JOIN test_attempts t ON t.instance_id = e.instance_id AND t.user_id = e.user_id AND t.unit_id = ${given.unitId}
      AND t.course_attempt = e.attempt
    LEFT JOIN test_allowances x ON x.instance_id = e.instance_id AND x.user_id = e.user_id AND x.unit_id = ${given.unitId}
    WHERE e.instance_id = ${given.instanceId} AND e.user_id = ${given.userId} AND e.course_id = ${given.courseId}
    GROUP BY e.attempt`,
);

/** Lists the ids of the questions that a unit asks this learner: its own in their order, then those they drew. */
export async function listAskedIds({ db, instanceId, userId }: Learning, unitId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT q.id
    FROM questions q
    JOIN units u ON u.instance_id = q.instance_id AND u.id = q.unit_id
    LEFT JOIN unit_draws d ON d.instance_id = q.instance_id AND d.unit_id = q.unit_id AND d.user_id = ${userId}
    WHERE q.instance_id = ${instanceId} AND q.unit_id = ${unitId} AND q.deleted_at IS NULL
      AND (q.bank_id IS NULL OR (u.draws <> '[]' AND q.id = ANY (d.question_ids)))
    ORDER BY array_position(d.question_ids, q.id) NULLS FIRST, q.position, q.id`.execute(db);
  return rows.map(({ id }) => id);
}

export interface NewAttempt {
  course_id: number;
  unit_id: number;
  course_attempt: number;
  number: number;
  question_ids: number[];
  rules: AttemptRules;
  /** Seconds; null for no limit. */
  time_limit: number | null;
}

/** Starts an attempt by the database's clock. @returns undefined when another window was faster */
export async function insertAttempt(
  { db, instanceId, userId }: Learning,
  given: NewAttempt,
): Promise<{ id: number; deadline_at: Date | null } | undefined> {
  const { rows } = await sql<{ id: number; deadline_at: Date | null }>`
    INSERT INTO test_attempts (instance_id, user_id, course_id, unit_id, course_attempt, number, question_ids, rules, started_at, deadline_at)
    SELECT ${instanceId}, ${userId}, ${given.course_id}, ${given.unit_id}, ${given.course_attempt}, ${given.number},
      ${given.question_ids}, ${JSON.stringify(given.rules)}, clock.now,
      clock.now + make_interval(secs => ${given.time_limit})
    FROM (SELECT clock_timestamp() AS now) clock
    ON CONFLICT DO NOTHING
    RETURNING id, deadline_at`.execute(db);
  return rows[0];
}

/**
 * Takes over the right answers of the last attempt at this test, so that the new one asks only the others. Takes over
 * nothing when all were right: then everything is asked again.
 */
export async function carryRightAnswers({ db, instanceId, userId }: Learning, attemptId: number): Promise<void> {
  await sql`
    INSERT INTO test_answers (instance_id, attempt_id, question_id, user_id, course_id, unit_id, response, is_correct, credit, is_carried, answered_at,
      mark_points, mark_levels, mark_comment, marked_by, marked_at)
    SELECT a.instance_id, t.id, a.question_id, a.user_id, a.course_id, a.unit_id, a.response, true, a.credit, true, a.answered_at,
      a.mark_points, a.mark_levels, a.mark_comment, a.marked_by, a.marked_at
    FROM test_attempts t
    JOIN LATERAL (
      SELECT id FROM test_attempts l
      WHERE l.instance_id = t.instance_id AND l.user_id = t.user_id AND l.unit_id = t.unit_id
        AND l.course_attempt = t.course_attempt AND l.submitted_at IS NOT NULL
      ORDER BY l.number DESC LIMIT 1) last ON true
    JOIN test_answers a ON a.instance_id = t.instance_id AND a.attempt_id = last.id AND a.is_correct
      AND a.question_id = ANY (t.question_ids)
    WHERE t.instance_id = ${instanceId} AND t.user_id = ${userId} AND t.id = ${attemptId}
      AND EXISTS (SELECT FROM unnest(t.question_ids) asked (id)
        WHERE NOT EXISTS (SELECT FROM test_answers r WHERE r.instance_id = t.instance_id AND r.attempt_id = last.id
          AND r.question_id = asked.id AND r.is_correct))
    RETURNING true`.execute(db);
}

export interface GivenAnswer {
  attempt_id: number;
  question_id: number;
  response: object;
  is_correct: boolean;
  credit: number;
  /** Whether an answer that is given cannot be changed. */
  is_final: boolean;
}

/**
 * Stores an answer while the attempt is open and its time is not over, by the database's clock. Waits for a submission
 * that is under way. @returns false when it was not stored
 */
export async function upsertAnswer({ db, instanceId, userId }: Learning, given: GivenAnswer): Promise<boolean> {
  const rows = await putAnswer(db, { ...given, instanceId, userId, response: JSON.stringify(given.response) });
  return rows.length > 0;
}

type PutAnswer = Omit<GivenAnswer, "response"> & { instanceId: number; userId: number; response: string };

const putAnswer = cacheQuery(
  (_, given: PutAnswer) => sql<{ stored: boolean }>`
    WITH open AS MATERIALIZED (
      SELECT t.* FROM test_attempts t
      WHERE t.instance_id = ${given.instanceId} AND t.user_id = ${given.userId} AND t.id = ${given.attempt_id}
        AND t.submitted_at IS NULL AND (t.deadline_at IS NULL OR t.deadline_at > clock_timestamp())
        AND ${given.question_id}::integer = ANY (t.question_ids)
      FOR SHARE
    )
    INSERT INTO test_answers AS a (instance_id, attempt_id, question_id, user_id, course_id, unit_id, response, is_correct, credit)
    SELECT open.instance_id, open.id, ${given.question_id}::integer, open.user_id, open.course_id, open.unit_id,
      ${given.response}::jsonb, ${given.is_correct}::boolean, ${given.credit}::real
    FROM open
    ON CONFLICT (instance_id, attempt_id, question_id) DO UPDATE
    SET response = excluded.response, is_correct = excluded.is_correct, credit = excluded.credit, answered_at = excluded.answered_at
    WHERE NOT a.is_carried AND NOT ${given.is_final}::boolean
    RETURNING true AS stored`,
);

/** Finds the stored answer to a question of an attempt. */
export async function findAnswer(
  { db, instanceId }: Learning,
  attemptId: number,
  questionId: number,
): Promise<{ response: { given_id?: string | null }; is_correct: boolean } | undefined> {
  const found = await db
    .selectFrom("test_answers")
    .where("instance_id", "=", instanceId)
    .where("attempt_id", "=", attemptId)
    .where("question_id", "=", questionId)
    .select(["response", "is_correct"])
    .executeTakeFirst();
  return found && { ...found, response: found.response as { given_id?: string | null } };
}

export interface LockedAttempt {
  id: number;
  course_id: number;
  unit_id: number;
  course_attempt: number;
  rules: AttemptRules;
  is_submitted: boolean;
  is_over: boolean;
}

/** Finds an attempt of the caller and locks it: answers that are on their way are stored before or refused. */
export async function lockAttempt(
  { db, instanceId, userId }: Learning,
  id: number,
): Promise<LockedAttempt | undefined> {
  const { rows } = await sql<LockedAttempt>`
    SELECT id, course_id, unit_id, course_attempt, rules, submitted_at IS NOT NULL AS is_submitted,
      coalesce(deadline_at <= clock_timestamp(), false) AS is_over
    FROM test_attempts
    WHERE instance_id = ${instanceId} AND user_id = ${userId} AND id = ${id}
    FOR UPDATE`.execute(db);
  return rows[0];
}

/** Lists the open attempts of an instance whose time is over, with their learners. */
export function listOverdue(db: Db, instanceId: number): Promise<{ id: number; user_id: number }[]> {
  return db
    .selectFrom("test_attempts as t")
    .innerJoin("users as u", (join) =>
      join.onRef("u.instance_id", "=", "t.instance_id").onRef("u.id", "=", "t.user_id").on("u.deleted_at", "is", null),
    )
    .where("t.instance_id", "=", instanceId)
    .where("t.submitted_at", "is", null)
    .where("t.deadline_at", "<=", sql<Date>`clock_timestamp()`)
    .select(["t.id", "t.user_id"])
    .execute();
}

/**
 * Submits a locked attempt with what is answered, or grades a submitted one again, and stores what each question was worth.
 * While an essay waits to be marked, there is no score. Questions that were deleted meanwhile do not count; an attempt that
 * has no other is not passed. An essay earns the share that it was marked with, also without partial credit. The score is
 * cut, not rounded, so that it never shows a pass mark that was missed.
 */
export async function gradeAttempt(
  { db, instanceId }: Learning,
  { id, rules }: LockedAttempt,
): Promise<{ score: number | null; is_passed: boolean | null }> {
  const { rows } = await sql<{ score: number | null; is_passed: boolean | null }>`
    WITH asked AS (
      SELECT asked.place, q.id, coalesce(t.question_points[asked.place], q.points) AS points,
        CASE WHEN ${rules.partial_credit} OR is_essay(a.response) THEN a.credit ELSE a.is_correct::integer END AS share,
        is_essay(a.response) AND a.marked_at IS NULL AS is_waiting
      FROM test_attempts t
      CROSS JOIN unnest(t.question_ids) WITH ORDINALITY asked (id, place)
      LEFT JOIN questions q ON q.instance_id = t.instance_id AND q.id = asked.id AND q.deleted_at IS NULL
      LEFT JOIN test_answers a ON a.instance_id = t.instance_id AND a.attempt_id = t.id AND a.question_id = q.id
      WHERE t.instance_id = ${instanceId} AND t.id = ${id}
    ), graded AS (
      SELECT array_agg(CASE WHEN id IS NOT NULL THEN points END ORDER BY place) AS points, CASE
        WHEN bool_or(is_waiting) THEN NULL
        WHEN count(id) = 0 THEN 0
        ELSE 100 * coalesce(sum(points * share), 0) / sum(points) FILTER (WHERE id IS NOT NULL) + 0.00001 END AS share
      FROM asked
    )
    UPDATE test_attempts t
    SET submitted_at = coalesce(t.submitted_at, least(clock_timestamp(), t.deadline_at)),
      is_timed_out = t.is_timed_out OR (t.submitted_at IS NULL AND coalesce(t.deadline_at <= clock_timestamp(), false)),
      question_points = graded.points,
      score = CASE WHEN graded.share IS NOT NULL THEN least(100, trunc(graded.share::numeric, 2)) END,
      is_passed = graded.share >= ${rules.pass_mark},
      graded_at = CASE WHEN t.submitted_at IS NULL OR graded.share IS NULL THEN t.graded_at
        ELSE coalesce(t.graded_at, clock_timestamp()) END
    FROM graded
    WHERE t.instance_id = ${instanceId} AND t.id = ${id}
    RETURNING t.score::float8 AS score, t.is_passed`.execute(db);
  return rows[0]!;
}

/** Tells whether an attempt that was just submitted is the one that counts. */
export async function isCounting(reach: Learning, attempt: LockedAttempt): Promise<boolean> {
  return attempt.rules.counting_attempt === "last" || (await findCounting(reach, attempt))?.id === attempt.id;
}

/** Finds the attempt at a test that counts, among those with a score: the last, or the first of the best. */
export async function findCounting(
  { db, instanceId, userId }: Learning,
  { unit_id, course_attempt, rules }: Pick<LockedAttempt, "unit_id" | "course_attempt" | "rules">,
): Promise<{ id: number; counts: boolean } | undefined> {
  const { rows } = await sql<{ id: number; counts: boolean }>`
    SELECT id, counts FROM test_attempts
    WHERE instance_id = ${instanceId} AND user_id = ${userId} AND unit_id = ${unit_id} AND course_attempt = ${course_attempt}
      AND score IS NOT NULL
    ORDER BY CASE WHEN ${rules.counting_attempt === "last"} THEN number END DESC, score DESC, number LIMIT 1`.execute(
    db,
  );
  return rows[0];
}

/**
 * Makes an attempt the one that counts: its answers become the responses of the unit, which reports and completion rules
 * read. A question without an answer is a wrong one.
 */
export async function makeCounting(
  { db, instanceId, userId }: Learning,
  { id, unit_id, course_attempt }: Pick<LockedAttempt, "id" | "unit_id" | "course_attempt">,
): Promise<void> {
  await sql`
    UPDATE test_attempts SET counts = (id = ${id})
    WHERE instance_id = ${instanceId} AND user_id = ${userId} AND unit_id = ${unit_id} AND course_attempt = ${course_attempt}
      AND counts <> (id = ${id})`.execute(db);
  await sql`
    DELETE FROM responses
    WHERE instance_id = ${instanceId} AND user_id = ${userId} AND unit_id = ${unit_id} AND input_type = 'question'`.execute(
    db,
  );
  await sql`
    INSERT INTO responses (instance_id, user_id, course_id, unit_id, input_type, input_key, question_id, response, is_correct, credit, points, test_attempt_id)
    SELECT t.instance_id, t.user_id, t.course_id, t.unit_id, 'question', q.id::text, q.id,
      coalesce(a.response, '{}') || jsonb_build_object('isCorrect', coalesce(a.is_correct, false)),
      coalesce(a.is_correct, false),
      CASE WHEN (t.rules ->> 'partial_credit')::boolean OR is_essay(a.response) THEN coalesce(a.credit, 0) END,
      coalesce(t.question_points[asked.place], q.points), t.id
    FROM test_attempts t
    CROSS JOIN unnest(t.question_ids) WITH ORDINALITY asked (id, place)
    JOIN questions q ON q.instance_id = t.instance_id AND q.id = asked.id AND q.deleted_at IS NULL
    LEFT JOIN test_answers a ON a.instance_id = t.instance_id AND a.attempt_id = t.id AND a.question_id = q.id
    WHERE t.instance_id = ${instanceId} AND t.id = ${id}
    RETURNING true`.execute(db);
}

/**
 * Adds the answers of a submitted attempt to the log of all answers, from which reports count how often a question was tried.
 * An essay is added when it is marked.
 */
export async function logAnswers({ db, instanceId }: Learning, id: number): Promise<void> {
  await sql`
    INSERT INTO attempts (instance_id, user_id, unit_id, question_id, response, is_correct, created_at)
    SELECT instance_id, user_id, unit_id, question_id, response, is_correct, answered_at
    FROM test_answers
    WHERE instance_id = ${instanceId} AND attempt_id = ${id} AND NOT is_carried AND NOT is_essay(response)
    ORDER BY answered_at
    RETURNING true`.execute(db);
}

export interface TestAttemptRow {
  id: number;
  unit_id: number;
  course_attempt: number;
  number: number;
  rules: AttemptRules;
  started_at: Date;
  deadline_at: Date | null;
  submitted_at: Date | null;
  is_timed_out: boolean;
  /** Percent; null until it is submitted, and while it waits for its essays to be marked. */
  score: number | null;
  is_passed: boolean | null;
  counts: boolean;
  /** Whether the test was passed in this attempt at the course, by any attempt at the test. */
  is_test_passed: boolean;
}

const MOST_LISTED = 200;

/** Lists a person's attempts at a test, the latest first. */
export async function listAttempts(
  { db, instanceId }: Reading,
  { userId, courseId, unitId }: { userId: number; courseId: number; unitId: number },
): Promise<TestAttemptRow[]> {
  const { rows } = await sql<TestAttemptRow>`
    SELECT t.id, t.unit_id, t.course_attempt, t.number, t.rules, t.started_at, t.deadline_at, t.submitted_at, t.is_timed_out,
      t.score::float8 AS score, t.is_passed, t.counts,
      coalesce(bool_or(t.is_passed) OVER (PARTITION BY t.course_attempt), false) AS is_test_passed
    FROM test_attempts t
    WHERE t.instance_id = ${instanceId} AND t.user_id = ${userId} AND t.course_id = ${courseId} AND t.unit_id = ${unitId}
    ORDER BY t.id DESC
    LIMIT ${MOST_LISTED}`.execute(db);
  return rows;
}

export interface AnsweredQuestion {
  attempt_id: number;
  question: QuestionRow;
  /** Null when it was not answered. */
  response: object | null;
  is_correct: boolean;
  credit: number;
  is_carried: boolean;
  /** Whether it is an essay that nobody has marked. */
  is_waiting: boolean;
  mark_levels: MarkedLevel[] | null;
  mark_comment: string | null;
  /** What the question was worth when the attempt was graded. */
  points: number;
}

/** Lists what these attempts asked, with the answers and the key, in the order of each. */
export async function listAnsweredQuestions(
  { db, instanceId }: Reading,
  attemptIds: number[],
): Promise<AnsweredQuestion[]> {
  const { rows } = await sql<AnsweredQuestion>`
    SELECT t.id AS attempt_id, a.response, coalesce(a.is_correct, false) AS is_correct, coalesce(a.credit, 0) AS credit,
      coalesce(a.is_carried, false) AS is_carried, is_essay(coalesce(a.response, '{}')) AND a.marked_at IS NULL AS is_waiting,
      a.mark_levels, a.mark_comment, coalesce(t.question_points[asked.place], q.points) AS points,
      ${buildQuestion("q", sql`asked.place`)} AS question
    FROM test_attempts t
    CROSS JOIN unnest(t.question_ids) WITH ORDINALITY asked (id, place)
    JOIN questions q ON q.instance_id = t.instance_id AND q.id = asked.id AND q.deleted_at IS NULL
    LEFT JOIN test_answers a ON a.instance_id = t.instance_id AND a.attempt_id = t.id AND a.question_id = q.id
    WHERE t.instance_id = ${instanceId} AND t.id = ANY (${attemptIds})
    ORDER BY t.id, asked.place`.execute(db);
  return rows;
}
