import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { cacheQuery } from "../../db/cached-query.ts";
import { ofListedUser } from "../../access/scope.ts";
import {
  isShownToLearner,
  selectHasEssays,
  type QuestionRow,
  TEST_SETTING_NAMES,
  type TestSettings,
} from "../courses/courses.service.ts";
import { buildQuestion, selectQuestion } from "../questions/questions.service.ts";
import { selectCourseDue } from "../due-dates/due.service.ts";
import type { OpenAttempt } from "./test-answers.service.ts";

type Learning = Reach<"learn">;

/** Limits submissions `s` to the attempt of the enrolment `e`; the first attempt has no number. */
export const ofThisAttempt = sql<boolean>`coalesce(s.attempt, 1) = e.attempt`;

export function listResponses({ db, instanceId, userId }: Learning, courseId: number) {
  return selectResponses(db, { instanceId, userId, courseId });
}

const selectResponses = cacheQuery((db, given: { instanceId: number; userId: number; courseId: number }) =>
  db
    .selectFrom("responses as r")
    .where("instance_id", "=", given.instanceId)
    .where("user_id", "=", given.userId)
    .where("course_id", "=", given.courseId)
    .where(isShownToLearner)
    .select(["id", "unit_id", "input_type", "input_key", "response", "file_key", "question_id", "is_correct"]),
);

/** Locks the course row, so that two learners cannot take the last place, and counts its people. */
export async function countEnrolled(reach: Learning, courseId: number): Promise<number> {
  await reach.db
    .selectFrom("courses")
    .select("id")
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", courseId)
    .forNoKeyUpdate()
    .execute();
  const { count } = await reach.db
    .selectFrom("enrolments")
    .where("instance_id", "=", reach.instanceId)
    .where("course_id", "=", courseId)
    .where(ofListedUser(reach.instanceId, "user_id"))
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Enrols the caller. @returns false when they were already enrolled, from any source */
export async function insertOwnEnrolment(reach: Learning, courseId: number): Promise<boolean> {
  const due_on = selectCourseDue(reach.instanceId, courseId);
  const own = { instance_id: reach.instanceId, user_id: reach.userId, course_id: courseId, due_on };
  const { numInsertedOrUpdatedRows } = await reach.db
    .insertInto("enrolments")
    .values(own)
    .onConflict((conflict) => conflict.columns(["instance_id", "user_id", "course_id"]).doNothing())
    .executeTakeFirstOrThrow();
  if (!numInsertedOrUpdatedRows) return false;
  await reach.db
    .insertInto("enrolment_sources")
    .values({ ...own, source: "self", added_by: reach.userId })
    .execute();
  return true;
}

/** Stores the start of a course. @returns false when it was started before */
export async function markStarted(reach: Learning, courseId: number): Promise<boolean> {
  const { numUpdatedRows } = await reach.db
    .updateTable("enrolments")
    .set({ started_at: sql`now()` })
    .where("instance_id", "=", reach.instanceId)
    .where("user_id", "=", reach.userId)
    .where("course_id", "=", courseId)
    .where("started_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

export type UnitAtHand = NonNullable<Awaited<ReturnType<typeof findUnit>>>;

/**
 * Finds a unit of a published course in which the caller is enrolled, with everything that decides whether they may
 * work in it now, in one statement.
 */
export async function findUnit(
  { db, instanceId, userId }: Learning,
  courseId: number,
  unitId: number,
  questionId: number | null,
) {
  const rows = await selectUnit(db, { instanceId, userId, courseId, unitId, questionId: questionId ?? NO_QUESTION });
  type Row = (typeof rows)[number];
  return rows[0] as (Row & TestSettings) | undefined;
}

interface OneUnit {
  instanceId: number;
  userId: number;
  courseId: number;
  unitId: number;
  questionId: number;
}

const NO_QUESTION = 0;

const selectUnit = cacheQuery((db, given: OneUnit) =>
  db
    .selectFrom("units as u")
    .innerJoin("courses as c", (join) =>
      join.onRef("c.instance_id", "=", "u.instance_id").onRef("c.id", "=", "u.course_id"),
    )
    .innerJoin("enrolments as e", (join) =>
      join
        .onRef("e.instance_id", "=", "c.instance_id")
        .onRef("e.course_id", "=", "c.id")
        .on("e.user_id", "=", given.userId),
    )
    .leftJoin("unit_progress as p", (join) =>
      join
        .onRef("p.instance_id", "=", "u.instance_id")
        .onRef("p.unit_id", "=", "u.id")
        .on("p.user_id", "=", given.userId),
    )
    .leftJoin("questions as q", (join) =>
      join
        .onRef("q.instance_id", "=", "u.instance_id")
        .onRef("q.unit_id", "=", "u.id")
        .on("q.id", "=", given.questionId)
        .on("q.deleted_at", "is", null)
        .on(isAnswerable(given.instanceId, given.userId)),
    )
    .where("u.instance_id", "=", given.instanceId)
    .where("u.course_id", "=", given.courseId)
    .where("u.id", "=", given.unitId)
    .where("u.deleted_at", "is", null)
    .where("c.deleted_at", "is", null)
    .where("c.status", "=", "published")
    .select([
      "u.id",
      "u.course_id",
      "u.type",
      "u.completion_option",
      "u.time_limit",
      "u.completes_on_open",
      sql<{ category: string; count: number | null }[]>`u.draws`.as("draws"),
      ...TEST_SETTING_NAMES.map((name) => `u.${name}` as const),
      sql<OpenAttempt | null>`(
        SELECT json_build_object('id', t.id, 'rules', t.rules, 'is_over', coalesce(t.deadline_at <= clock_timestamp(), false))
        FROM test_attempts t
        WHERE t.instance_id = ${given.instanceId} AND t.user_id = ${given.userId} AND t.unit_id = u.id
          AND t.submitted_at IS NULL)`.as("open_attempt"),
      sql<boolean>`u.draws <> '[]' OR EXISTS (
        SELECT FROM questions any_q WHERE any_q.instance_id = ${given.instanceId} AND any_q.unit_id = u.id
          AND any_q.deleted_at IS NULL)`.as("has_questions"),
      selectHasEssays(given.instanceId).as("has_essays"),
      "c.start_date",
      "c.start_time",
      "c.end_date",
      "c.end_time",
      "p.completed_at",
      "e.attempt",
      "e.started_at",
      sql<number>`coalesce(p.time_spent, 0)`.as("time_spent"),
      sql<QuestionRow | null>`CASE WHEN q.id IS NULL THEN NULL ELSE ${buildQuestion("q", sql`q.position`)} END`.as(
        "question",
      ),
      sql<boolean>`EXISTS (
        SELECT FROM course_prerequisites r
        JOIN courses rc ON rc.instance_id = r.instance_id AND rc.id = r.prerequisite_id AND rc.deleted_at IS NULL
          AND rc.status = 'published'
        LEFT JOIN enrolments re ON re.instance_id = r.instance_id AND re.course_id = r.prerequisite_id AND re.user_id = ${given.userId}
        WHERE r.instance_id = ${given.instanceId} AND r.course_id = u.course_id AND coalesce(re.completed_at, re.completed_before) IS NULL)`.as(
        "has_open_prerequisites",
      ),
    ]),
);

export interface ResponseFields {
  course_id: number;
  unit_id: number;
  input_type: string;
  input_key: string;
  question_id: number | null;
  response: object;
  is_correct: boolean | null;
  /** What its question is worth. */
  points?: number;
  file_key: string | null;
}

/**
 * Stores the latest response of one input. A response that is stored already, by its `given_id`, changes nothing:
 * `isNew` is then false, and `response` the stored one.
 */
export async function upsertResponse(
  { db, instanceId, userId }: Learning,
  fields: ResponseFields,
): Promise<{ id: number; response: object; isNew: boolean }> {
  const { points = 1 } = fields;
  const response = JSON.stringify(fields.response);
  const given = { ...fields, points, instance_id: instanceId, user_id: userId, response };
  const [row] = await upsertUnlessKept(db, given);
  if (row) return { id: row.id, response: fields.response, isNew: true };
  const kept = await db
    .selectFrom("responses")
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .where("unit_id", "=", fields.unit_id)
    .where("input_type", "=", fields.input_type)
    .where("input_key", "=", fields.input_key)
    .select(["id", "response"])
    .executeTakeFirstOrThrow();
  return { id: kept.id, response: kept.response as object, isNew: false };
}

type GivenResponse = Omit<ResponseFields, "response" | "points"> & {
  instance_id: number;
  user_id: number;
  response: string;
  points: number;
};

/** Keeps the graded answer that an empty one replaces: reports show it until the learner answers again. */
const keepFormer = {
  former_response: sql<string | null>`CASE WHEN excluded.is_correct IS NULL
    THEN CASE WHEN responses.is_correct IS NULL THEN responses.former_response ELSE responses.response END END`,
  former_is_correct: sql<
    boolean | null
  >`CASE WHEN excluded.is_correct IS NULL THEN coalesce(responses.is_correct, responses.former_is_correct) END`,
};

const upsertUnlessKept = cacheQuery((db, given: GivenResponse) => {
  const { response, is_correct, question_id, file_key, points } = given;
  const { instance_id, user_id, course_id, unit_id, input_type, input_key } = given;
  const latest = { response, is_correct, question_id, file_key, points };
  return db
    .insertInto("responses")
    .values({ instance_id, user_id, course_id, unit_id, input_type, input_key, ...latest })
    .onConflict((conflict) =>
      conflict
        .columns(["instance_id", "user_id", "unit_id", "input_type", "input_key"])
        .doUpdateSet({
          ...latest,
          ...keepFormer,
          test_attempt_id: null,
          credit: null,
          updated_at: sql`excluded.updated_at`,
        })
        .where(sql<boolean>`(responses.response ->> 'given_id' = excluded.response ->> 'given_id') IS NOT TRUE`),
    )
    .returning("id");
});

/** Finds those of the questions that a unit asks this learner. */
export function findQuestions({ db, instanceId, userId }: Learning, unitId: number, ids: number[]) {
  return selectQuestions(db, { instanceId, userId, unitId, ids });
}

const selectQuestions = cacheQuery(
  (_, { instanceId, userId, unitId, ids }: { instanceId: number; userId: number; unitId: number; ids: number[] }) =>
    sql<QuestionRow>`
    SELECT ${selectQuestion("q", sql`q.position`)}
    FROM questions q
    JOIN units u ON u.instance_id = q.instance_id AND u.id = q.unit_id
    WHERE q.instance_id = ${instanceId} AND q.unit_id = ${unitId} AND q.id = ANY (${ids}) AND q.deleted_at IS NULL
      AND ${isAnswerable(instanceId, userId)}`,
);

export async function insertAttempt(
  reach: Learning,
  attempt: { unit_id: number; question_id: number; response: object; is_correct: boolean },
): Promise<void> {
  await reach.db
    .insertInto("attempts")
    .values({
      ...attempt,
      response: JSON.stringify(attempt.response),
      instance_id: reach.instanceId,
      user_id: reach.userId,
    })
    .execute();
}

export interface Unsolved {
  questions: number;
  answered: number;
  correct: number;
  /** The unit draws questions, and this learner has not drawn yet. */
  waits_for_draw: boolean;
}

/** Counts the questions that a unit asks this learner, and how many are answered and right by the latest answers. */
export async function countUnsolved({ db, instanceId, userId }: Learning, unitId: number): Promise<Unsolved> {
  return (await selectUnsolved(db, { instanceId, userId, unitId }))[0]!;
}

const selectUnsolved = cacheQuery(
  (_, { instanceId, userId, unitId }: { instanceId: number; userId: number; unitId: number }) => sql<Unsolved>`
    SELECT count(q.id) AS questions, count(r.id) AS answered, count(q.id) FILTER (WHERE r.is_correct) AS correct,
      coalesce(bool_or(u.draws <> '[]' AND d.unit_id IS NULL), false) AS waits_for_draw
    FROM units u
    LEFT JOIN unit_draws d ON d.instance_id = u.instance_id AND d.unit_id = u.id AND d.user_id = ${userId}
    LEFT JOIN questions q ON q.instance_id = u.instance_id AND q.unit_id = u.id AND q.deleted_at IS NULL AND ${isAsked(instanceId, userId)}
    LEFT JOIN responses r ON r.instance_id = q.instance_id AND r.question_id = q.id AND r.user_id = ${userId}
      AND r.unit_id = q.unit_id
    WHERE u.instance_id = ${instanceId} AND u.id = ${unitId}`,
);

/** Limits questions `q` of unit `u` to those asked of this learner: the unit's own and those they drew. */
function isAsked(instanceId: number, userId: number) {
  return sql<boolean>`(q.bank_id IS NULL OR (u.draws <> '[]' AND EXISTS (
    SELECT FROM unit_draws mine
    WHERE mine.instance_id = ${instanceId} AND mine.unit_id = q.unit_id AND mine.user_id = ${userId}
      AND q.id = ANY (mine.question_ids))))`;
}

/** Limits questions `q` of unit `u` to those asked, and those of the learner's open attempt, which keeps what it drew. */
function isAnswerable(instanceId: number, userId: number) {
  return sql<boolean>`(${isAsked(instanceId, userId)} OR EXISTS (
    SELECT FROM test_attempts t
    WHERE t.instance_id = ${instanceId} AND t.user_id = ${userId} AND t.unit_id = q.unit_id AND t.submitted_at IS NULL
      AND q.id = ANY (t.question_ids)))`;
}

export async function isUnitComplete(reach: Learning, unitId: number): Promise<boolean> {
  const found = await reach.db
    .selectFrom("unit_progress")
    .where("instance_id", "=", reach.instanceId)
    .where("user_id", "=", reach.userId)
    .where("unit_id", "=", unitId)
    .where("completed_at", "is not", null)
    .select("unit_id")
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Returns a learner's state in the package of a unit: whether they opened it, whether it ever reported, whether it is
 * complete.
 */
export async function findPackageState(
  reach: Learning,
  unitId: number,
): Promise<{ was_opened: boolean; reports: boolean; is_done: boolean }> {
  const { rows } = await sql<{ was_opened: boolean; reports: boolean; is_done: boolean }>`
    SELECT
      EXISTS (SELECT FROM scorm_sessions s WHERE s.instance_id = ${reach.instanceId} AND s.user_id = ${reach.userId} AND s.unit_id = ${unitId})
        OR EXISTS (SELECT FROM scorm_results r WHERE r.instance_id = ${reach.instanceId} AND r.user_id = ${reach.userId} AND r.unit_id = ${unitId})
        AS was_opened,
      EXISTS (SELECT FROM scorm_attempts a
        WHERE a.instance_id = ${reach.instanceId} AND a.user_id = ${reach.userId} AND a.unit_id = ${unitId} AND a.is_initialized) AS reports,
      EXISTS (SELECT FROM scorm_results r
        WHERE r.instance_id = ${reach.instanceId} AND r.user_id = ${reach.userId} AND r.unit_id = ${unitId}
          AND r.completion_status = 'completed') AS is_done`.execute(reach.db);
  return rows[0]!;
}
