-- How often people came to a course or left it, as the sum of its rows: the order of its people is remembered until that changes.
ALTER TABLE course_totals ADD COLUMN memberships bigint NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION add_to_course(instance integer, course integer, people bigint, done bigint, begun bigint, seconds bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  free bigint;
  -- A statement that adds people, or removes some.
  moves integer := (people <> 0)::integer;
BEGIN
  SELECT t.part INTO free FROM course_totals t
  WHERE t.instance_id = instance AND t.course_id = course
  LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  IF FOUND THEN
    UPDATE course_totals t
    SET assigned = t.assigned + people, completed = t.completed + done, in_progress = t.in_progress + begun, time_spent = t.time_spent + seconds,
      memberships = t.memberships + moves
    WHERE t.instance_id = instance AND t.course_id = course AND t.part = free;
    RETURN;
  END IF;
  -- Enrolments that go with their course find it gone already.
  PERFORM FROM courses c WHERE c.instance_id = instance AND c.id = course;
  IF FOUND THEN
    INSERT INTO course_totals (instance_id, course_id, assigned, completed, in_progress, time_spent, memberships)
    VALUES (instance, course, people, done, begun, seconds, moves);
  END IF;
END $$;

-- The version of the users list rises with the status too, so that lists of active people are remembered like the others.
CREATE OR REPLACE FUNCTION count_changed_users() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record;
BEGIN
  FOR changed IN
    SELECT f.instance_id,
      count(*) FILTER (WHERE f.deleted_at IS NULL AND f.platform_user_id IS NULL)
        - count(*) FILTER (WHERE o.deleted_at IS NULL AND o.platform_user_id IS NULL) AS more
    FROM fresh f JOIN old_rows o ON o.instance_id = f.instance_id AND o.id = f.id
    WHERE (f.search, f.first_name, f.last_name, f.email, f.role, f.is_active, f.created_at, f.deleted_at, f.platform_user_id)
      IS DISTINCT FROM (o.search, o.first_name, o.last_name, o.email, o.role, o.is_active, o.created_at, o.deleted_at, o.platform_user_id)
    GROUP BY f.instance_id
  LOOP
    UPDATE user_counts c SET users = c.users + changed.more, version = c.version + 1 WHERE c.instance_id = changed.instance_id;
  END LOOP;
  RETURN NULL;
END $$;
