-- The weeks of one course (Mondays in the zone given) that had anything, and the day of its first assignment.
WITH learners AS (
  SELECT user_id, assigned_at AT TIME ZONE $zone AS assigned_at, completed_at AT TIME ZONE $zone AS completed_at
  FROM (
--file course-learners.sql
  ) of_course
)
SELECT
  (SELECT min(assigned_at)::date::text FROM learners) AS "firstDay",
  (
    SELECT coalesce(json_agg(weeks), '[]')
    FROM (
      SELECT week, count(*) FILTER (WHERE is_assignment) AS assigned, count(*) FILTER (WHERE NOT is_assignment) AS completed
      FROM (
        SELECT date_trunc('week', assigned_at)::date AS week, true AS is_assignment FROM learners
        UNION ALL
        SELECT date_trunc('week', completed_at)::date, false FROM learners WHERE completed_at IS NOT NULL
      ) events
      GROUP BY week
    ) weeks
  ) AS activity,
  -- Seconds as the average of those who spent any; days are kept in the zone of the instance.
  (
    SELECT coalesce(json_agg(weeks), '[]')
    FROM (
      SELECT week, round(sum(seconds)::numeric / count(*)) AS seconds
      FROM (
        SELECT date_trunc('week', d.day::timestamp)::date AS week, sum(d.seconds) AS seconds
        FROM daily_time d
        -- As IS TRUE it stays a look into a set of the learners, after the days of the course are read one behind the other.
        WHERE d.instance_id = $instance AND d.course_id = $course AND d.day >= $since::date
          AND (d.user_id IN (SELECT user_id FROM learners)) IS TRUE
        GROUP BY week, d.user_id
      ) people_of_week
      GROUP BY week
    ) weeks
  ) AS time
