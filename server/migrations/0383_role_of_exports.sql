-- The role with which an export was made: the file may have fields that only this role sees. Null before this version.
ALTER TABLE report_exports ADD COLUMN role text;
