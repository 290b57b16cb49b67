-- Run as the owner of the database, with all servers and workers of later versions stopped, before the first start of 0.1.0
-- on a database that a later version has migrated. Nothing is lost; the later version migrates again when it starts.
BEGIN;
ALTER TABLE xapi_statement_index RENAME COLUMN source TO face;
ALTER TABLE xapi_related RENAME COLUMN source TO face;
ALTER TABLE xapi_statement_index RENAME TO xapi_faces;
ALTER INDEX xapi_statement_index_stored RENAME TO xapi_faces_stored;
ALTER INDEX xapi_statement_index_verb RENAME TO xapi_faces_verb;
ALTER INDEX xapi_statement_index_registration RENAME TO xapi_faces_registration;
ALTER INDEX xapi_related_source RENAME TO xapi_related_face;
DELETE FROM migrations WHERE name = '0105_xapi_statement_index.sql';
COMMIT;
