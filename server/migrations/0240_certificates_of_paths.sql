-- A certificate is of a course or of a learning path.
-- Harmless to 0.1.0: it writes no learning path to a certificate.
ALTER TABLE certificates
  ADD COLUMN path_id integer,
  ADD FOREIGN KEY (instance_id, path_id) REFERENCES learning_paths ON DELETE CASCADE;
ALTER TABLE certificates ALTER COLUMN course_id DROP NOT NULL;
-- Harmless to 0.1.0: its certificates have a course and no learning path.
ALTER TABLE certificates ADD CONSTRAINT certificates_subject CHECK (num_nonnulls(course_id, path_id) = 1) NOT VALID;
ALTER TABLE certificates VALIDATE CONSTRAINT certificates_subject;
CREATE INDEX certificates_path ON certificates (instance_id, path_id) WHERE path_id IS NOT NULL;
-- One certificate for one completion, as certificates_completion of courses.
-- Harmless to 0.1.0: its certificates have no learning path.
CREATE UNIQUE INDEX certificates_path_completion ON certificates (instance_id, user_id, path_id, completed_on)
  WHERE path_id IS NOT NULL AND ended_at IS NULL;

-- How long the certificate of a path is valid; null: the path has none.
-- Harmless to 0.1.0: it writes neither column.
ALTER TABLE learning_paths
  ADD COLUMN certificate_months integer CHECK (certificate_months BETWEEN 1 AND 120),
  ADD COLUMN certificate_template_id integer,
  ADD FOREIGN KEY (instance_id, certificate_template_id) REFERENCES certificate_templates ON DELETE SET NULL (certificate_template_id);
CREATE INDEX learning_paths_certificate_template ON learning_paths (instance_id, certificate_template_id)
  WHERE certificate_template_id IS NOT NULL;

-- The one definition of who has completed a path with a certificate, and until when it is valid. The certificate itself
-- is issued after the completion; it keeps its last day when the path gets another period or no certificate afterwards.
CREATE VIEW path_certifications WITH (security_invoker = true) AS
SELECT m.instance_id, m.user_id, m.path_id, l.title, d.completed_on,
  coalesce(k.expires_on, (d.completed_on + make_interval(months => l.certificate_months))::date) AS expires_on,
  k.id AS certificate_id, k.revoked_at, k.revoke_reason
FROM learning_path_people m
JOIN instances i ON i.id = m.instance_id
JOIN learning_paths l ON l.instance_id = m.instance_id AND l.id = m.path_id AND l.deleted_at IS NULL
CROSS JOIN LATERAL (SELECT (m.completed_at AT TIME ZONE i.time_zone)::date AS completed_on) d
LEFT JOIN certificates k ON k.instance_id = m.instance_id AND k.user_id = m.user_id AND k.path_id = m.path_id
  AND k.completed_on = d.completed_on AND k.ended_at IS NULL
WHERE m.completed_at IS NOT NULL AND m.ended_at IS NULL AND (l.certificate_months IS NOT NULL OR k.id IS NOT NULL);

-- Stores that these people have completed these paths again: a path with a certificate, of which they have taken as many
-- courses again as every section needs. Courses that they complete for the first time do not count, so that an optional
-- course does not renew a certificate.
CREATE FUNCTION renew_learning_paths(instance integer, paths integer[], people integer[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM learning_path_people m
  JOIN learning_paths l ON l.instance_id = m.instance_id AND l.id = m.path_id
  WHERE m.instance_id = instance AND m.path_id = ANY (paths) AND m.user_id = ANY (people)
    AND m.completed_at < now() AND m.ended_at IS NULL AND l.certificate_months IS NOT NULL AND l.deleted_at IS NULL
  ORDER BY m.path_id, m.user_id FOR NO KEY UPDATE OF m;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  UPDATE learning_path_people m SET completed_at = now()
  FROM learning_paths l
  WHERE m.instance_id = instance AND m.path_id = ANY (paths) AND m.user_id = ANY (people)
    AND m.completed_at < now() AND m.ended_at IS NULL
    AND l.instance_id = instance AND l.id = m.path_id AND l.certificate_months IS NOT NULL AND l.deleted_at IS NULL
    AND (
      SELECT coalesce(bool_and(s.again >= section_needs(s.needed, s.courses)), false)
      FROM (
        SELECT k.needed, count(c.id)::integer AS courses,
          count(*) FILTER (WHERE e.attempt > 1 AND e.completed_at > m.completed_at) AS again
        FROM learning_path_sections k
        JOIN learning_path_courses pc ON pc.instance_id = instance AND pc.section_id = k.id
        JOIN courses c ON c.instance_id = instance AND c.id = pc.course_id AND c.deleted_at IS NULL
        LEFT JOIN enrolments e ON e.instance_id = instance AND e.course_id = c.id AND e.user_id = m.user_id
        WHERE k.instance_id = instance AND k.path_id = m.path_id
        GROUP BY k.id, k.needed) s);
END $$;

CREATE OR REPLACE FUNCTION complete_paths_of_course() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paths integer[];
BEGIN
  SELECT array_agg(pc.path_id) INTO paths FROM learning_path_courses pc
  WHERE pc.instance_id = NEW.instance_id AND pc.course_id = NEW.course_id;
  IF paths IS NOT NULL THEN
    PERFORM complete_learning_paths(NEW.instance_id, paths, ARRAY[NEW.user_id]);
    IF NEW.attempt > 1 THEN
      PERFORM renew_learning_paths(NEW.instance_id, paths, ARRAY[NEW.user_id]);
    END IF;
  END IF;
  RETURN NULL;
END $$;

-- Of the last day of a certificate of a path, its holder is reminded once at each distance.
-- Harmless to 0.1.0: its notifications about certificates name no learning path.
CREATE UNIQUE INDEX notifications_reminded_of_paths
  ON notifications (instance_id, user_id, kind, (data ->> 'path_id'), (data ->> 'on'), (data ->> 'days'))
  WHERE kind = 'certificate_expiring' AND data ? 'path_id';

-- Makes workers look into an instance, once for each transaction.
CREATE FUNCTION wake_workers(instance integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('app.automation_wake', true) IS DISTINCT FROM instance::text
    -- The machines of a distributed database do not have it; there, the hourly housekeeping does the work.
    AND to_regclass('automation_wakes') IS NOT NULL THEN
    INSERT INTO automation_wakes (of_instance) VALUES (instance);
    PERFORM set_config('app.automation_wake', instance::text, true);
  END IF;
END $$;

CREATE OR REPLACE FUNCTION note_automation_event(instance integer, kind text, person integer, object integer, details jsonb)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO automation_events (instance_id, automation_id, user_id, data, depth)
  SELECT a.instance_id, a.id, u.id, details, coalesce(nullif(current_setting('app.automation_depth', true), ''), '0')::integer
  FROM automations a
  JOIN users u ON u.instance_id = a.instance_id AND u.id = person AND u.deleted_at IS NULL AND u.platform_user_id IS NULL
  WHERE a.instance_id = instance AND a.trigger = kind AND a.is_on AND a.deleted_at IS NULL
    AND (a.trigger_object IS NULL OR a.trigger_object = object);
  IF FOUND THEN
    PERFORM wake_workers(instance);
  END IF;
END $$;

-- Workers issue the certificates of paths: of a completion, and of earlier ones when a path gets a certificate.
CREATE FUNCTION wake_for_path_certificate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM learning_paths l WHERE l.instance_id = NEW.instance_id AND l.id = NEW.path_id
      AND l.certificate_months IS NOT NULL) THEN
    PERFORM wake_workers(NEW.instance_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER learning_path_people_await_certificate AFTER UPDATE ON learning_path_people
  FOR EACH ROW WHEN (NEW.completed_at IS NOT NULL
    AND (OLD.completed_at IS DISTINCT FROM NEW.completed_at OR OLD.ended_at IS DISTINCT FROM NEW.ended_at))
  EXECUTE FUNCTION wake_for_path_certificate();

CREATE FUNCTION wake_for_new_path_certificate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM wake_workers(NEW.instance_id);
  RETURN NULL;
END $$;
CREATE TRIGGER learning_paths_await_certificates AFTER UPDATE ON learning_paths
  FOR EACH ROW WHEN (NEW.certificate_months IS NOT NULL
    AND (OLD.certificate_months IS NULL OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at))
  EXECUTE FUNCTION wake_for_new_path_certificate();
