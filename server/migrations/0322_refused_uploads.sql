-- Why a complete upload was refused, as JSON: an error with its messages before they are translated. The process that refused it may
-- not be the one that the client asks next. As text, because JSON of PostgreSQL refuses half a surrogate pair in the name of a file.
ALTER TABLE uploads ADD COLUMN refusal text;
