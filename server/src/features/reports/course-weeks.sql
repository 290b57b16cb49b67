-- The weeks of one course (Mondays in the zone given) that had anything, and the day of its first assignment.
WITH learners AS (
  SELECT user_id, (assigned_at AT TIME ZONE $zone)::date AS assigned_on, (completed_at AT TIME ZONE $zone)::date AS completed_on
  FROM (
--file course-learners.sql
  ) of_course
)
SELECT
  (SELECT min(assigned_on)::text FROM learners) AS "firstDay",
  (
    SELECT coalesce(json_agg(weeks), '[]')
    FROM (
      SELECT week, count(*) FILTER (WHERE is_assignment) AS assigned, count(*) FILTER (WHERE NOT is_assignment) AS completed
      FROM (
        SELECT monday_of(assigned_on) AS week, true AS is_assignment FROM learners
        UNION ALL
        SELECT monday_of(completed_on), false FROM learners WHERE completed_on IS NOT NULL
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
        SELECT monday_of(d.day) AS week, sum(d.seconds) AS seconds
        FROM daily_time d
        -- As IS TRUE it stays a look into a set of the learners, after the days of the course are read one behind the other.
        WHERE d.instance_id = $instance AND d.course_id = $course AND d.day >= $since::date
          AND (d.user_id IN (SELECT user_id FROM learners)) IS TRUE
        GROUP BY week, d.user_id
      ) people_of_week
      GROUP BY week
    ) weeks
  ) AS time
