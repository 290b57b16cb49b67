-- The terms of use of an organisation. A published version never changes: it is what people accepted.
CREATE TABLE terms_versions (
  instance_id integer NOT NULL REFERENCES instances ON DELETE CASCADE,
  version integer NOT NULL CHECK (version > 0),
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 50000),
  published_at timestamptz NOT NULL DEFAULT now(),
  published_by integer,
  PRIMARY KEY (instance_id, version),
  FOREIGN KEY (instance_id, published_by) REFERENCES users ON DELETE SET NULL (published_by)
);
CREATE INDEX terms_versions_publisher ON terms_versions (instance_id, published_by);

-- Who accepted which version, and when.
CREATE TABLE terms_acceptances (
  instance_id integer NOT NULL,
  user_id integer NOT NULL,
  version integer NOT NULL,
  accepted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (instance_id, user_id, version),
  FOREIGN KEY (instance_id, user_id) REFERENCES users ON DELETE CASCADE,
  FOREIGN KEY (instance_id, version) REFERENCES terms_versions ON DELETE CASCADE
);
CREATE INDEX terms_acceptances_version ON terms_acceptances (instance_id, version);

-- The version that people have to have accepted, none while it is null; and the last one that each accepted. Every
-- request compares the two, without reading another table.
ALTER TABLE instances
  ADD COLUMN terms_version integer,
  -- Whom people ask about their data.
  ADD COLUMN privacy_name text,
  ADD COLUMN privacy_email text,
  -- After how many months data is deleted; null keeps it.
  ADD COLUMN activity_months integer CHECK (activity_months BETWEEN 1 AND 120),
  ADD COLUMN audit_months integer CHECK (audit_months BETWEEN 1 AND 120),
  ADD COLUMN inactive_months integer CHECK (inactive_months BETWEEN 1 AND 120);
ALTER TABLE users ADD COLUMN terms_version integer;
