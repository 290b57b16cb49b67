-- Gigabytes that the files of an instance may take; null is what the installation gives each (INSTANCE_STORAGE_GB).
ALTER TABLE instances ADD COLUMN storage_limit_gb integer CHECK (storage_limit_gb > 0);

-- What a person's files take is added up before each of their uploads.
CREATE INDEX files_of_person ON files (instance_id, uploaded_by) INCLUDE (size, small_size);
CREATE INDEX uploads_of_person ON uploads (instance_id, user_id) INCLUDE (size);
