-- The file that the parts of an upload became; kept for a while, so that a client that missed the answer can ask again.
ALTER TABLE uploads ADD COLUMN file_key text;
ALTER TABLE uploads ADD FOREIGN KEY (instance_id, file_key) REFERENCES files ON DELETE CASCADE;
