-- A course also fails when a test of it has no attempts left; a learning path fails when failed courses leave a section
-- with fewer courses than it needs. Both start automations.

-- Tells whether a person has used all attempts at a test without passing it. An open attempt may still pass.
CREATE FUNCTION has_no_attempts_left(instance integer, person integer, unit integer, allowed integer, attempt_at_course integer)
RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT allowed IS NOT NULL AND (
    SELECT count(t.submitted_at) >= allowed + coalesce(
        (SELECT x.extra FROM test_allowances x WHERE x.instance_id = instance AND x.user_id = person AND x.unit_id = unit), 0)
      AND count(t.submitted_at) = count(*) AND NOT coalesce(bool_or(t.is_passed), false)
    FROM test_attempts t
    WHERE t.instance_id = instance AND t.user_id = person AND t.unit_id = unit AND t.course_attempt = attempt_at_course)
$$;

-- Tells whether a person has failed a course that they have not completed: one of its packages reports so, or one of its
-- tests is not passed and has no attempts left. One unit can be left out, to see what was so before it failed.
CREATE FUNCTION fails_course(instance integer, person integer, course integer, except_unit integer) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM enrolments e
    JOIN units u ON u.instance_id = e.instance_id AND u.course_id = e.course_id AND u.deleted_at IS NULL
      AND u.id IS DISTINCT FROM except_unit
    LEFT JOIN scorm_results r ON r.instance_id = e.instance_id AND r.user_id = e.user_id AND r.unit_id = u.id
    WHERE e.instance_id = instance AND e.user_id = person AND e.course_id = course AND e.completed_at IS NULL
      AND (r.success_status = 'failed' OR has_no_attempts_left(e.instance_id, e.user_id, u.id, u.attempts_allowed, e.attempt)))
$$;

-- Writes the events of the paths that a person fails with a course: those of which one section has too few courses now
-- and had enough before. Rows are locked first, so that of two courses that fail at the same time the later sees the
-- earlier.
CREATE FUNCTION note_paths_failed(instance integer, person integer, course integer, unit integer) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  failed integer;
BEGIN
  IF NOT EXISTS (SELECT FROM automations a WHERE a.instance_id = instance AND a.trigger = 'path_failed' AND a.is_on
      AND a.deleted_at IS NULL) THEN
    RETURN;
  END IF;
  PERFORM FROM learning_path_people m
  JOIN learning_path_courses pc ON pc.instance_id = m.instance_id AND pc.path_id = m.path_id AND pc.course_id = course
  WHERE m.instance_id = instance AND m.user_id = person AND m.completed_at IS NULL AND m.ended_at IS NULL
  ORDER BY m.path_id FOR NO KEY UPDATE OF m;
  -- It was failed before, by another unit: the paths were noted then.
  IF NOT FOUND OR fails_course(instance, person, course, unit) OR NOT fails_course(instance, person, course, NULL) THEN
    RETURN;
  END IF;
  FOR failed IN
    SELECT s.path_id
    FROM (
      SELECT k.path_id, bool_or(c.id = course) AS has_course, count(*) - section_needs(k.needed, count(*)::integer) AS spare,
        count(*) FILTER (WHERE c.id = course OR fails_course(instance, person, c.id, NULL)) AS failures
      FROM learning_path_courses this
      JOIN learning_path_people m ON m.instance_id = instance AND m.path_id = this.path_id AND m.user_id = person
        AND m.completed_at IS NULL AND m.ended_at IS NULL
      JOIN learning_paths l ON l.instance_id = instance AND l.id = this.path_id AND l.deleted_at IS NULL
      JOIN learning_path_sections k ON k.instance_id = instance AND k.path_id = this.path_id
      JOIN learning_path_courses pc ON pc.instance_id = instance AND pc.section_id = k.id
      JOIN courses c ON c.instance_id = instance AND c.id = pc.course_id AND c.deleted_at IS NULL
      WHERE this.instance_id = instance AND this.course_id = course
      GROUP BY k.path_id, k.id, k.needed) s
    GROUP BY s.path_id
    HAVING count(*) FILTER (WHERE s.failures > s.spare) = 1 AND bool_or(s.has_course AND s.failures = s.spare + 1)
    ORDER BY s.path_id
  LOOP
    PERFORM note_automation_event(instance, 'path_failed', person, failed, jsonb_build_object('path_id', failed));
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION note_course_failed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_automation_event(NEW.instance_id, 'course_failed', NEW.user_id, NEW.course_id,
    jsonb_build_object('course_id', NEW.course_id));
  PERFORM note_paths_failed(NEW.instance_id, NEW.user_id, NEW.course_id, NEW.unit_id);
  RETURN NULL;
END $$;

CREATE FUNCTION note_test_failed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM units u
    JOIN enrolments e ON e.instance_id = u.instance_id AND e.course_id = u.course_id AND e.user_id = NEW.user_id
      AND e.attempt = NEW.course_attempt
    WHERE u.instance_id = NEW.instance_id AND u.id = NEW.unit_id AND u.deleted_at IS NULL
      AND has_no_attempts_left(u.instance_id, e.user_id, u.id, u.attempts_allowed, e.attempt)) THEN
    PERFORM note_automation_event(NEW.instance_id, 'course_failed', NEW.user_id, NEW.course_id,
      jsonb_build_object('course_id', NEW.course_id));
    PERFORM note_paths_failed(NEW.instance_id, NEW.user_id, NEW.course_id, NEW.unit_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER test_attempts_note_automations AFTER UPDATE ON test_attempts
  FOR EACH ROW WHEN (OLD.submitted_at IS NULL AND NEW.submitted_at IS NOT NULL AND NEW.is_passed IS NOT TRUE)
  EXECUTE FUNCTION note_test_failed();
