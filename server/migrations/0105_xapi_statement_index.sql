-- Names what the tables hold: the entries that filters find a statement by. `source` is the statement that an entry comes from:
-- the statement itself, or one that it refers to (xAPI 2.0, 4.1.6.1).
ALTER TABLE xapi_faces RENAME TO xapi_statement_index;
ALTER TABLE xapi_statement_index RENAME COLUMN face TO source;
ALTER TABLE xapi_related RENAME COLUMN face TO source;
ALTER INDEX xapi_faces_stored RENAME TO xapi_statement_index_stored;
ALTER INDEX xapi_faces_verb RENAME TO xapi_statement_index_verb;
ALTER INDEX xapi_faces_registration RENAME TO xapi_statement_index_registration;
ALTER INDEX xapi_related_face RENAME TO xapi_related_source;
