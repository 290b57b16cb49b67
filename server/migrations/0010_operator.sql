-- The platform operator's area: figures of many instances at once, addresses that are free again, instances on their way out.

-- The address of a deleted instance may be given again while a job is still clearing the old one away.
ALTER TABLE instances DROP CONSTRAINT instances_domain_key;
CREATE UNIQUE INDEX instances_domain ON instances (domain) WHERE deleted_at IS NULL;

-- From when the rows and files of a deleted instance are cleared away.
ALTER TABLE instances ADD COLUMN purge_at timestamptz;
ALTER TABLE instances ADD CONSTRAINT only_deleted_instances_are_purged CHECK (purge_at IS NULL OR deleted_at IS NOT NULL);
CREATE INDEX instances_purge ON instances (purge_at) WHERE purge_at IS NOT NULL;

-- What the list of instances shows of each. The caller stays inside the wall: the function steps into one instance after
-- the other and back again, so it needs no right that the application's role does not have.
CREATE FUNCTION instance_figures(ids integer[])
RETURNS TABLE (instance_id integer, active_users bigint, branches bigint, subscription_id integer, subscription_status text)
LANGUAGE plpgsql AS $$
DECLARE
  before text := coalesce(current_setting('app.instance_id', true), '');
  each integer;
BEGIN
  FOREACH each IN ARRAY ids LOOP
    PERFORM set_config('app.instance_id', each::text, true);
    RETURN QUERY
      SELECT each,
        (SELECT count(*) FROM users u JOIN instances i ON i.id = u.instance_id
         WHERE u.instance_id = each AND u.deleted_at IS NULL AND u.platform_user_id IS NULL AND u.is_active
           AND (u.deactivate_at IS NULL OR u.deactivate_at > (now() AT TIME ZONE i.time_zone)::date)),
        (SELECT count(*) FROM branches b WHERE b.instance_id = each AND b.deleted_at IS NULL),
        p.id, p.status
      FROM (SELECT) AS always
      LEFT JOIN LATERAL (
        SELECT s.id, s.status FROM subscriptions s WHERE s.instance_id = each
        ORDER BY (s.status IN ('active', 'trialing')) DESC, s.created_at DESC, s.id DESC LIMIT 1) p ON true;
  END LOOP;
  PERFORM set_config('app.instance_id', before, true);
END $$;

-- Which rows an API key looked up by its hash; audit entries keep the name of the key that acted.
ALTER TABLE api_keys ADD CONSTRAINT api_keys_have_names CHECK (name <> '');
