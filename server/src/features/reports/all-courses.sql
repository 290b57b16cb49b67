-- Every course of the reach: assigned to its branches, or taken by its people. A draft counts once somebody is enrolled.
SELECT
  c.id,
  c.title,
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
  coalesce(learners.not_started, 0) AS "learnersNotStarted",
  coalesce(learners.seconds, 0) AS seconds,
  coalesce(learners.progress, 0) AS progress,
  learners.last_assigned AS "lastAssigned"
FROM courses c
LEFT JOIN (
  SELECT
    p.course_id,
    count(*) AS assigned,
    count(*) FILTER (WHERE p.status = 'completed') AS completed,
    count(*) FILTER (WHERE p.status = 'in_progress') AS in_progress,
    count(*) FILTER (WHERE p.status = 'not_started') AS not_started,
    sum(p.time_spent) AS seconds,
    round(avg(p.progress)) AS progress,
    max(p.assigned_at) AS last_assigned
  FROM course_progress p
  --if some: JOIN people ON people.id = p.user_id
  WHERE p.instance_id = $instance
--file everybody.sql
    --if from: AND p.assigned_at >= $from::date::timestamp AT TIME ZONE $zone
    --if to: AND p.assigned_at < ($to::date + 1)::timestamp AT TIME ZONE $zone
  GROUP BY p.course_id
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
