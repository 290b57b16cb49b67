-- What each week of one course had, by its Monday in the zone given; all before $since, a Monday, in the week before it. And the day
-- of the first assignment. Only the starts of the weeks are put into the zone, and each time into its week by comparing: to put every
-- time into the zone takes longer than to read it.
WITH mondays AS (
  SELECT array_agg(($since::date + 7 * n)::timestamp AT TIME ZONE $zone ORDER BY n) AS starts
  FROM generate_series(0, $weeks::integer - 1) n
),
learners AS (
  SELECT user_id, assigned_at, completed_at
  FROM (
--file course-learners.sql
  ) of_course
)
SELECT
  (SELECT (min(assigned_at) AT TIME ZONE $zone)::date::text FROM learners) AS "firstDay",
  (
    SELECT coalesce(json_object_agg($since::date + 7 * (week - 1), people), '{}')
    FROM (
      SELECT width_bucket(assigned_at, (SELECT starts FROM mondays)) AS week, count(*) AS people
      FROM learners
      GROUP BY week
    ) weeks
  ) AS assigned,
  (
    SELECT coalesce(json_object_agg($since::date + 7 * (week - 1), people), '{}')
    FROM (
      SELECT width_bucket(completed_at, (SELECT starts FROM mondays)) AS week, count(*) AS people
      FROM learners
      WHERE completed_at IS NOT NULL
      GROUP BY week
    ) weeks
  ) AS completed,
  -- Seconds as the average of those who spent any; days are kept in the zone of the instance.
  (
    SELECT coalesce(json_object_agg($since::date + 7 * week, seconds), '{}')
    FROM (
      SELECT (d.day - $since::date) / 7 AS week, round(sum(d.seconds)::numeric / count(DISTINCT d.user_id)) AS seconds
      FROM daily_time d
      -- As IS TRUE it stays a look into a set of the learners, after the days of the course are read one behind the other.
      WHERE d.instance_id = $instance AND d.course_id = $course AND d.day >= $since::date
        AND (d.user_id IN (SELECT user_id FROM learners)) IS TRUE
      GROUP BY week
    ) weeks
  ) AS seconds
