-- One course of the reach with how far its people are, and its weeks (Mondays in the zone given) that had anything; no row
-- when the course is not in the reach (see all-courses.sql).
WITH learners AS (
  SELECT p.user_id, p.status, p.time_spent, p.assigned_at AT TIME ZONE $zone AS assigned_at, p.completed_at AT TIME ZONE $zone AS completed_at
  FROM course_progress p
  --if some: JOIN people ON people.id = p.user_id
  WHERE p.instance_id = $instance AND p.course_id = $course
--file everybody.sql
    --if from: AND p.assigned_at >= $from::date::timestamp AT TIME ZONE $zone
    --if to: AND p.assigned_at < ($to::date + 1)::timestamp AT TIME ZONE $zone
)
SELECT
  c.id,
  c.title,
  c.thumbnail_key AS "thumbnailKey",
  c.created_at AS "createdAt",
  c.updated_at AS "updatedAt",
  (
    SELECT k.name
    FROM course_categories cc
    JOIN categories k ON k.instance_id = cc.instance_id AND k.id = cc.category_id AND k.deleted_at IS NULL
    WHERE cc.instance_id = c.instance_id AND cc.course_id = c.id
    ORDER BY cc.position
    LIMIT 1
  ) AS category,
  counts.*,
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
FROM courses c
CROSS JOIN (
  SELECT
    count(*) AS "assignedLearners",
    count(*) FILTER (WHERE status = 'completed') AS "completedLearners",
    count(*) FILTER (WHERE status = 'in_progress') AS "learnersInProgress",
    count(*) FILTER (WHERE status = 'not_started') AS "learnersNotStarted",
    least(coalesce(sum(time_spent), 0), 2147483647) AS seconds,
    min(assigned_at)::date::text AS "firstDay"
  FROM learners
) counts
WHERE c.instance_id = $instance
  AND c.id = $course
  AND c.deleted_at IS NULL
  AND (
    counts."assignedLearners" > 0
    OR c.status = 'published'
    --if narrowed: AND EXISTS (SELECT FROM branch_courses b WHERE b.instance_id = $instance AND b.course_id = c.id AND b.branch_id = ANY ($branches::integer[]))
  )
