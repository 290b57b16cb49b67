-- How often one course was assigned and completed in each week that had either; weeks begin on Monday in the zone given.
SELECT week::text AS week, sum(assigned) AS assigned, sum(completed) AS completed
FROM (
  SELECT date_trunc('week', p.assigned_at AT TIME ZONE $zone)::date AS week, 1 AS assigned, 0 AS completed
  FROM course_progress p
  JOIN people ON people.id = p.user_id
  WHERE p.instance_id = $instance AND p.course_id = $course
  UNION ALL
  SELECT date_trunc('week', p.completed_at AT TIME ZONE $zone)::date, 0, 1
  FROM course_progress p
  JOIN people ON people.id = p.user_id
  WHERE p.instance_id = $instance AND p.course_id = $course AND p.completed_at IS NOT NULL
) events
GROUP BY week
ORDER BY week
