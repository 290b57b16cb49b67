-- A second createCourse with the same key of the same author saves the course of the first, whose answer was lost.
ALTER TABLE courses
  ADD COLUMN creation_key text,
  -- The version that the last createCourse with the key stored. A higher version was saved by another call.
  ADD COLUMN creation_version integer;
-- Harmless to 0.1.0: its servers write no keys.
CREATE UNIQUE INDEX courses_creation_key_key ON courses (instance_id, created_by, creation_key)
  WHERE creation_key IS NOT NULL AND deleted_at IS NULL;
