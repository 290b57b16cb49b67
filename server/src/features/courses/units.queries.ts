import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { cacheQuery } from "../../db/cached-query.ts";
import {
  type AcceptedAnswer,
  buildQuestion,
  type Criterion,
  type Media,
  type QuestionOption,
  type QuestionPair,
  type QuestionType,
  type QuestionRule,
} from "../questions/questions.service.ts";
import type { SurveyQuestion } from "./units/survey/survey-questions.ts";
import type { AttemptRules } from "./units/test/test-settings.ts";
import { UNIT_FIELDS } from "./units/unit-types.ts";

type Reading = Reach<"learn"> | Reach<"course.author">;

/** Which units of a course to list, and whether with the questions that the user drew. */
export interface UnitOptions {
  /** The questions that the user drew from the question bank follow a unit's own. */
  drawn: boolean;
  /** Null for all units. */
  unitIds?: readonly number[] | null;
}

/**
 * Lists the units of a course in their order, with the progress of the user and the questions including the answer key:
 * never return them to a learner unchanged. Chosen units come with the user's responses in them.
 */
export function listUnits({ db, instanceId, userId }: Reading, courseId: number, options: UnitOptions) {
  const { drawn, unitIds = null } = options;
  return selectUnits(db, { instanceId, userId, courseId, drawn, unitIds }, unitIds === null ? "every" : "some");
}

interface SomeUnits {
  instanceId: number;
  userId: number;
  courseId: number;
  drawn: boolean;
  unitIds: readonly number[] | null;
}

const selectUnits = cacheQuery((db, given: SomeUnits, variant: "every" | "some") =>
  db
    .selectFrom("units as u")
    .leftJoin("unit_progress as p", (join) =>
      join
        .onRef("p.instance_id", "=", "u.instance_id")
        .onRef("p.unit_id", "=", "u.id")
        .on("p.user_id", "=", given.userId),
    )
    .leftJoin("files as f", (join) =>
      join.onRef("f.instance_id", "=", "u.instance_id").onRef("f.key", "=", "u.file_key"),
    )
    .leftJoin("document_views as v", (join) =>
      join.onRef("v.instance_id", "=", "u.instance_id").onRef("v.file_key", "=", "u.file_key"),
    )
    .leftJoin("unit_draws as d", (join) =>
      join
        .onRef("d.instance_id", "=", "u.instance_id")
        .onRef("d.unit_id", "=", "u.id")
        .on("d.user_id", "=", given.userId),
    )
    .where("u.instance_id", "=", given.instanceId)
    .where("u.course_id", "=", given.courseId)
    .where("u.deleted_at", "is", null)
    .$if(variant === "some", (query) => query.where(sql<boolean>`u.id = ANY (${given.unitIds})`))
    .select([
      (variant === "some" ? selectResponsesOfUnit(given) : sql<ResponseOfUnit[]>`'[]'::json`).as("responses"),
      sql<boolean>`p.completed_at IS NOT NULL`.as("is_complete"),
      sql<number>`coalesce(p.time_spent, 0)`.as("time_spent"),
      "u.id",
      "u.course_id",
      "u.type",
      "u.unit_order",
      "u.title",
      "u.content",
      "u.content_images",
      "u.pictures_pending",
      "u.completion_option",
      "u.time_limit",
      "u.file_key",
      "f.name as file_name",
      "f.type as file_type",
      ...PLAIN_UNIT_FIELDS,
      "v.pdf_key",
      selectCaptions(given.instanceId).as("captions"),
      sql<{ category: string; count: number | null }[]>`u.draws`.as("draws"),
      sql<SurveyQuestion[]>`u.survey_questions`.as("survey_questions"),
      sql<boolean>`u.draws <> '[]' AND d.unit_id IS NULL`.as("waits_for_draw"),
      selectHasEssays(given.instanceId).as("has_essays"),
      selectOpenAttempt(given).as("open_attempt"),
      sql<QuestionRow[]>`coalesce((
        SELECT json_agg(${buildQuestion("q", sql`q.position`)}
          ORDER BY array_position(d.question_ids, q.id) NULLS FIRST, q.position, q.id)
        FROM questions q
        WHERE q.instance_id = ${given.instanceId} AND q.unit_id = u.id AND q.deleted_at IS NULL
          AND (q.bank_id IS NULL OR (${given.drawn} AND q.id = ANY (d.question_ids)
            AND (u.draws <> '[]' OR ${isOfOpenAttempt(given)})))), '[]')`.as("questions"),
    ])
    .orderBy("u.unit_order")
    .orderBy("u.id"),
);

/** A stored response of the user to an input of a unit. */
export interface ResponseOfUnit {
  id: number;
  unit_id: number;
  input_type: string;
  input_key: string;
  response: object;
  file_key: string | null;
}

function selectResponsesOfUnit({ instanceId, userId }: SomeUnits) {
  return sql<ResponseOfUnit[]>`coalesce((
    SELECT json_agg(json_build_object('id', r.id, 'unit_id', r.unit_id, 'input_type', r.input_type, 'input_key', r.input_key,
      'response', r.response, 'file_key', r.file_key))
    FROM responses r
    WHERE r.instance_id = ${instanceId} AND r.user_id = ${userId} AND r.unit_id = u.id
      AND ${isShownToLearner}), '[]')`;
}

/** Limits responses `r` to those that are not of a submitted attempt at a test, which is shown by its own rules. */
export const isShownToLearner = sql<boolean>`r.test_attempt_id IS NULL`;

/** The attempt at a test that a learner has begun and not submitted. */
export interface OpenTestAttempt {
  id: number;
  number: number;
  question_ids: number[];
  rules: AttemptRules;
  /** ISO 8601. */
  started_at: string;
  /** Until it is submitted; null without a time limit. */
  seconds_left: number | null;
  is_over: boolean;
  answers: { question_id: number; response: object; is_correct: boolean; is_carried: boolean }[];
}

function selectOpenAttempt({ instanceId, userId }: SomeUnits) {
  return sql<OpenTestAttempt | null>`(
    SELECT json_build_object('id', t.id, 'number', t.number, 'question_ids', t.question_ids, 'rules', t.rules,
      'started_at', t.started_at, 'seconds_left', extract(epoch FROM t.deadline_at - clock_timestamp()),
      'is_over', coalesce(t.deadline_at <= clock_timestamp(), false),
      'answers', coalesce((
        SELECT json_agg(json_build_object('question_id', a.question_id, 'response', a.response, 'is_correct', a.is_correct,
          'is_carried', a.is_carried))
        FROM test_answers a WHERE a.instance_id = ${instanceId} AND a.attempt_id = t.id), '[]'))
    FROM test_attempts t
    WHERE t.instance_id = ${instanceId} AND t.user_id = ${userId} AND t.unit_id = u.id AND t.submitted_at IS NULL)`;
}

/** Tells whether the user's open attempt at unit `u` asks question `q`: it keeps what it drew. */
function isOfOpenAttempt({ instanceId, userId }: SomeUnits) {
  return sql<boolean>`EXISTS (
    SELECT FROM test_attempts t
    WHERE t.instance_id = ${instanceId} AND t.user_id = ${userId} AND t.unit_id = u.id AND t.submitted_at IS NULL
      AND q.id = ANY (t.question_ids))`;
}

/** Lists the units of a course in their order, with the progress of the user and without content. */
export function listOutline({ db, instanceId, userId }: Reading, courseId: number) {
  return selectOutline(db, { instanceId, userId, courseId });
}

const selectOutline = cacheQuery((db, given: { instanceId: number; userId: number; courseId: number }) =>
  db
    .selectFrom("units as u")
    .leftJoin("unit_progress as p", (join) =>
      join
        .onRef("p.instance_id", "=", "u.instance_id")
        .onRef("p.unit_id", "=", "u.id")
        .on("p.user_id", "=", given.userId)
        // Of the unit's own course, for the index that has all a learner's progress in a course side by side.
        .on("p.course_id", "=", given.courseId),
    )
    .where("u.instance_id", "=", given.instanceId)
    .where("u.course_id", "=", given.courseId)
    .where("u.deleted_at", "is", null)
    .select([
      "u.id",
      "u.type",
      "u.unit_order",
      "u.title",
      "u.time_limit",
      sql<boolean>`p.completed_at IS NOT NULL`.as("is_complete"),
      sql<number>`coalesce(p.time_spent, 0)`.as("time_spent"),
      // Looked up once for all units, not for each.
      sql<boolean>`u.draws <> '[]' OR u.id = ANY (ARRAY(
        SELECT q.unit_id FROM questions q
        WHERE q.instance_id = ${given.instanceId} AND q.deleted_at IS NULL AND q.bank_id IS NULL
          AND q.unit_id = ANY (ARRAY(SELECT id FROM units
            WHERE instance_id = ${given.instanceId} AND course_id = ${given.courseId} AND deleted_at IS NULL))))`.as(
        "has_questions",
      ),
    ])
    .orderBy("u.unit_order")
    .orderBy("u.id"),
);

/** The fields of single types that are read as they are stored; lists are converted in the query. */
const PLAIN_UNIT_FIELDS = [...UNIT_FIELDS.keys()].flatMap((name) =>
  name === "captions" || name === "draws" || name === "survey_questions" ? [] : [`u.${name}` as const],
);

export interface QuestionRow {
  id: number;
  type: QuestionType;
  question: string;
  options: QuestionOption[];
  pairs: QuestionPair[];
  rules: QuestionRule[];
  required_points: number;
  accepted: AcceptedAnswer[];
  matches_case: boolean;
  /** What it is worth in the score. */
  points: number;
  /** What learners read once they may see their grade. */
  feedback: string;
  /** Pictures and recordings of its text. */
  media: Media[];
  /** Of an essay. */
  rubric: Criterion[];
  min_words: number | null;
  max_words: number | null;
  marker_note: string;
  /** The position within its unit, from 1. */
  unit_order: number;
}

/** Selects whether unit `u` asks an essay, of its own or drawn from the question bank. */
export function selectHasEssays(instanceId: number) {
  return sql<boolean>`(u.type = 'Test' AND EXISTS (
    SELECT FROM questions essay WHERE essay.instance_id = ${instanceId} AND essay.unit_id = u.id AND essay.type = 'Essay'
      AND essay.deleted_at IS NULL))`;
}

/** Selects the captions of a video with the names of their files. */
function selectCaptions(instanceId: number) {
  return sql<
    { language: string; file_key: string; file_name: string }[]
  >`CASE WHEN u.captions = '[]' THEN '[]' ELSE coalesce((
    SELECT json_agg(json_build_object('language', d.language, 'file_key', d.file_key, 'file_name', f.name))
    FROM jsonb_to_recordset(u.captions) AS d (language text, file_key text)
    JOIN files f ON f.instance_id = ${instanceId} AND f.key = d.file_key), '[]') END`;
}
