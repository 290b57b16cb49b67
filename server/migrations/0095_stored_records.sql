-- Bytes of statement attachments and of xAPI documents count against the storage limit of their instance. They are added up by
-- triggers: documents change with every step of a learner, and adding them all up each time would read the whole table.

-- Of attachments that were stored before, the size is not known here: it counts as nothing.
ALTER TABLE xapi_attachments ADD COLUMN size bigint NOT NULL DEFAULT 0;
ALTER TABLE xapi_documents ADD COLUMN size integer NOT NULL GENERATED ALWAYS AS (octet_length(content)) STORED;

-- Several rows for each instance, so that learners who store documents at the same time do not wait for each other.
CREATE TABLE xapi_stored_bytes (
  instance_id integer NOT NULL REFERENCES instances ON DELETE CASCADE,
  -- 0 to 15 for documents, by what they belong to; 16 for attachments.
  part smallint NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (instance_id, part)
);

CREATE FUNCTION xapi_document_part(activity uuid, agent uuid, registration uuid) RETURNS smallint
  LANGUAGE sql IMMUTABLE AS $$ SELECT (hashtext(concat(activity, agent, registration)) & 15)::smallint $$;

ALTER TABLE xapi_documents NO FORCE ROW LEVEL SECURITY;
INSERT INTO xapi_stored_bytes
SELECT instance_id, xapi_document_part(activity, agent, registration), sum(size) FROM xapi_documents GROUP BY 1, 2;
ALTER TABLE xapi_documents FORCE ROW LEVEL SECURITY;

CREATE FUNCTION count_xapi_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record := coalesce(NEW, OLD);
  added bigint := coalesce(NEW.size, 0) - coalesce(OLD.size, 0);
  counted smallint := 16;
BEGIN
  IF added = 0 THEN RETURN NULL; END IF;
  IF TG_TABLE_NAME = 'xapi_documents' THEN
    counted := xapi_document_part(changed.activity, changed.agent, changed.registration);
  END IF;
  IF TG_OP = 'DELETE' THEN
    -- No insert: the instance itself may be what is deleted.
    UPDATE xapi_stored_bytes SET bytes = bytes + added WHERE instance_id = changed.instance_id AND part = counted;
  ELSE
    INSERT INTO xapi_stored_bytes VALUES (changed.instance_id, counted, added)
    ON CONFLICT (instance_id, part) DO UPDATE SET bytes = xapi_stored_bytes.bytes + excluded.bytes;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER count_bytes AFTER INSERT OR UPDATE OR DELETE ON xapi_documents FOR EACH ROW EXECUTE FUNCTION count_xapi_bytes();
CREATE TRIGGER count_bytes AFTER INSERT OR UPDATE OR DELETE ON xapi_attachments FOR EACH ROW EXECUTE FUNCTION count_xapi_bytes();
