-- The people of courses who count, each with how far they are; of one course where it is said.
SELECT p.course_id, p.user_id, p.status, p.progress, p.time_spent, p.assigned_at, p.completed_at
FROM course_progress p
--if some: JOIN people ON people.id = p.user_id
WHERE p.instance_id = $instance
  --if ofcourse: AND p.course_id = $course
  -- To look up each of the others in a whole instance takes ten times as long.
  --if everybody: AND (p.user_id IN (SELECT u.id FROM users u WHERE u.instance_id = $instance AND (u.deleted_at IS NOT NULL OR u.platform_user_id IS NOT NULL))) IS NOT TRUE
  --if from: AND p.assigned_at >= $from::date::timestamp AT TIME ZONE $zone
  --if to: AND p.assigned_at < ($to::date + 1)::timestamp AT TIME ZONE $zone
