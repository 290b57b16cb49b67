-- Who counts in a report: everybody of the reach who is not deleted and not a visitor from the platform.
SELECT u.id, u.first_name || ' ' || u.last_name AS name, u.role
FROM users u
WHERE u.instance_id = $instance
  AND u.deleted_at IS NULL
  AND u.platform_user_id IS NULL
  AND (
    $branches::integer[] IS NULL
    OR EXISTS (SELECT FROM branch_users b WHERE b.instance_id = $instance AND b.user_id = u.id AND b.branch_id = ANY ($branches::integer[]))
    OR EXISTS (SELECT FROM group_users g WHERE g.instance_id = $instance AND g.user_id = u.id AND g.group_id = ANY ($groups::integer[]))
  )
