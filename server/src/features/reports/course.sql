-- One course of the reach with how far its people are; no row when the course is not in the reach (see all-courses.sql).
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
  learners.assigned AS "assignedLearners",
  learners.completed AS "completedLearners",
  learners.in_progress AS "learnersInProgress",
  learners.not_started AS "learnersNotStarted",
  learners.seconds,
  learners.first_day AS "firstDay"
FROM courses c
CROSS JOIN LATERAL (
  SELECT
    count(*) AS assigned,
    count(*) FILTER (WHERE p.status = 'completed') AS completed,
    count(*) FILTER (WHERE p.status = 'in_progress') AS in_progress,
    count(*) FILTER (WHERE p.status = 'not_started') AS not_started,
    least(coalesce(sum(p.time_spent), 0), 2147483647) AS seconds,
    min(p.assigned_at AT TIME ZONE $zone)::date::text AS first_day
  FROM course_progress p
  JOIN people ON people.id = p.user_id
  WHERE p.instance_id = $instance AND p.course_id = $course
) learners
WHERE c.instance_id = $instance
  AND c.id = $course
  AND c.deleted_at IS NULL
  AND (
    learners.assigned > 0
    OR c.status = 'published' AND (
      $branches::integer[] IS NULL
      OR EXISTS (SELECT FROM branch_courses b WHERE b.instance_id = $instance AND b.course_id = c.id AND b.branch_id = ANY ($branches::integer[]))
    )
  )
