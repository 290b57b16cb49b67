-- What the packages of one course have reported of its people, a row for each person and unit.
WITH takers AS (
--file course-people.sql
)
SELECT
  r.user_id,
  takers.name,
  r.unit_id,
  u.title AS unit,
  k.kind,
  r.completion_status,
  r.success_status,
  r.score,
  r.seconds,
  r.updated_at
FROM scorm_results r
JOIN takers ON takers.id = r.user_id
JOIN units u ON u.instance_id = r.instance_id AND u.id = r.unit_id AND u.deleted_at IS NULL
JOIN scorm_packages k ON k.instance_id = r.instance_id AND k.id = r.package_id
WHERE r.instance_id = $instance
  AND r.course_id = $course
  --if searched: AND takers.name ILIKE $search
--if sorted: ORDER BY
  --if by -name: takers.name COLLATE people DESC,
  --if by unit: u.unit_order,
  --if by -unit: u.unit_order DESC,
  --if by completion: r.completion_status,
  --if by -completion: r.completion_status DESC,
  --if by success: r.success_status,
  --if by -success: r.success_status DESC,
  --if by score: r.score,
  --if by -score: r.score DESC NULLS LAST,
  --if by seconds: r.seconds,
  --if by -seconds: r.seconds DESC,
  --if by updated: r.updated_at,
  --if by -updated: r.updated_at DESC,
  --if sorted: takers.name COLLATE people,
  --if sorted: r.user_id,
  --if sorted: u.unit_order,
  --if sorted: r.unit_id
--if sorted: LIMIT $limit OFFSET $offset
