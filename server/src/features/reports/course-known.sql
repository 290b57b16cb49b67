-- Whether one course is in the reach, as all-courses.sql has it; for those who write courses, one that is not published too.
SELECT c.id
FROM courses c
WHERE c.instance_id = $instance
  AND c.id = $course
  AND c.deleted_at IS NULL
  AND (
    (
      c.status = 'published'
      --if unpublished: OR true
    )
    --if narrowed: AND EXISTS (SELECT FROM branch_courses b WHERE b.instance_id = $instance AND b.course_id = c.id AND b.branch_id = ANY ($branches::integer[]))
    OR EXISTS (
      SELECT
      FROM (
--file course-learners.sql
      ) learners
    )
  )
