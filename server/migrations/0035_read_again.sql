-- Which version of the reader a package was read by: an older one may have missed what is needed now, and it is read again.
ALTER TABLE scorm_packages ADD COLUMN reader integer NOT NULL DEFAULT 0;
CREATE INDEX scorm_packages_reader ON scorm_packages (instance_id, reader, id) WHERE state = 'ready';
