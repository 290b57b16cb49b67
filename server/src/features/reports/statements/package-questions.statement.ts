import { sql } from "kysely";
import * as z from "zod";
import { type CourseFilters, type Page, selectPage, withPeople, withTakers } from "../fragments.ts";
import { defineStatement, type Given, when } from "../statement.ts";

/**
 * Reads the questions that the packages of one course have asked (SCORM interactions): how many people answered, how many were
 * correct in their latest answer, and how often each was tried.
 */
export const packageQuestionsStatement = defineStatement({
  permission: "package.report",
  row: z.object({
    unit_id: z.number(),
    unit: z.string(),
    question: z.string(),
    description: z.string().nullable(),
    type: z.string().nullable(),
    answered: z.number(),
    correct: z.number(),
    tries: z.number(),
  }),
  build: (of: Given<CourseFilters & { search: string | null } & Page>) => sql`
    WITH ${withPeople(of)},
    ${withTakers(of)},
    entries AS (
      SELECT a.user_id, a.unit_id, a.id AS attempt, m.part[1]::integer AS n, m.part[2] AS field, e.value
      FROM scorm_attempts a
      JOIN takers ON takers.id = a.user_id
      CROSS JOIN jsonb_each_text(a.cmi) e
      CROSS JOIN LATERAL (
        SELECT regexp_match(e.key, '^cmi\\.interactions\\.(\\d{1,5})\\.(id|type|description|result)$') AS part
      ) m
      WHERE a.instance_id = ${of.instance} AND a.course_id = ${of.course} AND m.part IS NOT NULL
    ),
    interactions AS (
      SELECT
        user_id,
        unit_id,
        attempt,
        n,
        max(value) FILTER (WHERE field = 'id') AS question,
        max(value) FILTER (WHERE field = 'type') AS type,
        max(value) FILTER (WHERE field = 'description') AS description,
        max(value) FILTER (WHERE field = 'result') AS result
      FROM entries
      GROUP BY user_id, unit_id, attempt, n
    ),
    latest AS (
      SELECT DISTINCT ON (user_id, unit_id, question) *
      FROM interactions
      WHERE question IS NOT NULL
      ORDER BY user_id, unit_id, question, attempt DESC, n DESC
    ),
    tries AS (
      SELECT unit_id, question, count(*) AS tries
      FROM interactions
      WHERE question IS NOT NULL
      GROUP BY unit_id, question
    )
    SELECT
      l.unit_id,
      u.title AS unit,
      l.question,
      max(l.description) AS description,
      max(l.type) AS type,
      count(*) AS answered,
      count(*) FILTER (WHERE l.result = 'correct') AS correct,
      max(t.tries) AS tries
    FROM latest l
    JOIN tries t USING (unit_id, question)
    JOIN units u ON u.instance_id = ${of.instance} AND u.id = l.unit_id AND u.deleted_at IS NULL
    GROUP BY l.unit_id, u.title, u.unit_order, l.question
    ${when(
      of.search,
      (search) => sql`HAVING coalesce(nullif(max(l.description), ''), l.question) || ' ' || u.title ILIKE ${search}`,
    )}
    ORDER BY u.unit_order, l.question
    ${selectPage(of)}`,
});
