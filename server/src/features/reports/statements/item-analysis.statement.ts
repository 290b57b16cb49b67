import { type RawBuilder, sql } from "kysely";
import * as z from "zod";
import { type CourseFilters, withPeople, withTakers } from "../fragments.ts";
import { defineStatement, type Given } from "../statement.ts";

const optionFigures = z.object({
  text: z.string(),
  is_right: z.boolean(),
  /** The percent of the points that it earns; figures of earlier versions have none. */
  weight: z.number().nullish(),
  chosen: z.number(),
  /** How many of the upper and of the lower group chose it. */
  upper: z.number(),
  lower: z.number(),
});

const itemRow = z.object({
  // Of the test, the same in each row.
  attempts: z.number(),
  group_size: z.number(),
  mean_score: z.number().nullable(),
  mean_seconds: z.number().nullable(),
  alpha: z.number().nullable(),
  alpha_attempts: z.number(),
  // Of one version of a question.
  question_id: z.number(),
  version: z.number(),
  is_current: z.boolean(),
  type: z.string(),
  question: z.string(),
  answered: z.number(),
  facility: z.number().nullable(),
  discrimination: z.number().nullable(),
  seconds: z.number().nullable(),
  options: z.array(optionFigures),
});

export type ItemRow = z.infer<typeof itemRow>;

interface ItemFilters extends CourseFilters {
  unit: number;
  /** Whether the test is taken in attempts; otherwise its questions are answered one by one. */
  inAttempts: boolean;
}

/**
 * Computes the item analysis of a test from the first attempt of each learner: one row for each version of each question.
 *
 * A share is the part of a question's points that an answer earned, 0 to 1. The rest of a test is the mean share of the other
 * questions of the same attempt. The upper and lower groups are the 27 % of attempts with the highest and lowest mean share.
 */
export const itemAnalysisStatement = defineStatement({
  row: itemRow,
  build: (of: Given<ItemFilters>) => sql`
    WITH ${withPeople(of)},
    ${withTakers(of)},
    ${of.inAttempts ? withAttempts(of) : withFirstAnswers(of)},
    asked AS (
      SELECT v.question_id, v.version, v.type, v.question, v.options, v.replaced_at AS until, false AS is_current,
        coalesce(lag(v.replaced_at) OVER (PARTITION BY v.question_id ORDER BY v.version), '-infinity') AS since
      FROM question_versions v
      JOIN own ON own.id = v.question_id
      WHERE v.instance_id = ${of.instance}
      UNION ALL
      SELECT own.id, coalesce(former.version, 0) + 1, own.type, own.question, own.options, 'infinity', true,
        coalesce(former.replaced_at, '-infinity')
      FROM own
      LEFT JOIN (
        SELECT question_id, max(version) AS version, max(replaced_at) AS replaced_at
        FROM question_versions
        WHERE instance_id = ${of.instance}
        GROUP BY question_id
      ) former ON former.question_id = own.id
    ),
    totals AS MATERIALIZED (
      SELECT attempt, sum(share) AS total, count(*) AS asked
      FROM answers
      GROUP BY attempt
    ),
    ranked AS MATERIALIZED (
      SELECT attempt, total, asked, row_number() OVER (ORDER BY total / asked DESC, attempt) AS place
      FROM totals
    ),
    sizes AS (
      SELECT count(*) AS attempts, round(0.27 * count(*)) AS group_size, avg(total / asked) AS mean_score FROM totals
    ),
    items AS MATERIALIZED (
      SELECT a.attempt, asked.question_id, asked.version, asked.is_current, a.share, a.picked, a.seconds,
        (r.total - a.share) / nullif(r.asked - 1, 0) AS rest,
        r.place <= s.group_size AS is_upper,
        r.place > s.attempts - s.group_size AS is_lower
      FROM answers a
      JOIN ranked r ON r.attempt = a.attempt
      JOIN asked ON asked.question_id = a.question_id AND a.answered_at >= asked.since AND a.answered_at < asked.until
      CROSS JOIN sizes s
    ),
    figures AS (
      SELECT question_id, version, count(*) AS answered, avg(share) AS facility, avg(seconds) AS seconds,
        -- Rounding would find a correlation with shares that are all the same.
        CASE WHEN min(share) < max(share) AND max(rest) - min(rest) > 1e-9 THEN corr(share, rest) END AS discrimination
      FROM items
      GROUP BY question_id, version
    ),
    -- Many attempts chose the same: each choice is taken apart once.
    choices AS (
      SELECT i.question_id, i.version, i.picked, count(*) AS chosen, count(*) FILTER (WHERE i.is_upper) AS upper,
        count(*) FILTER (WHERE i.is_lower) AS lower
      FROM items i
      WHERE i.picked IS NOT NULL
      GROUP BY i.question_id, i.version, i.picked
    ),
    chosen AS (
      SELECT c.question_id, c.version, single.text, sum(c.chosen) AS chosen, sum(c.upper) AS upper, sum(c.lower) AS lower
      FROM choices c
      CROSS JOIN LATERAL (SELECT DISTINCT text FROM jsonb_array_elements_text(c.picked) AS option (text)) AS single
      GROUP BY c.question_id, c.version, single.text
    ),
    -- The attempts that asked exactly the questions as they are now: alpha compares the same questions only.
    complete AS (
      SELECT i.attempt
      FROM items i
      GROUP BY i.attempt
      HAVING bool_and(i.is_current) AND count(*) = (SELECT count(*) FROM own)
    ),
    alpha AS (
      SELECT count(*) AS attempts, var_samp(t.total) AS variance
      FROM complete c
      JOIN totals t ON t.attempt = c.attempt
    ),
    item_variances AS (
      SELECT sum(variance) AS variance, count(*) AS questions
      FROM (
        SELECT var_samp(i.share) AS variance
        FROM items i
        JOIN complete c ON c.attempt = i.attempt
        GROUP BY i.question_id
      ) each_question
    )
    SELECT
      s.attempts,
      s.group_size::integer AS group_size,
      s.mean_score,
      ${of.inAttempts ? sql`(SELECT avg(extract(epoch FROM submitted_at - started_at))::float8 FROM firsts)` : sql`NULL::float8`} AS mean_seconds,
      CASE WHEN v.questions > 1 AND alpha.variance > 1e-9
        THEN v.questions::float8 / (v.questions - 1) * (1 - v.variance / alpha.variance) END AS alpha,
      alpha.attempts AS alpha_attempts,
      asked.question_id,
      asked.version,
      asked.is_current,
      asked.type,
      -- The brackets of a gap contain the answer key.
      CASE asked.type
        WHEN 'Fill the Gaps' THEN regexp_replace(asked.question, '\\[[^\\]]*\\]', '[…]', 'g')
        ELSE asked.question
      END AS question,
      coalesce(f.answered, 0) AS answered,
      f.facility,
      f.discrimination,
      f.seconds,
      (
        SELECT coalesce(json_agg(json_build_object(
          'text', o.option ->> 'text',
          'is_right', coalesce((o.option ->> 'checked')::boolean, false),
          'weight', (o.option ->> 'weight')::float8,
          'chosen', coalesce(c.chosen, 0)::integer,
          'upper', coalesce(c.upper, 0)::integer,
          'lower', coalesce(c.lower, 0)::integer
        ) ORDER BY o.place), '[]')
        FROM jsonb_array_elements(asked.options) WITH ORDINALITY o (option, place)
        LEFT JOIN chosen c ON c.question_id = asked.question_id AND c.version = asked.version
          AND c.text = o.option ->> 'text'
        WHERE asked.type IN ('Multiple Choice', 'True or False', 'Hotspot') AND trim(o.option ->> 'text') <> ''
      ) AS options
    FROM asked
    JOIN own ON own.id = asked.question_id
    CROSS JOIN sizes s
    CROSS JOIN alpha
    CROSS JOIN item_variances v
    LEFT JOIN figures f ON f.question_id = asked.question_id AND f.version = asked.version
    WHERE asked.is_current OR f.answered > 0
    ORDER BY own.position, own.id, asked.version DESC`,
});

/** The options that an answer `a` chose, as a list; null for other answers. */
const picked = sql`CASE
  WHEN jsonb_typeof(a.response -> 'userSelections') = 'array' AND a.response -> 'userSelections' <> '[]'
  THEN a.response -> 'userSelections'
  WHEN a.response ->> 'selectedOption' IS NOT NULL THEN jsonb_build_array(a.response -> 'selectedOption')
END`;

/** Defines the CTE `own`: the questions of the test that are not deleted. */
const withOwn = (of: Given<ItemFilters>): RawBuilder<unknown> => sql`
  own AS (
    SELECT q.id, q.position, q.type, q.question, q.options
    FROM questions q
    JOIN units u ON u.instance_id = q.instance_id AND u.id = q.unit_id AND u.deleted_at IS NULL AND u.course_id = ${of.course}
    WHERE q.instance_id = ${of.instance} AND q.unit_id = ${of.unit} AND q.deleted_at IS NULL
  )`;

/**
 * Defines the CTE `answers` of a test that is taken in attempts: those of the first attempt that each learner submitted, once
 * its essays are marked. A
 * question without an answer is a wrong one. Its time runs from the answer before it, or from the start.
 */
const withAttempts = (of: Given<ItemFilters>) => sql`
  ${withOwn(of)},
  firsts AS MATERIALIZED (
    SELECT DISTINCT ON (t.user_id) t.id, t.question_ids, t.started_at, t.submitted_at,
      (t.rules ->> 'partial_credit')::boolean AS has_partial_credit
    FROM test_attempts t
    JOIN takers ON takers.id = t.user_id
    WHERE t.instance_id = ${of.instance} AND t.unit_id = ${of.unit} AND t.submitted_at IS NOT NULL AND t.score IS NOT NULL
    ORDER BY t.user_id, t.course_attempt, t.number
  ),
  given AS MATERIALIZED (
    SELECT a.attempt_id, a.question_id, ${picked} AS picked, a.answered_at,
      CASE WHEN f.has_partial_credit OR is_essay(a.response) THEN a.credit ELSE a.is_correct::integer END::float8 AS share,
      extract(epoch FROM a.answered_at - lag(a.answered_at, 1, f.started_at) OVER (
        PARTITION BY a.attempt_id ORDER BY a.answered_at, a.question_id
      ))::float8 AS seconds
    FROM test_answers a
    JOIN firsts f ON f.id = a.attempt_id
    WHERE a.instance_id = ${of.instance} AND a.question_id = ANY (ARRAY(SELECT own.id FROM own))
  ),
  answers AS MATERIALIZED (
    SELECT attempt_id AS attempt, question_id, share, picked, seconds, answered_at
    FROM given
    UNION ALL
    SELECT f.id, own.id, 0, NULL, NULL, f.submitted_at
    FROM firsts f
    CROSS JOIN unnest(f.question_ids) AS listed (id)
    JOIN own ON own.id = listed.id
    WHERE NOT EXISTS (
      SELECT FROM test_answers a WHERE a.instance_id = ${of.instance} AND a.attempt_id = f.id AND a.question_id = own.id
    )
  )`;

/**
 * Defines the CTE `answers` of a test whose questions are answered one by one: the first answer of each learner to each
 * question. Together they are the learner's attempt.
 */
const withFirstAnswers = (of: Given<ItemFilters>) => sql`
  ${withOwn(of)},
  answers AS MATERIALIZED (
    SELECT DISTINCT ON (a.user_id, a.question_id) a.user_id AS attempt, a.question_id, a.is_correct::integer::float8 AS share,
      ${picked} AS picked, NULL::float8 AS seconds, a.created_at AS answered_at
    FROM attempts a
    JOIN own ON own.id = a.question_id
    JOIN takers ON takers.id = a.user_id
    WHERE a.instance_id = ${of.instance} AND a.unit_id = ${of.unit}
    ORDER BY a.user_id, a.question_id, a.id
  )`;

/** Lists the tests of a course in their order, and whether people of the report have taken them in attempts. */
export const courseTestsStatement = defineStatement({
  row: z.object({ id: z.number(), title: z.string(), inAttempts: z.boolean() }),
  build: (of: Given<CourseFilters>) => sql`
    WITH ${withPeople(of)},
    ${withTakers(of)}
    SELECT u.id, u.title, EXISTS (
      SELECT FROM test_attempts t
      JOIN takers ON takers.id = t.user_id
      WHERE t.instance_id = ${of.instance} AND t.unit_id = u.id AND t.submitted_at IS NOT NULL
    ) AS "inAttempts"
    FROM units u
    WHERE u.instance_id = ${of.instance} AND u.course_id = ${of.course} AND u.type = 'Test' AND u.deleted_at IS NULL
    ORDER BY u.unit_order, u.id`,
});
