-- What packages of SCORM 2004 share with each other for one learner: their global objectives (adlseq:objectivesGlobalToSystem) and the
-- data of their activities (adlcp:sharedDataGlobalToSystem), by the ids of their manifests.

CREATE TABLE scorm_shared (
  instance_id integer NOT NULL,
  user_id integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('objective', 'data')),
  -- An address of any length; a longer one than an index holds is shared within its own package alone.
  id text NOT NULL CHECK (octet_length(id) <= 2000),
  -- Of an objective what is known of it, of data its text.
  value jsonb NOT NULL,
  -- Where it was found last: whoever takes that course again begins without it.
  course_id integer NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (instance_id, user_id, kind, id),
  FOREIGN KEY (instance_id, user_id) REFERENCES users ON DELETE CASCADE,
  FOREIGN KEY (instance_id, course_id) REFERENCES courses ON DELETE CASCADE
);
CREATE INDEX scorm_shared_course ON scorm_shared (instance_id, course_id, user_id);
