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

ALTER TABLE api_keys ADD CONSTRAINT api_keys_have_names CHECK (name <> '');

-- One of the platform's own people is known in each instance they visited by a row there: ends their sessions in all of them,
-- but for the one kept. With shut_out the rows are inactive too, and so the API keys they made, until the person comes again.
CREATE FUNCTION end_visits(platform_person integer, shut_out boolean, kept_session bytea) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  before text := coalesce(current_setting('app.instance_id', true), '');
  each integer;
BEGIN
  FOR each IN SELECT id FROM instances WHERE NOT is_platform LOOP
    PERFORM set_config('app.instance_id', each::text, true);
    DELETE FROM sessions s USING users u
    WHERE s.instance_id = each AND u.instance_id = each AND u.id = s.user_id AND u.platform_user_id = platform_person
      AND s.token_hash IS DISTINCT FROM kept_session;
    DELETE FROM login_codes c USING users u
    WHERE c.instance_id = each AND u.instance_id = each AND u.id = c.user_id AND u.platform_user_id = platform_person;
    IF shut_out THEN
      UPDATE users SET is_active = false WHERE instance_id = each AND platform_user_id = platform_person;
    END IF;
  END LOOP;
  PERFORM set_config('app.instance_id', before, true);
END $$;

CREATE INDEX audit_log_actor ON audit_log (instance_id, actor_id, created_at DESC);
CREATE INDEX audit_log_action ON audit_log (instance_id, action, created_at DESC);
