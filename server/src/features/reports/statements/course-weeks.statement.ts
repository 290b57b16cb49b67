import { sql } from "kysely";
import * as z from "zod";
import { type CourseFilters, selectLearners, withPeople } from "../fragments.ts";
import { defineStatement, type Given } from "../statement.ts";

const byWeek = z.record(z.string(), z.number());

/**
 * Reads the assignments, completions and average seconds of one course by week, named by its first day, and the day of the first
 * assignment. Everything before `since`, the first day of a week, counts for the week before it.
 *
 * Only the starts of the weeks are converted to the time zone, and each time is compared with them: converting every time takes longer
 * than reading it (ADR 035).
 */
export const courseWeeksStatement = defineStatement({
  row: z.object({ firstDay: z.string().nullable(), assigned: byWeek, completed: byWeek, seconds: byWeek }),
  build: (of: Given<CourseFilters & { since: string; weeks: number }>) => sql`
    WITH ${withPeople(of)},
    starts_of_weeks AS (
      SELECT array_agg((${of.since}::date + 7 * n)::timestamp AT TIME ZONE ${of.zone} ORDER BY n) AS starts
      FROM generate_series(0, ${of.weeks}::integer - 1) n
    ),
    learners AS (
      SELECT user_id, assigned_at, completed_at
      FROM (${selectLearners(of)}) of_course
    )
    SELECT
      (SELECT (min(assigned_at) AT TIME ZONE ${of.zone})::date::text FROM learners) AS "firstDay",
      (
        SELECT coalesce(json_object_agg(${of.since}::date + 7 * (week - 1), people), '{}')
        FROM (
          SELECT width_bucket(assigned_at, (SELECT starts FROM starts_of_weeks)) AS week, count(*) AS people
          FROM learners
          GROUP BY week
        ) weeks
      ) AS assigned,
      (
        SELECT coalesce(json_object_agg(${of.since}::date + 7 * (week - 1), people), '{}')
        FROM (
          SELECT width_bucket(completed_at, (SELECT starts FROM starts_of_weeks)) AS week, count(*) AS people
          FROM learners
          WHERE completed_at IS NOT NULL
          GROUP BY week
        ) weeks
      ) AS completed,
      (
        -- The average of the people who spent any time. Days are stored in the zone of the instance.
        SELECT coalesce(json_object_agg(${of.since}::date + 7 * week, seconds), '{}')
        FROM (
          SELECT
            (d.day - ${of.since}::date) / 7 AS week,
            round(sum(d.seconds)::numeric / count(DISTINCT d.user_id)) AS seconds
          FROM daily_time d
          -- With IS TRUE the learners stay a hashed set, which is looked up after the days are read in the order of their index.
          WHERE d.instance_id = ${of.instance} AND d.course_id = ${of.course} AND d.day >= ${of.since}::date
            AND (d.user_id IN (SELECT user_id FROM learners)) IS TRUE
          GROUP BY week
        ) weeks
      ) AS seconds`,
});
