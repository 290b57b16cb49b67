-- Where tables are spread over several machines by instance (docs/operations/citus.md), a statement is sent to the machine of the instance
-- it names. The rows that a trigger is handed are of no table, and cannot be sent: they are read alone, and what was read is given to
-- the statement that writes. For one machine it is the same, and nothing is written where nothing changed.
CREATE OR REPLACE FUNCTION count_new_users() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  come record;
BEGIN
  FOR come IN
    SELECT instance_id, count(*) FILTER (WHERE deleted_at IS NULL AND platform_user_id IS NULL) AS users FROM fresh GROUP BY instance_id
  LOOP
    INSERT INTO user_counts AS c (instance_id, users) VALUES (come.instance_id, come.users)
    ON CONFLICT (instance_id) DO UPDATE SET users = c.users + excluded.users, version = c.version + 1;
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_changed_users() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record;
BEGIN
  FOR changed IN
    SELECT f.instance_id,
      count(*) FILTER (WHERE f.deleted_at IS NULL AND f.platform_user_id IS NULL)
        - count(*) FILTER (WHERE o.deleted_at IS NULL AND o.platform_user_id IS NULL) AS more
    FROM fresh f JOIN old_rows o ON o.instance_id = f.instance_id AND o.id = f.id
    WHERE (f.search, f.first_name, f.last_name, f.email, f.role, f.created_at, f.deleted_at, f.platform_user_id)
      IS DISTINCT FROM (o.search, o.first_name, o.last_name, o.email, o.role, o.created_at, o.deleted_at, o.platform_user_id)
    GROUP BY f.instance_id
  LOOP
    UPDATE user_counts c SET users = c.users + changed.more, version = c.version + 1 WHERE c.instance_id = changed.instance_id;
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_gone_users() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone record;
BEGIN
  FOR gone IN
    SELECT instance_id, count(*) FILTER (WHERE deleted_at IS NULL AND platform_user_id IS NULL) AS users FROM old_rows GROUP BY instance_id
  LOOP
    UPDATE user_counts c SET users = c.users - gone.users, version = c.version + 1 WHERE c.instance_id = gone.instance_id;
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION keep_totals_of_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_one boolean;
  changed record;
BEGIN
  SELECT count(*) = 1 INTO is_one FROM (SELECT FROM touched LIMIT 2) few;
  IF is_one THEN
    SELECT n.instance_id, n.user_id, n.course_id,
      (enrolment_status(n.completed_at, n.units_completed) = 'completed')::integer
        - (enrolment_status(o.completed_at, o.units_completed) = 'completed')::integer AS completed,
      (enrolment_status(n.completed_at, n.units_completed) = 'in_progress')::integer
        - (enrolment_status(o.completed_at, o.units_completed) = 'in_progress')::integer AS in_progress,
      n.time_spent - o.time_spent AS time_spent
    INTO changed FROM touched n, former o
    WHERE (n.completed_at, n.units_completed, n.time_spent) IS DISTINCT FROM (o.completed_at, o.units_completed, o.time_spent);
    IF FOUND THEN
      UPDATE learner_totals t
      SET
        completed = t.completed + changed.completed,
        in_progress = t.in_progress + changed.in_progress,
        time_spent = t.time_spent + changed.time_spent
      FROM courses c
      WHERE t.instance_id = changed.instance_id AND t.user_id = changed.user_id
        AND c.instance_id = changed.instance_id AND c.id = changed.course_id AND c.deleted_at IS NULL;
    END IF;
    RETURN NULL;
  END IF;
  FOR changed IN
    SELECT n.instance_id, array_agg(DISTINCT n.user_id) AS people
    FROM touched n JOIN former o USING (instance_id, user_id, course_id)
    WHERE (n.completed_at, n.units_completed, n.time_spent) IS DISTINCT FROM (o.completed_at, o.units_completed, o.time_spent)
    GROUP BY n.instance_id
  LOOP
    PERFORM recount_learners(changed.instance_id, changed.people);
  END LOOP;
  RETURN NULL;
END $$;

-- As CASE with a condition: what is sent to another machine is written anew from the parsed statement, in which CASE with a value came out wrong.
CREATE OR REPLACE FUNCTION completes_course(done integer, units integer, rule text, percentage integer) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN done > 0 AND done * 100 >= units * CASE WHEN rule = 'percentage' THEN percentage ELSE 100 END;

CREATE OR REPLACE FUNCTION add_to_course(instance integer, course integer, people bigint, done bigint, begun bigint, seconds bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  free bigint;
BEGIN
  SELECT t.part INTO free FROM course_totals t
  WHERE t.instance_id = instance AND t.course_id = course
  LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  IF FOUND THEN
    UPDATE course_totals t
    SET assigned = t.assigned + people, completed = t.completed + done, in_progress = t.in_progress + begun, time_spent = t.time_spent + seconds
    WHERE t.instance_id = instance AND t.course_id = course AND t.part = free;
    RETURN;
  END IF;
  -- Enrolments that go with their course find it gone already.
  PERFORM FROM courses c WHERE c.instance_id = instance AND c.id = course;
  IF FOUND THEN
    INSERT INTO course_totals (instance_id, course_id, assigned, completed, in_progress, time_spent)
    VALUES (instance, course, people, done, begun, seconds);
  END IF;
END $$;

-- SET LOCAL is told to the other machines, set_config is not.
CREATE OR REPLACE FUNCTION instance_of_row(kind text, row_id integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  was text := current_setting('app.instance_id', true);
  candidate integer;
  is_there boolean;
BEGIN
  IF kind NOT IN ('users', 'branches', 'courses', 'subscriptions') THEN
    RAISE EXCEPTION 'rows of % are not looked for', kind;
  END IF;
  FOR candidate IN SELECT id FROM instances WHERE deleted_at IS NULL AND NOT is_platform ORDER BY id LOOP
    EXECUTE format('SET LOCAL app.instance_id = %L', candidate::text);
    EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE instance_id = $1 AND id = $2)', kind)
      INTO is_there USING candidate, row_id;
    EXIT WHEN is_there;
  END LOOP;
  EXECUTE format('SET LOCAL app.instance_id = %L', coalesce(was, ''));
  RETURN CASE WHEN is_there THEN candidate END;
END $$;

CREATE OR REPLACE FUNCTION instance_figures(ids integer[])
RETURNS TABLE (instance_id integer, active_users bigint, branches bigint, subscription_id integer, subscription_status text)
LANGUAGE plpgsql AS $$
DECLARE
  before text := coalesce(current_setting('app.instance_id', true), '');
  each integer;
BEGIN
  FOREACH each IN ARRAY ids LOOP
    EXECUTE format('SET LOCAL app.instance_id = %L', each::text);
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
  EXECUTE format('SET LOCAL app.instance_id = %L', before);
END $$;

CREATE OR REPLACE FUNCTION end_visits(platform_person integer, shut_out boolean, kept_session bytea) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  before text := coalesce(current_setting('app.instance_id', true), '');
  each integer;
BEGIN
  FOR each IN SELECT id FROM instances WHERE NOT is_platform LOOP
    EXECUTE format('SET LOCAL app.instance_id = %L', each::text);
    DELETE FROM sessions s USING users u
    WHERE s.instance_id = each AND u.instance_id = each AND u.id = s.user_id AND u.platform_user_id = platform_person
      AND s.token_hash IS DISTINCT FROM kept_session;
    DELETE FROM login_codes c USING users u
    WHERE c.instance_id = each AND u.instance_id = each AND u.id = c.user_id AND u.platform_user_id = platform_person;
    IF shut_out THEN
      UPDATE users SET is_active = false WHERE instance_id = each AND platform_user_id = platform_person;
    END IF;
  END LOOP;
  EXECUTE format('SET LOCAL app.instance_id = %L', before);
END $$;
