-- What a key may be used for; null for everything that its role may do.
ALTER TABLE api_keys ADD COLUMN scopes text[]
  CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['users', 'courses', 'enrolments', 'reports', 'settings']);
