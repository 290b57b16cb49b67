-- The people of a course by the time of their completion, so that the latest of them are read and not found among all.
-- In a migration of its own: it locks writes to enrolments while it reads them (ADR 204).
CREATE INDEX enrolments_completed ON enrolments (instance_id, course_id, completed_at, user_id) WHERE completed_at IS NOT NULL;
