-- Who saved a course last, for the second of two authors.
ALTER TABLE courses ADD COLUMN updated_by integer;
ALTER TABLE courses ADD FOREIGN KEY (instance_id, updated_by) REFERENCES users ON DELETE SET NULL (updated_by);

-- Windows in which a course is being written. A window says so again and again; one that is silent is closed.
CREATE TABLE course_editors (
  instance_id integer NOT NULL,
  course_id integer NOT NULL,
  user_id integer NOT NULL,
  -- Chosen by the window, so that one person's two windows know of each other.
  editing_window text NOT NULL CHECK (length(editing_window) BETWEEN 1 AND 64),
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (instance_id, course_id, user_id, editing_window),
  FOREIGN KEY (instance_id, course_id) REFERENCES courses ON DELETE CASCADE,
  FOREIGN KEY (instance_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX course_editors_seen ON course_editors (instance_id, seen_at);

-- Of a film: [{ "language": "fr", "file_key": "…" }], one for each language.
ALTER TABLE units ADD COLUMN captions jsonb NOT NULL DEFAULT '[]';
