-- The secret address of a user's calendar of due dates; a new one replaces it.
CREATE TABLE calendar_feeds (
  instance_id integer NOT NULL,
  user_id integer NOT NULL,
  secret_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (instance_id, user_id),
  UNIQUE (instance_id, secret_hash),
  FOREIGN KEY (instance_id, user_id) REFERENCES users ON DELETE CASCADE
);
