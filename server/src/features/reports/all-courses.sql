-- Every course of the reach: assigned to its branches, or taken by its people. A draft counts once somebody is enrolled.
SELECT
  coalesce(learners.seconds, 0) AS seconds,
--file course-columns.sql
FROM courses c
LEFT JOIN (
--file course-figures.sql
) learners ON learners.course_id = c.id
WHERE c.instance_id = $instance
  AND c.deleted_at IS NULL
  --if categorised: AND c.id = ANY (ARRAY(SELECT k.course_id FROM course_categories k WHERE k.instance_id = $instance AND k.category_id = ANY ($categories::integer[])))
  AND (
    learners.course_id IS NOT NULL
    OR c.status = 'published'
    --if narrowed: AND EXISTS (SELECT FROM branch_courses b WHERE b.instance_id = $instance AND b.course_id = c.id AND b.branch_id = ANY ($branches::integer[]))
    --if grouped: AND EXISTS (SELECT FROM group_courses g WHERE g.instance_id = $instance AND g.course_id = c.id AND g.group_id = ANY ($chosen::integer[]))
  )
ORDER BY c.title COLLATE people, c.id
