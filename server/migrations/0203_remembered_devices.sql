-- Devices that are not asked for the second factor again for some days.
ALTER TABLE instances
  -- For how many days; null: devices are not remembered.
  ADD COLUMN remember_days integer CHECK (remember_days BETWEEN 1 AND 90);

-- When the second factor was shown in this session; null where a remembered device stood for it.
ALTER TABLE sessions ADD COLUMN factor_shown_at timestamptz;

CREATE TABLE remembered_devices (
  instance_id integer NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id integer NOT NULL,
  -- The host whose cookie has the token.
  host text NOT NULL CHECK (char_length(host) <= 255),
  token_hash bytea NOT NULL,
  address text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (instance_id, id),
  FOREIGN KEY (instance_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE UNIQUE INDEX remembered_devices_token ON remembered_devices (instance_id, token_hash);
CREATE INDEX remembered_devices_user ON remembered_devices (instance_id, user_id);
CREATE INDEX remembered_devices_expiry ON remembered_devices (instance_id, expires_at);
