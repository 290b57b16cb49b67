-- Item analyses of tests with many attempts, as a job has worked them out. `scope` is a hash of whose attempts they are: the
-- branches of the reader and the filters.
CREATE TABLE item_analyses (
  instance_id integer NOT NULL,
  unit_id integer NOT NULL,
  scope text NOT NULL,
  requested_at timestamptz NOT NULL,
  computed_at timestamptz,
  figures jsonb,
  PRIMARY KEY (instance_id, unit_id, scope),
  FOREIGN KEY (instance_id, unit_id) REFERENCES units ON DELETE CASCADE
);
