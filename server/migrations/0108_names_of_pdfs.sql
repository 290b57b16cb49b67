-- Finds a PDF by its stored name, for GET /api/graphql/download/pdf/{filename}.
CREATE INDEX files_pdf_names ON files (instance_id, name) WHERE type = 'application/pdf';
