-- When a key ends by itself; null for keys that only a person ends.
ALTER TABLE api_keys ADD COLUMN expires_at timestamptz;
