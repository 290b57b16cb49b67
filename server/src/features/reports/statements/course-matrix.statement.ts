import { sql } from "kysely";
import * as z from "zod";
import {
  type CourseFilters,
  filterDays,
  gradeOfAnswer,
  isGradedAnswer,
  type Page,
  scoreOfAnswers,
  selectPage,
  withPeople,
} from "../fragments.ts";
import { defineStatement, type Given, when } from "../statement.ts";

/** What is stored about a learner in one unit; units in which nothing happened have no entry. Times are ISO 8601. */
const unitFacts = z.object({
  unit: z.number(),
  opened: z.string().nullable(),
  completed: z.string().nullable(),
  /** Of the answers in the unit, 0 to 100. */
  score: z.number().nullable(),
  /** Whether all graded answers are correct; null without any. */
  isRight: z.boolean().nullable(),
  /** What the unit's package has reported. */
  success: z.enum(["unknown", "passed", "failed"]).nullable(),
  packageScore: z.number().nullable(),
  /** The state of the latest submission of the current attempt; `waiting` for a test whose essays wait for their marks. */
  submission: z.enum(["submitted", "accepted", "returned", "waiting"]).nullable(),
});

export type UnitFacts = z.infer<typeof unitFacts>;

/**
 * Reads the learners of a course, one row each, with what they did in its units. The units are looked up per row after sorting and
 * paging, so that only those of the page are read.
 */
export const courseMatrixStatement = defineStatement({
  row: z.object({
    id: z.number(),
    name: z.string(),
    email: z.string(),
    status: z.enum(["completed", "in_progress", "not_started"]),
    progress: z.number(),
    completed: z.date().nullable(),
    units: z.array(unitFacts),
  }),
  build: (of: Given<CourseFilters & { search: string | null } & Page>, orderBy) => sql`
    WITH ${withPeople(of)}
    SELECT
      f.id,
      f.name,
      f.email,
      f.status,
      f.progress,
      f.completed,
      (
        SELECT coalesce(json_agg(json_build_object(
          'unit', u.id,
          'opened', p.first_contact_at,
          'completed', p.completed_at,
          'score', answers.score,
          'isRight', answers.is_right,
          'success', k.success_status,
          'packageScore', k.score,
          'submission', coalesce(s.state, w.state)
        )), '[]')
        FROM units u
        LEFT JOIN unit_progress p ON p.instance_id = u.instance_id AND p.user_id = f.id AND p.unit_id = u.id
        LEFT JOIN (
          SELECT r.unit_id, ${scoreOfAnswers} AS score, bool_and(${gradeOfAnswer}) AS is_right
          FROM responses r
          WHERE r.instance_id = ${of.instance} AND r.user_id = f.id AND r.course_id = ${of.course} AND ${isGradedAnswer}
          GROUP BY r.unit_id
        ) answers ON answers.unit_id = u.id
        LEFT JOIN scorm_results k ON k.instance_id = u.instance_id AND k.user_id = f.id AND k.unit_id = u.id
        LEFT JOIN LATERAL (
          SELECT s.state
          FROM submissions s
          WHERE s.instance_id = ${of.instance}
            AND s.unit_id = u.id
            AND s.user_id = f.id
            -- The first attempt has no number.
            AND coalesce(s.attempt, 1) = f.attempt
          ORDER BY s.id DESC
          LIMIT 1
        ) s ON u.type = 'Assignment'
        LEFT JOIN LATERAL (
          SELECT 'waiting' AS state
          FROM test_attempts t
          WHERE t.instance_id = ${of.instance}
            AND t.unit_id = u.id
            AND t.user_id = f.id
            AND t.course_attempt = f.attempt
            AND t.submitted_at IS NOT NULL
            AND t.score IS NULL
        ) w ON u.type = 'Test'
        WHERE u.instance_id = ${of.instance}
          AND u.course_id = ${of.course}
          AND u.deleted_at IS NULL
          AND num_nonnulls(p.unit_id, answers.unit_id, k.unit_id, s.state, w.state) > 0
      ) AS units
    FROM (
      SELECT
        people.id,
        people.name,
        people.email,
        p.status,
        p.progress,
        p.completed_at AS completed,
        p.attempt
      FROM course_progress p
      JOIN people ON people.id = p.user_id
      WHERE p.instance_id = ${of.instance}
        AND p.course_id = ${of.course}
        ${filterDays(of)}
        ${when(of.search, (search) => sql`AND people.name ILIKE ${search}`)}
      ${orderBy(sql`people.name COLLATE people, people.id`)}
      ${selectPage(of)}
    ) f`,
  orders: {
    "-name": sql`people.name COLLATE people DESC`,
    progress: sql`p.progress`,
    "-progress": sql`p.progress DESC`,
    completionDate: sql`p.completed_at`,
    "-completionDate": sql`p.completed_at DESC NULLS LAST`,
  },
});
