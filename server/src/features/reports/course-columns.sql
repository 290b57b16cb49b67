-- What a course `c` is called, and how far its `learners` are.
  c.id,
  c.title,
  (
    SELECT k.name
    FROM course_categories cc
    JOIN categories k ON k.instance_id = cc.instance_id AND k.id = cc.category_id AND k.deleted_at IS NULL
    WHERE cc.instance_id = $1 AND cc.course_id = c.id
    ORDER BY cc.position
    LIMIT 1
  ) AS category,
  coalesce(learners.assigned, 0) AS "assignedLearners",
  coalesce(learners.completed, 0) AS "completedLearners",
  coalesce(learners.in_progress, 0) AS "learnersInProgress",
  coalesce(learners.assigned - learners.completed - learners.in_progress, 0) AS "learnersNotStarted"
