-- Lists of people stay fast with a hundred thousand of them in one instance.

-- One lower-cased text to look in, with an index of its trigrams by instance.
DROP INDEX users_search;
ALTER TABLE users ADD COLUMN search text GENERATED ALWAYS AS (lower(first_name || ' ' || last_name || ' ' || email)) STORED;
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS btree_gin;
  CREATE INDEX users_search ON users USING gin (instance_id, search gin_trgm_ops)
    WHERE deleted_at IS NULL AND platform_user_id IS NULL;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RAISE NOTICE 'The extension btree_gin cannot be had here: searches look through all instances before they keep to one.';
  CREATE INDEX users_search ON users USING gin (search gin_trgm_ops) WHERE deleted_at IS NULL AND platform_user_id IS NULL;
END $$;

-- Behind row-level security an operator may use an index only when it tells nothing of the rows it sees. LIKE does not: its one
-- error is about the pattern. Only a superuser may say so; without it searches are right and slow.
DO $$
BEGIN
  ALTER FUNCTION pg_catalog.textlike(text, text) LEAKPROOF;
EXCEPTION WHEN insufficient_privilege THEN
  RAISE NOTICE 'Searches of people will be slow: have a superuser run ALTER FUNCTION pg_catalog.textlike(text, text) LEAKPROOF in this database.';
END $$;

CREATE INDEX users_by_role ON users (instance_id, role, id) WHERE deleted_at IS NULL AND platform_user_id IS NULL;

-- How many people are listed, kept by every statement that changes it; `version` rises with whatever
-- changes who a search finds or where they stand in a list.
CREATE TABLE user_counts (
  instance_id integer PRIMARY KEY REFERENCES instances ON DELETE CASCADE,
  users integer NOT NULL,
  version bigint NOT NULL DEFAULT 1
);
-- The wall stands for the owner of the tables too; it is put up again when the migrations are through.
ALTER TABLE users NO FORCE ROW LEVEL SECURITY;
INSERT INTO user_counts (instance_id, users)
SELECT instance_id, count(*) FILTER (WHERE deleted_at IS NULL AND platform_user_id IS NULL) FROM users GROUP BY instance_id;

CREATE FUNCTION count_new_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_counts AS c (instance_id, users)
  SELECT instance_id, count(*) FILTER (WHERE deleted_at IS NULL AND platform_user_id IS NULL) FROM fresh GROUP BY instance_id
  ON CONFLICT (instance_id) DO UPDATE SET users = c.users + excluded.users, version = c.version + 1;
  RETURN NULL;
END $$;

CREATE FUNCTION count_changed_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE user_counts c SET users = c.users + d.more, version = c.version + 1
  FROM (
    SELECT f.instance_id,
      count(*) FILTER (WHERE f.deleted_at IS NULL AND f.platform_user_id IS NULL)
        - count(*) FILTER (WHERE o.deleted_at IS NULL AND o.platform_user_id IS NULL) AS more
    FROM fresh f JOIN old_rows o ON o.instance_id = f.instance_id AND o.id = f.id
    WHERE (f.search, f.first_name, f.last_name, f.email, f.role, f.created_at, f.deleted_at, f.platform_user_id)
      IS DISTINCT FROM (o.search, o.first_name, o.last_name, o.email, o.role, o.created_at, o.deleted_at, o.platform_user_id)
    GROUP BY f.instance_id) d
  WHERE c.instance_id = d.instance_id;
  RETURN NULL;
END $$;

CREATE FUNCTION count_gone_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE user_counts c SET users = c.users - d.fewer, version = c.version + 1
  FROM (SELECT instance_id, count(*) FILTER (WHERE deleted_at IS NULL AND platform_user_id IS NULL) AS fewer FROM old_rows GROUP BY instance_id) d
  WHERE c.instance_id = d.instance_id;
  RETURN NULL;
END $$;

CREATE TRIGGER count_new_users AFTER INSERT ON users REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION count_new_users();
CREATE TRIGGER count_changed_users AFTER UPDATE ON users REFERENCING NEW TABLE AS fresh OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_users();
CREATE TRIGGER count_gone_users AFTER DELETE ON users REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_gone_users();
