-- Pictures of other sites that texts show are fetched once and kept: where each came from, and which units still wait for theirs.
ALTER TABLE files ADD COLUMN fetched_from text;
CREATE INDEX files_fetched_from ON files (instance_id, md5(fetched_from)) WHERE fetched_from IS NOT NULL;
ALTER TABLE units ADD COLUMN pictures_pending boolean NOT NULL DEFAULT false;

ALTER TABLE units NO FORCE ROW LEVEL SECURITY;
UPDATE units SET pictures_pending = true WHERE content ~* '"image"\s*:\s*"https?:';
ALTER TABLE units FORCE ROW LEVEL SECURITY;
CREATE INDEX units_pictures_pending ON units (instance_id, course_id) WHERE pictures_pending;
