-- cmi5: who takes a course of AUs in which registration, and each session of an AU.

-- Imported by another system: it stays, though no unit has it.
ALTER TABLE scorm_packages ADD COLUMN is_kept boolean NOT NULL DEFAULT false;

-- A learner's course of cmi5 (cmi5 9.6.1). Of a learner's attempt at a course it is put away and brought back with the
-- enrolment; one that another system began for an actor of its own is of no unit and no person.
CREATE TABLE cmi5_registrations (
  instance_id integer NOT NULL REFERENCES instances ON DELETE CASCADE,
  id uuid NOT NULL,
  package_id integer NOT NULL,
  user_id integer,
  course_id integer,
  unit_id integer,
  -- The site in whose name the actor and the activities are known: it stays what it was at the first launch.
  origin text NOT NULL,
  account_home text NOT NULL,
  account_name text NOT NULL,
  is_preview boolean NOT NULL DEFAULT false,
  -- What each AU has come to, by the publisher's id: see au-state.ts.
  aus jsonb NOT NULL DEFAULT '{}',
  -- The publisher's ids of the blocks, and of the course, that have been said to be satisfied.
  satisfied jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (instance_id, id),
  FOREIGN KEY (instance_id, package_id) REFERENCES scorm_packages ON DELETE CASCADE,
  FOREIGN KEY (instance_id, user_id, course_id) REFERENCES enrolments ON DELETE CASCADE,
  FOREIGN KEY (instance_id, unit_id) REFERENCES units ON DELETE CASCADE
);
CREATE UNIQUE INDEX cmi5_registrations_learner ON cmi5_registrations (instance_id, user_id, unit_id) WHERE unit_id IS NOT NULL;
CREATE INDEX cmi5_registrations_package ON cmi5_registrations (instance_id, package_id);
CREATE INDEX cmi5_registrations_unit ON cmi5_registrations (instance_id, unit_id) WHERE unit_id IS NOT NULL;
CREATE INDEX cmi5_registrations_enrolment ON cmi5_registrations (instance_id, user_id, course_id) WHERE user_id IS NOT NULL;

CREATE TABLE cmi5_sessions (
  instance_id integer NOT NULL,
  id uuid NOT NULL,
  registration uuid NOT NULL,
  launch_id integer NOT NULL,
  sco_id integer NOT NULL,
  -- Of a learner's unit: where its time, its score and its statements are reported.
  attempt_id integer,
  launch_mode text NOT NULL CHECK (launch_mode IN ('Normal', 'Browse', 'Review')),
  fetch_hash bytea NOT NULL,
  -- Known from when the fetch URL was asked, once.
  token_hash bytea,
  launched_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  preferences_read_at timestamptz,
  -- When its AU said something last.
  heard_at timestamptz,
  -- The verbs of its cmi5 defined statements.
  verbs text[] NOT NULL DEFAULT '{}',
  -- Terminated by the AU, or abandoned.
  ended_at timestamptz,
  is_abandoned boolean NOT NULL DEFAULT false,
  PRIMARY KEY (instance_id, id),
  UNIQUE (instance_id, fetch_hash),
  UNIQUE (instance_id, token_hash),
  FOREIGN KEY (instance_id, registration) REFERENCES cmi5_registrations ON DELETE CASCADE,
  FOREIGN KEY (instance_id, launch_id) REFERENCES scorm_sessions ON DELETE CASCADE,
  FOREIGN KEY (instance_id, sco_id) REFERENCES scorm_scos ON DELETE CASCADE,
  FOREIGN KEY (instance_id, attempt_id) REFERENCES scorm_attempts ON DELETE SET NULL (attempt_id)
);
CREATE INDEX cmi5_sessions_registration ON cmi5_sessions (instance_id, registration, launched_at);
CREATE INDEX cmi5_sessions_launch ON cmi5_sessions (instance_id, launch_id);
CREATE INDEX cmi5_sessions_open ON cmi5_sessions (instance_id, launched_at) WHERE ended_at IS NULL;
