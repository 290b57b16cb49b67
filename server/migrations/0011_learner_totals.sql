-- How far somebody is in one course; the one definition, read by the view course_progress and kept in learner_totals.
CREATE FUNCTION enrolment_status(completed_at timestamptz, units_completed integer) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN completed_at IS NOT NULL THEN 'completed' WHEN units_completed > 0 THEN 'in_progress' ELSE 'not_started' END;

-- How far, in percent: complete units over all, rounded; 100 only when every unit is complete.
CREATE FUNCTION progress_percent(done integer, units integer) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN units = 0 THEN 0
  WHEN done >= units THEN 100
  ELSE least(99, round(100.0 * done / units)::integer)
END;

CREATE OR REPLACE VIEW course_progress WITH (security_invoker = true) AS
SELECT
  e.instance_id,
  e.user_id,
  e.course_id,
  e.assigned_at,
  e.started_at,
  e.completed_at,
  e.time_spent,
  e.units_completed,
  c.unit_count AS total_units,
  progress_percent(e.units_completed, c.unit_count) AS progress,
  e.completed_at IS NOT NULL AS is_complete,
  enrolment_status(e.completed_at, e.units_completed) AS status
FROM enrolments e
JOIN courses c ON c.instance_id = e.instance_id AND c.id = e.course_id
WHERE c.deleted_at IS NULL;

-- What all courses of a person come to, kept with every change of an enrolment: a report over everybody reads one row for each
-- person instead of one for each enrolment. Courses in the bin do not count, as in course_progress.
CREATE TABLE learner_totals (
  instance_id integer NOT NULL,
  user_id integer NOT NULL,
  assigned integer NOT NULL DEFAULT 0,
  completed integer NOT NULL DEFAULT 0,
  in_progress integer NOT NULL DEFAULT 0,
  time_spent bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (instance_id, user_id),
  FOREIGN KEY (instance_id, user_id) REFERENCES users ON DELETE CASCADE
) WITH (fillfactor = 70);

-- Counts people's courses anew. Whoever counts the same person waits here for the other to commit, and the count that follows
-- sees what was committed: each statement of this function looks at the database of its own moment.
CREATE FUNCTION recount_learners(instance integer, people integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO learner_totals (instance_id, user_id)
  SELECT instance, u.id FROM users u WHERE u.instance_id = instance AND u.id = ANY (people)
  ORDER BY u.id
  ON CONFLICT DO NOTHING;

  PERFORM FROM learner_totals t WHERE t.instance_id = instance AND t.user_id = ANY (people) ORDER BY t.user_id FOR UPDATE;

  UPDATE learner_totals t
  SET assigned = n.assigned, completed = n.completed, in_progress = n.in_progress, time_spent = n.time_spent
  FROM (
    SELECT person.id,
      count(p.course_id) AS assigned,
      count(*) FILTER (WHERE p.status = 'completed') AS completed,
      count(*) FILTER (WHERE p.status = 'in_progress') AS in_progress,
      coalesce(sum(p.time_spent), 0) AS time_spent
    FROM unnest(people) person (id)
    LEFT JOIN course_progress p ON p.instance_id = instance AND p.user_id = person.id
    GROUP BY person.id
  ) n
  WHERE t.instance_id = instance AND t.user_id = n.id
    AND (t.assigned, t.completed, t.in_progress, t.time_spent) IS DISTINCT FROM (n.assigned, n.completed, n.in_progress, n.time_spent);
END $$;

CREATE FUNCTION keep_learner_totals() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record;
BEGIN
  FOR changed IN SELECT instance_id, array_agg(DISTINCT user_id) AS people FROM touched GROUP BY instance_id LOOP
    PERFORM recount_learners(changed.instance_id, changed.people);
  END LOOP;
  RETURN NULL;
END $$;

-- One enrolment that changes, as with every beat of a learner, adds the difference; many at once are counted anew, in the order
-- of their people, so that two of such statements wait for each other and never for ever.
CREATE FUNCTION keep_totals_of_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_one boolean;
  changed record;
BEGIN
  SELECT count(*) = 1 INTO is_one FROM (SELECT FROM touched LIMIT 2) few;
  IF is_one THEN
    UPDATE learner_totals t
    SET
      completed = t.completed + (enrolment_status(n.completed_at, n.units_completed) = 'completed')::integer
        - (enrolment_status(o.completed_at, o.units_completed) = 'completed')::integer,
      in_progress = t.in_progress + (enrolment_status(n.completed_at, n.units_completed) = 'in_progress')::integer
        - (enrolment_status(o.completed_at, o.units_completed) = 'in_progress')::integer,
      time_spent = t.time_spent + n.time_spent - o.time_spent
    FROM touched n, former o, courses c
    WHERE t.instance_id = n.instance_id AND t.user_id = n.user_id
      AND c.instance_id = n.instance_id AND c.id = n.course_id AND c.deleted_at IS NULL
      AND (n.completed_at, n.units_completed, n.time_spent) IS DISTINCT FROM (o.completed_at, o.units_completed, o.time_spent);
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

CREATE TRIGGER enrolments_come AFTER INSERT ON enrolments
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION keep_learner_totals();
CREATE TRIGGER enrolments_change AFTER UPDATE ON enrolments
  REFERENCING NEW TABLE AS touched OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION keep_totals_of_changes();
CREATE TRIGGER enrolments_go AFTER DELETE ON enrolments
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION keep_learner_totals();

-- A course that goes into the bin, or comes out of it, changes the totals of everybody who has it.
CREATE FUNCTION keep_totals_of_course() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM recount_learners(NEW.instance_id, array_agg(e.user_id))
  FROM enrolments e WHERE e.instance_id = NEW.instance_id AND e.course_id = NEW.id
  HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER courses_bin AFTER UPDATE OF deleted_at ON courses
  FOR EACH ROW WHEN (OLD.deleted_at IS DISTINCT FROM NEW.deleted_at) EXECUTE FUNCTION keep_totals_of_course();

DO $$
DECLARE
  tenant integer;
BEGIN
  FOR tenant IN SELECT id FROM instances LOOP
    -- The owner of the tables is fenced as well.
    PERFORM set_config('app.instance_id', tenant::text, true);
    PERFORM recount_learners(tenant, array_agg(DISTINCT user_id)) FROM enrolments WHERE instance_id = tenant HAVING count(*) > 0;
  END LOOP;
  PERFORM set_config('app.instance_id', '', true);
END $$;
