-- One course with how far its people are. Where a filter leaves nobody, and the course is of none of its branches, it is not known
-- from here whether it is in the reach at all: course-known.sql says so.
SELECT
  c.thumbnail_key AS "thumbnailKey",
  c.created_at AS "createdAt",
  c.updated_at AS "updatedAt",
  least(coalesce(learners.seconds, 0), 2147483647) AS seconds,
  (
    learners.course_id IS NOT NULL
    OR c.status = 'published'
    --if narrowed: AND EXISTS (SELECT FROM branch_courses b WHERE b.instance_id = $instance AND b.course_id = c.id AND b.branch_id = ANY ($branches::integer[]))
  ) AS "isKnown",
--file course-columns.sql
FROM courses c
LEFT JOIN (
--file course-figures.sql
) learners ON learners.course_id = c.id
WHERE c.instance_id = $instance
  AND c.id = $course
  AND c.deleted_at IS NULL
