import { sql } from "kysely";
import * as z from "zod";
import {
  filterCategories,
  filterDays,
  type Page,
  type PopulationFilters,
  selectPage,
  withPeople,
} from "../fragments.ts";
import { defineStatement, type Given, when } from "../statement.ts";

interface AttemptFilters {
  /** A LIKE pattern for names. */
  searchName?: string | null;
}

/** Reads every attempt at a test of a course that has settings of its own, one row each; none at deleted tests. */
export const testAttemptsStatement = defineStatement({
  row: z.object({
    userId: z.number(),
    name: z.string(),
    email: z.string(),
    course: z.string(),
    unit: z.string(),
    courseAttempt: z.number(),
    number: z.number(),
    started: z.date(),
    submitted: z.date().nullable(),
    isTimedOut: z.boolean(),
    score: z.number().nullable(),
    /** Null while it is open; `waiting` until its essays are marked. */
    result: z.enum(["passed", "failed", "waiting"]).nullable(),
    counts: z.boolean(),
  }),
  build: (of: Given<PopulationFilters & AttemptFilters & Page>, orderBy) => sql`
    WITH ${withPeople(of)}
    SELECT
      people.id AS "userId",
      people.name,
      people.email,
      c.title AS course,
      u.title AS unit,
      t.course_attempt AS "courseAttempt",
      t.number,
      t.started_at AS started,
      t.submitted_at AS submitted,
      t.is_timed_out AS "isTimedOut",
      t.score::float8 AS score,
      CASE WHEN t.is_passed THEN 'passed' WHEN NOT t.is_passed THEN 'failed' WHEN t.submitted_at IS NOT NULL THEN 'waiting' END AS result,
      t.counts
    FROM test_attempts t
    JOIN people ON people.id = t.user_id
    JOIN course_progress p ON p.instance_id = t.instance_id AND p.user_id = t.user_id AND p.course_id = t.course_id
    JOIN courses c ON c.instance_id = t.instance_id AND c.id = t.course_id
    JOIN units u ON u.instance_id = t.instance_id AND u.id = t.unit_id AND u.deleted_at IS NULL
    WHERE t.instance_id = ${of.instance}
      ${filterDays(of)}
      ${filterCategories(of, "p.course_id")}
      ${when(of.searchName, (pattern) => sql`AND people.name ILIKE ${pattern}`)}
    ${orderBy(sql`people.last_name COLLATE people, people.first_name COLLATE people, people.id, c.title COLLATE people, t.id`)}
    ${selectPage(of)}`,
  orders: {
    submitted: sql`t.submitted_at`,
    "-submitted": sql`t.submitted_at DESC NULLS LAST`,
    score: sql`t.score`,
    "-score": sql`t.score DESC NULLS LAST`,
  },
});
