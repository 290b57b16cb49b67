-- Lists stay fast with a hundred thousand users and fifty fields of their own. A part of a text is found by its trigrams, as in
-- 0008_people.sql: one lower-cased text, because LIKE tells nothing of the rows it sees, and lower() may.
ALTER TABLE user_field_values ADD COLUMN search text GENERATED ALWAYS AS (lower(value)) STORED;
DO $$
BEGIN
  CREATE INDEX user_field_values_search ON user_field_values USING gin (instance_id, field_id, search gin_trgm_ops);
EXCEPTION WHEN undefined_object THEN
  -- Without the extension btree_gin.
  CREATE INDEX user_field_values_search ON user_field_values USING gin (search gin_trgm_ops);
END $$;

-- Pages of the users list are remembered until its version changes; those of a filter by a field until a value changes.
CREATE FUNCTION note_changed_fields() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed integer;
BEGIN
  FOR changed IN SELECT DISTINCT instance_id FROM touched
  LOOP
    UPDATE user_counts SET version = version + 1 WHERE instance_id = changed;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER note_new_fields AFTER INSERT ON user_field_values
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_changed_fields();
CREATE TRIGGER note_changed_fields AFTER UPDATE ON user_field_values
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_changed_fields();
CREATE TRIGGER note_gone_fields AFTER DELETE ON user_field_values
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_changed_fields();
