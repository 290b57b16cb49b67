import { sql } from "kysely";
import * as z from "zod";
import { type CourseFilters, gradeOfAnswer, isGradedAnswer, withPeople, withTakers } from "../fragments.ts";
import { defineStatement, type Given } from "../statement.ts";

/**
 * Reads the questions of one course in their order: how many people have an answer, how many are correct by now and how often it was
 * tried; for multiple choice also how many chose each option.
 */
export const courseQuestionsStatement = defineStatement({
  row: z.object({
    id: z.number(),
    question: z.string(),
    type: z.string(),
    unitId: z.number(),
    unit: z.string(),
    answered: z.number(),
    correct: z.number(),
    tries: z.number(),
    options: z.array(z.object({ text: z.string(), people: z.number() })),
  }),
  build: (of: Given<CourseFilters>) => sql`
    WITH ${withPeople(of)},
    ${withTakers(of)},
    answers AS (
      SELECT r.question_id, ${gradeOfAnswer} AS is_correct, coalesce(r.former_response, r.response) AS response
      FROM responses r
      JOIN takers ON takers.id = r.user_id
      WHERE r.instance_id = ${of.instance} AND r.course_id = ${of.course} AND ${isGradedAnswer}
    ),
    tries AS (
      SELECT a.question_id, count(*) AS tries
      FROM attempts a
      JOIN units u ON u.instance_id = a.instance_id AND u.id = a.unit_id
      JOIN takers ON takers.id = a.user_id
      WHERE a.instance_id = ${of.instance} AND u.course_id = ${of.course}
      GROUP BY a.question_id
    )
    SELECT
      q.id,
      -- The brackets of a gap contain the answer key.
      CASE q.type
        WHEN 'Fill the Gaps' THEN regexp_replace(q.question, '\\[[^\\]]*\\]', '[…]', 'g')
        ELSE q.question
      END AS question,
      q.type,
      u.id AS "unitId",
      u.title AS unit,
      coalesce(counts.answered, 0) AS answered,
      coalesce(counts.correct, 0) AS correct,
      coalesce(tries.tries, 0) AS tries,
      (
        SELECT coalesce(json_agg(json_build_object('text', o.option ->> 'text', 'people', (
          SELECT count(*)
          FROM answers a
          WHERE a.question_id = q.id
            AND (
              a.response ->> 'selectedOption' = o.option ->> 'text'
              OR a.response -> 'userSelections' ? (o.option ->> 'text')
            )
        )) ORDER BY o.place), '[]')
        FROM jsonb_array_elements(q.options) WITH ORDINALITY o (option, place)
        WHERE q.type IN ('Multiple Choice', 'True or False', 'Hotspot')
      ) AS options
    FROM units u
    JOIN questions q ON q.instance_id = u.instance_id AND q.unit_id = u.id AND q.deleted_at IS NULL
    LEFT JOIN (
      SELECT question_id, count(*) AS answered, count(*) FILTER (WHERE is_correct) AS correct
      FROM answers
      GROUP BY question_id
    ) counts ON counts.question_id = q.id
    LEFT JOIN tries ON tries.question_id = q.id
    WHERE u.instance_id = ${of.instance} AND u.course_id = ${of.course} AND u.deleted_at IS NULL
    ORDER BY u.unit_order, q.position, q.id`,
});
