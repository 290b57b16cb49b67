-- A certificate is in the language that its holder has chosen, else in that of their branch if they do not belong to the main
-- site, as mails are. Those that were issued stay as they are.
CREATE OR REPLACE FUNCTION certificate_values(instance integer, person integer, kind text) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'language', coalesce(u.language, CASE WHEN NOT u.is_primary THEN b.language END, i.language),
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
    SELECT own.logo_key, own.primary_color, own.secondary_color, own.language
    FROM branch_users m
    JOIN branches own ON own.instance_id = m.instance_id AND own.id = m.branch_id AND own.deleted_at IS NULL
    WHERE m.instance_id = instance AND m.user_id = person
    ORDER BY own.id LIMIT 1) b ON true
  WHERE u.instance_id = instance AND u.id = person
$$;
