-- Who counts in a report: everybody of the reach who is not deleted and not a visitor from the platform.
SELECT u.id, u.first_name || ' ' || u.last_name AS name, u.first_name, u.last_name, u.email, u.role
FROM users u
WHERE u.instance_id = $instance
  AND u.deleted_at IS NULL
  AND u.platform_user_id IS NULL
  --if grouped: AND u.id = ANY (ARRAY(SELECT g.user_id FROM group_users g WHERE g.instance_id = $instance AND g.group_id = ANY ($chosen::integer[])))
  --if narrowed: AND (
  --if narrowed:   u.id = ANY (ARRAY(SELECT b.user_id FROM branch_users b WHERE b.instance_id = $instance AND b.branch_id = ANY ($branches::integer[])))
  --if narrowed:   OR u.id = ANY (ARRAY(SELECT g.user_id FROM group_users g WHERE g.instance_id = $instance AND g.group_id = ANY ($groups::integer[])))
  --if narrowed: )
