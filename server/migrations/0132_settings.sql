-- Counts the changes of an instance's settings, so that two admins do not overwrite each other.
ALTER TABLE instances ADD COLUMN settings_version integer NOT NULL DEFAULT 1;
