-- The learning record store. Its first tables (0005) had no rows yet: what it came to need is another shape.
DROP TABLE xapi_statements;
DROP TABLE xapi_documents;

-- A key acts in the name of whoever made it, as an API key does.
ALTER TABLE xapi_credentials
  ADD COLUMN created_by integer NOT NULL,
  ADD FOREIGN KEY (instance_id, created_by) REFERENCES users ON DELETE CASCADE;

-- Statements as they were sent (with what the store adds), in text: jsonb would refuse or reorder some of what xAPI allows.
CREATE TABLE xapi_statements (
  instance_id integer NOT NULL REFERENCES instances ON DELETE CASCADE,
  -- Rises with `stored`: statements of one instance are stored one batch after the other.
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  id uuid NOT NULL,
  stored timestamptz NOT NULL,
  statement text NOT NULL,
  -- The statement that this one is about, when its object is a reference.
  target uuid,
  voided_by uuid,
  user_id integer,
  PRIMARY KEY (instance_id, sequence),
  UNIQUE (instance_id, id),
  FOREIGN KEY (instance_id, user_id) REFERENCES users ON DELETE SET NULL (user_id)
);
CREATE INDEX xapi_statements_target ON xapi_statements (instance_id, target) WHERE target IS NOT NULL;
CREATE INDEX xapi_statements_user ON xapi_statements (instance_id, user_id, sequence) WHERE user_id IS NOT NULL;

-- What a statement is found by: its own face, and those of the statements it refers to (xAPI 2.0, 4.1.6.1: filters apply to
-- the target of a reference as well). Agents and IRIs stand as 128 bits of their SHA-256: any length fits an index.
CREATE TABLE xapi_faces (
  instance_id integer NOT NULL,
  statement bigint NOT NULL,
  face bigint NOT NULL,
  stored timestamptz NOT NULL,
  verb uuid NOT NULL,
  registration uuid,
  PRIMARY KEY (instance_id, statement, face),
  FOREIGN KEY (instance_id, statement) REFERENCES xapi_statements ON DELETE CASCADE
);
CREATE INDEX xapi_faces_stored ON xapi_faces (instance_id, stored, statement);
CREATE INDEX xapi_faces_verb ON xapi_faces (instance_id, verb, stored, statement);
CREATE INDEX xapi_faces_registration ON xapi_faces (instance_id, registration, stored, statement) WHERE registration IS NOT NULL;

-- Every agent and activity anywhere in a face; direct are those that it is found by without related_agents and
-- related_activities: the actor, the object and, where that is a group, its members.
CREATE TABLE xapi_related (
  instance_id integer NOT NULL,
  key uuid NOT NULL,
  stored timestamptz NOT NULL,
  statement bigint NOT NULL,
  face bigint NOT NULL,
  is_direct boolean NOT NULL,
  PRIMARY KEY (instance_id, key, stored, statement, face),
  FOREIGN KEY (instance_id, statement, face) REFERENCES xapi_faces ON DELETE CASCADE
);
CREATE INDEX xapi_related_face ON xapi_related (instance_id, statement, face);

-- What is known of each activity, merged from the statements about it.
CREATE TABLE xapi_activities (
  instance_id integer NOT NULL REFERENCES instances ON DELETE CASCADE,
  key uuid NOT NULL,
  iri text NOT NULL,
  definition text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (instance_id, key)
);

CREATE TABLE xapi_attachments (
  instance_id integer NOT NULL REFERENCES instances ON DELETE CASCADE,
  sha2 text NOT NULL,
  content_type text NOT NULL,
  file_key text NOT NULL,
  PRIMARY KEY (instance_id, sha2)
);

-- State, agent profile and activity profile documents.
CREATE TABLE xapi_documents (
  instance_id integer NOT NULL REFERENCES instances ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('state', 'agent_profile', 'activity_profile')),
  -- Nil where the kind has none.
  activity uuid NOT NULL,
  agent uuid NOT NULL,
  registration uuid NOT NULL,
  document uuid NOT NULL,
  document_id text NOT NULL,
  content_type text NOT NULL,
  content bytea NOT NULL,
  etag text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (instance_id, kind, activity, agent, registration, document)
);
