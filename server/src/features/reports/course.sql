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
  coalesce(learners.assigned, 0) AS "assignedLearners",
  coalesce(learners.completed, 0) AS "completedLearners",
  coalesce(learners.in_progress, 0) AS "learnersInProgress",
  coalesce(learners.assigned - learners.completed - learners.in_progress, 0) AS "learnersNotStarted",
  least(coalesce(learners.seconds, 0), 2147483647) AS seconds
FROM courses c
LEFT JOIN (
--file course-figures.sql
) learners ON learners.course_id = c.id
WHERE c.instance_id = $instance
  AND c.id = $course
  AND c.deleted_at IS NULL
  AND (
    learners.course_id IS NOT NULL
    OR c.status = 'published'
    --if narrowed: AND EXISTS (SELECT FROM branch_courses b WHERE b.instance_id = $instance AND b.course_id = c.id AND b.branch_id = ANY ($branches::integer[]))
  )
