-- What a session began with at an identity provider, so that both can be ended together: by the hash of the one-time
-- code that leads to the session, then of the session's token.
CREATE TABLE provider_sessions (
  instance_id integer NOT NULL,
  token_hash bytea NOT NULL,
  provider_id integer NOT NULL,
  user_id integer NOT NULL,
  -- Who signed in there (identity_links).
  issuer text NOT NULL CHECK (char_length(issuer) <= 500),
  subject text NOT NULL CHECK (char_length(subject) <= 255),
  -- OpenID Connect: sid. SAML: SessionIndex. Null when the provider names no sessions.
  session_key text CHECK (char_length(session_key) <= 500),
  -- What a request to sign out there has to say, encrypted with the server's secret.
  details bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (instance_id, token_hash),
  FOREIGN KEY (instance_id, provider_id) REFERENCES identity_providers ON DELETE CASCADE,
  FOREIGN KEY (instance_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX provider_sessions_subject ON provider_sessions (instance_id, provider_id, subject);
CREATE INDEX provider_sessions_user ON provider_sessions (instance_id, user_id);
CREATE INDEX provider_sessions_age ON provider_sessions (instance_id, created_at);

-- Whether a row of provider_sessions waits for the session that the code opens.
ALTER TABLE login_codes ADD COLUMN is_by_provider boolean NOT NULL DEFAULT false;
