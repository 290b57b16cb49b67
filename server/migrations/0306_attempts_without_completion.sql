-- Progress that was reset is kept as a former attempt, whether or not the course was complete.
ALTER TABLE course_attempts ALTER COLUMN completed_at DROP NOT NULL;
