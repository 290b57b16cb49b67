-- A session of an xAPI package is an attempt in the reports, as every other: with its time, its score and what it said.
ALTER TABLE scorm_sessions
  ADD COLUMN attempt_id integer,
  ADD FOREIGN KEY (instance_id, attempt_id) REFERENCES scorm_attempts ON DELETE SET NULL (attempt_id);
CREATE INDEX scorm_sessions_attempt ON scorm_sessions (instance_id, attempt_id) WHERE attempt_id IS NOT NULL;
CREATE INDEX cmi5_sessions_attempt ON cmi5_sessions (instance_id, attempt_id) WHERE attempt_id IS NOT NULL;
