-- What a certificate is drawn from, as it was when the certificate was issued: later changes of the brand, the language
-- of the person, the texts of its type or the name of the instance must not change its PDF.
ALTER TABLE certificates ADD COLUMN drawn_from jsonb NOT NULL DEFAULT '{}';

-- The one place that reads these values. Heading and statement are in English and translated into the language.
CREATE FUNCTION certificate_values(instance integer, person integer, kind text) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'language', coalesce(u.language, i.language),
    'instance_name', i.name,
    'heading', t.heading,
    'statement', t.statement,
    'logo_key', CASE WHEN i.branding_enabled THEN coalesce(b.logo_key, i.logo_key) END,
    'primary_color', CASE WHEN i.branding_enabled THEN coalesce(b.primary_color, i.primary_color) END,
    'secondary_color', CASE WHEN i.branding_enabled THEN coalesce(b.secondary_color, i.secondary_color) END)
  FROM users u
  JOIN instances i ON i.id = u.instance_id
  JOIN certificate_types t ON t.name = kind
  LEFT JOIN LATERAL (
    SELECT own.logo_key, own.primary_color, own.secondary_color
    FROM branch_users m
    JOIN branches own ON own.instance_id = m.instance_id AND own.id = m.branch_id AND own.deleted_at IS NULL
    WHERE m.instance_id = instance AND m.user_id = person
    ORDER BY own.id LIMIT 1) b ON true
  WHERE u.instance_id = instance AND u.id = person
$$;

-- A trigger, so that a server of the release before, which does not know the column, also keeps the values while an
-- installation is upgraded.
CREATE FUNCTION keep_certificate_values() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.drawn_from := certificate_values(NEW.instance_id, NEW.user_id, NEW.certificate_type);
  RETURN NEW;
END $$;
CREATE TRIGGER certificates_keep_values BEFORE INSERT ON certificates
  FOR EACH ROW WHEN (NEW.drawn_from = '{}') EXECUTE FUNCTION keep_certificate_values();

-- Until now a download drew a certificate from the values of that moment, so those of today are the last ones that people
-- have seen. What they were at the issue is not known.
UPDATE certificates SET drawn_from = certificate_values(instance_id, user_id, certificate_type);

CREATE INDEX certificates_logo ON certificates (instance_id, (drawn_from ->> 'logo_key'))
  WHERE drawn_from ->> 'logo_key' IS NOT NULL;
