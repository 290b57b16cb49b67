-- The day by which a course is to be completed, in the time zone of the instance. A reason for an enrolment has its own
-- day; the enrolment has the earliest of them, unless staff set another: due_set_at is then the time of that change.
ALTER TABLE enrolments ADD COLUMN due_on date, ADD COLUMN due_set_at timestamptz;
ALTER TABLE enrolment_sources ADD COLUMN due_on date;

-- The rules: a day, or a number of days after the enrolment.
ALTER TABLE courses ADD COLUMN due_days integer CHECK (due_days BETWEEN 0 AND 3650);
ALTER TABLE group_courses ADD COLUMN due_on date, ADD COLUMN due_days integer CHECK (due_days BETWEEN 0 AND 3650),
  ADD CONSTRAINT group_courses_one_rule CHECK (due_on IS NULL OR due_days IS NULL);
ALTER TABLE enrolment_runs ADD COLUMN due_on date, ADD COLUMN due_days integer CHECK (due_days BETWEEN 0 AND 3650),
  ADD CONSTRAINT enrolment_runs_one_rule CHECK (due_on IS NULL OR due_days IS NULL);

-- For the reminders, and for lists of what is overdue.
CREATE INDEX enrolments_due ON enrolments (instance_id, due_on) WHERE due_on IS NOT NULL AND completed_at IS NULL;

-- How an enrolment that is not complete stands to its due date: overdue, due_soon (within a week) or due.
CREATE FUNCTION due_status(due_on date, completed_at timestamptz, today date) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN due_on IS NULL OR completed_at IS NOT NULL THEN NULL
    WHEN due_on < today THEN 'overdue'
    WHEN due_on <= today + 7 THEN 'due_soon'
    ELSE 'due'
  END
$$;

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
  enrolment_status(e.completed_at, e.units_completed) AS status,
  e.attempt,
  e.last_unit_id,
  e.due_on
FROM enrolments e
JOIN courses c ON c.instance_id = e.instance_id AND c.id = e.course_id
WHERE c.deleted_at IS NULL;

-- Reminders are sent once for each user, course, due date and distance.
CREATE UNIQUE INDEX notifications_reminded_of_due
  ON notifications (instance_id, user_id, kind, (data ->> 'course_id'), (data ->> 'on'), (data ->> 'days'))
  WHERE kind IN ('course_due', 'course_overdue');

-- A manager gets one digest for each week, which is named by its Monday.
CREATE UNIQUE INDEX notifications_digest ON notifications (instance_id, user_id, (data ->> 'on')) WHERE kind = 'due_digest';

-- On which days before and after the due date learners are reminded, and whether managers get a digest every week.
ALTER TABLE instances
  ADD COLUMN due_reminders_before integer[] NOT NULL DEFAULT '{7,1}',
  ADD COLUMN due_reminders_after integer[] NOT NULL DEFAULT '{1,7}',
  ADD COLUMN due_digest boolean NOT NULL DEFAULT true;
