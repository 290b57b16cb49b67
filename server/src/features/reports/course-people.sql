-- Whose work counts in a report on one course: the people, and where days are chosen, those who were assigned the course on them.
SELECT people.id, people.name
FROM people
--if dated: JOIN course_progress p ON p.instance_id = $instance AND p.course_id = $course AND p.user_id = people.id
  --if from: AND p.assigned_at >= $from::date::timestamp AT TIME ZONE $zone
  --if to: AND p.assigned_at < ($to::date + 1)::timestamp AT TIME ZONE $zone
