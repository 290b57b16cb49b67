-- The scope 'read': the key changes nothing, within its other scopes.
ALTER TABLE api_keys DROP CONSTRAINT api_keys_scopes_check;
-- Harmless to 0.1.0: it has no scopes, and what was allowed is allowed still.
ALTER TABLE api_keys ADD CONSTRAINT api_keys_scopes_check CHECK (
  cardinality(scopes) > 0 AND scopes <@ ARRAY['users', 'courses', 'enrolments', 'reports', 'settings', 'read']);
