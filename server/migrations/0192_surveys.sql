-- A type of unit that asks for opinions. Its questions are in the unit, because nothing is graded.
ALTER TABLE units DROP CONSTRAINT units_type_check;
ALTER TABLE units ADD CONSTRAINT units_type_check CHECK (
  type IN ('Content', 'Video', 'Audio', 'Presentation', 'iFrame', 'Scorm', 'Test', 'Assignment', 'Survey')
);
ALTER TABLE units
  ADD COLUMN survey_questions jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN is_anonymous boolean NOT NULL DEFAULT false;

-- Answers to named surveys: one row for each person, who may change it.
CREATE TABLE survey_answers (
  instance_id integer NOT NULL,
  unit_id integer NOT NULL,
  user_id integer NOT NULL,
  -- By the key of the question: a number, a list of the keys of options, a text, or null.
  answers jsonb NOT NULL,
  answered_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (instance_id, unit_id, user_id),
  FOREIGN KEY (instance_id, unit_id) REFERENCES units ON DELETE CASCADE,
  FOREIGN KEY (instance_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX survey_answers_user ON survey_answers (instance_id, user_id);

-- Who has answered an anonymous survey, and not when or what.
CREATE TABLE survey_takers (
  instance_id integer NOT NULL,
  unit_id integer NOT NULL,
  user_id integer NOT NULL,
  PRIMARY KEY (instance_id, unit_id, user_id),
  FOREIGN KEY (instance_id, unit_id) REFERENCES units ON DELETE CASCADE,
  FOREIGN KEY (instance_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX survey_takers_user ON survey_takers (instance_id, user_id);

-- Up to four anonymous answers that wait for others (ADR 101): shuffled, of one length, and encrypted with a key that is
-- not in the database.
CREATE TABLE survey_boxes (
  instance_id integer NOT NULL,
  unit_id integer NOT NULL,
  -- A hash of the key.
  key_id text NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (instance_id, unit_id, key_id),
  FOREIGN KEY (instance_id, unit_id) REFERENCES units ON DELETE CASCADE
);

-- Anonymous answers, inserted five at a time. Without a person, a time, or an order.
CREATE TABLE survey_anonymous_answers (
  instance_id integer NOT NULL,
  unit_id integer NOT NULL,
  id uuid NOT NULL,
  answers jsonb NOT NULL,
  PRIMARY KEY (instance_id, unit_id, id),
  FOREIGN KEY (instance_id, unit_id) REFERENCES units ON DELETE CASCADE
);
