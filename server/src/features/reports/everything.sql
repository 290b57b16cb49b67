-- Every person of the reach in every course of theirs, one row each. The score is the share of the graded questions that are right
-- by now; of a course without any, the best that its packages have reported.
-- Sorted first, for what follows is read row by row as they are asked for: a sort of millions is to hold as little as it can.
SELECT
  f.*,
  (
    SELECT string_agg(b.name, ', ' ORDER BY b.name COLLATE people)
    FROM branch_users m
    JOIN branches b ON b.instance_id = m.instance_id AND b.id = m.branch_id AND b.deleted_at IS NULL
    WHERE m.instance_id = $instance AND m.user_id = f."userId"
    --if narrowed: AND m.branch_id = ANY ($branches::integer[])
  ) AS branches,
  (
    SELECT k.name
    FROM course_categories cc
    JOIN categories k ON k.instance_id = cc.instance_id AND k.id = cc.category_id AND k.deleted_at IS NULL
    WHERE cc.instance_id = $instance AND cc.course_id = f."courseId"
    ORDER BY cc.position
    LIMIT 1
  ) AS category,
  coalesce(
    (
      SELECT round(100.0 * count(*) FILTER (WHERE r.is_correct) / nullif(count(*), 0))
      FROM responses r
      WHERE r.instance_id = $instance AND r.user_id = f."userId" AND r.course_id = f."courseId" AND r.is_correct IS NOT NULL
    ),
    (
      SELECT round(100 * max(s.score_scaled))
      FROM units u
      JOIN scorm_attempts s ON s.instance_id = u.instance_id AND s.unit_id = u.id AND s.user_id = f."userId"
      WHERE u.instance_id = $instance AND u.course_id = f."courseId" AND u.deleted_at IS NULL
    )
  ) AS score
FROM (
  SELECT
    people.id AS "userId",
    people.name,
    people.email,
    people.role,
    c.id AS "courseId",
    c.title AS course,
    p.status,
    p.progress,
    p.units_completed AS "unitsCompleted",
    p.total_units AS "totalUnits",
    p.assigned_at AS assigned,
    p.started_at AS started,
    p.completed_at AS completed,
    p.time_spent AS seconds
  FROM course_progress p
  JOIN people ON people.id = p.user_id
  JOIN courses c ON c.instance_id = p.instance_id AND c.id = p.course_id
  WHERE p.instance_id = $instance
    --if ofcourse: AND p.course_id = $course
    --if ofperson: AND p.user_id = $person
    --if from: AND p.assigned_at >= $from::date::timestamp AT TIME ZONE $zone
    --if to: AND p.assigned_at < ($to::date + 1)::timestamp AT TIME ZONE $zone
    --if categorised: AND p.course_id = ANY (ARRAY(SELECT k.course_id FROM course_categories k WHERE k.instance_id = $instance AND k.category_id = ANY ($categories::integer[])))
    --if searchedpeople: AND people.name ILIKE $search
    --if searchedcourses: AND c.title ILIKE $search
  ORDER BY
    --if by -name: people.name COLLATE people DESC,
    --if by name: people.name COLLATE people,
    --if by role: people.role,
    --if by -role: people.role DESC,
    --if by progress: p.progress,
    --if by -progress: p.progress DESC,
    --if by time: p.time_spent,
    --if by -time: p.time_spent DESC,
    --if by timeSpent: p.time_spent,
    --if by -timeSpent: p.time_spent DESC,
    --if by assignedDate: p.assigned_at,
    --if by -assignedDate: p.assigned_at DESC,
    --if by completionDate: p.completed_at,
    --if by -completionDate: p.completed_at DESC NULLS LAST,
    --if by units: p.units_completed,
    --if by -units: p.units_completed DESC,
    --if by -title: c.title COLLATE people DESC,
    people.last_name COLLATE people,
    people.first_name COLLATE people,
    people.id,
    c.title COLLATE people,
    c.id
) f
