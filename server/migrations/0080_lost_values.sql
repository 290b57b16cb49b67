-- Values of a page's last message that were not taken: the learner is told at the next launch.
ALTER TABLE scorm_sessions ADD COLUMN lost_values integer NOT NULL DEFAULT 0;

-- A raw score of SCORM 2004 is a real(10,7), of any size.
ALTER TABLE scorm_attempts ALTER COLUMN score_raw TYPE double precision;
