-- Browsers with which users have signed in, so that a sign-in with another one is mailed to them.
CREATE TABLE known_devices (
  instance_id integer NOT NULL,
  user_id integer NOT NULL,
  -- Of what the browser says of itself, without its version.
  device_hash bytea NOT NULL,
  first_used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (instance_id, user_id, device_hash),
  FOREIGN KEY (instance_id, user_id) REFERENCES users ON DELETE CASCADE
);
