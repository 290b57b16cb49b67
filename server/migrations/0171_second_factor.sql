-- Sign-in with a second factor, and the sessions of a user as a list of devices.
ALTER TABLE instances
  -- Roles whose users must have a second factor.
  ADD COLUMN second_factor_roles text[] NOT NULL DEFAULT '{}'
    CHECK (second_factor_roles <@ ARRAY['learner', 'instructor', 'manager', 'admin']),
  -- Minutes without a request after which a sign-in ends; null: only session_hours end it.
  ADD COLUMN idle_minutes integer CHECK (idle_minutes BETWEEN 15 AND 43200);

ALTER TABLE sessions
  -- Names the session to its user, who never reads the hash of its token.
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- To five minutes.
  ADD COLUMN last_used_at timestamptz NOT NULL DEFAULT now(),
  -- The password was right, and the second factor has not been shown yet.
  ADD COLUMN needs_factor boolean NOT NULL DEFAULT false;

-- A one-time code on another host is exchanged for such a session too.
ALTER TABLE login_codes ADD COLUMN needs_factor boolean NOT NULL DEFAULT false;

-- Time-based one-time passwords (RFC 6238).
CREATE TABLE totp_factors (
  instance_id integer NOT NULL,
  user_id integer NOT NULL,
  -- Encrypted with the server's secret.
  secret bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Null until the user has entered a first code.
  confirmed_at timestamptz,
  -- The period of the last code that was accepted: a code is accepted once.
  last_period bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (instance_id, user_id),
  FOREIGN KEY (instance_id, user_id) REFERENCES users ON DELETE CASCADE
);

-- Codes that replace the device once each.
CREATE TABLE recovery_codes (
  instance_id integer NOT NULL,
  user_id integer NOT NULL,
  code_hash bytea NOT NULL,
  PRIMARY KEY (instance_id, user_id, code_hash),
  FOREIGN KEY (instance_id, user_id) REFERENCES totp_factors ON DELETE CASCADE
);
