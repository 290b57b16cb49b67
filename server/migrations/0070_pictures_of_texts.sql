-- The stored pictures that a unit's text shows. A key is checked when the text is saved, and only checked keys are signed.
ALTER TABLE units ADD COLUMN content_images text[] NOT NULL DEFAULT '{}';

-- Texts saved before: a key counts when it names a picture of the same instance.
ALTER TABLE units NO FORCE ROW LEVEL SECURITY;
ALTER TABLE files NO FORCE ROW LEVEL SECURITY;
UPDATE units u
SET content_images = found.keys
FROM (
  SELECT t.instance_id, t.id, array_agg(DISTINCT f.key) AS keys
  FROM units t
  CROSS JOIN LATERAL regexp_matches(t.content, '/files/([1-9][0-9]{0,9}/[0-9a-f]{2}/[0-9a-f]{40})', 'g') AS m
  JOIN files f ON f.instance_id = t.instance_id AND f.key = m[1] AND f.purpose = 'image'
  WHERE t.content LIKE '%/files/%'
  GROUP BY t.instance_id, t.id
) found
WHERE u.instance_id = found.instance_id AND u.id = found.id;
ALTER TABLE files FORCE ROW LEVEL SECURITY;
ALTER TABLE units FORCE ROW LEVEL SECURITY;
