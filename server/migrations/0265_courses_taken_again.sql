-- The few enrolments that are complete only by an earlier attempt: the leaderboard adds them to the stored totals (ADR 156).
CREATE INDEX enrolments_taken_again ON enrolments (instance_id, user_id, course_id)
  WHERE completed_at IS NULL AND completed_before IS NOT NULL;
