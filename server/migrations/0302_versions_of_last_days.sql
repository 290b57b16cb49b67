-- The version of the users list rises with the last day of a user too, because lists of active people depend on it.
CREATE OR REPLACE FUNCTION count_changed_users() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record;
BEGIN
  FOR changed IN
    SELECT f.instance_id,
      count(*) FILTER (WHERE f.deleted_at IS NULL AND f.platform_user_id IS NULL)
        - count(*) FILTER (WHERE o.deleted_at IS NULL AND o.platform_user_id IS NULL) AS more
    FROM fresh f JOIN old_rows o ON o.instance_id = f.instance_id AND o.id = f.id
    WHERE (f.search, f.first_name, f.last_name, f.email, f.role, f.is_active, f.deactivate_at, f.created_at, f.deleted_at,
        f.platform_user_id)
      IS DISTINCT FROM (o.search, o.first_name, o.last_name, o.email, o.role, o.is_active, o.deactivate_at, o.created_at,
        o.deleted_at, o.platform_user_id)
    GROUP BY f.instance_id
  LOOP
    UPDATE user_counts c SET users = c.users + changed.more, version = c.version + 1 WHERE c.instance_id = changed.instance_id;
  END LOOP;
  RETURN NULL;
END $$;
