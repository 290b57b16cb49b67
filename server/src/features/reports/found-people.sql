-- Whom a search finds: in a name, an e-mail, or the title of one of the person's courses. The index of trigrams is asked for the part
-- that tells most, and what it finds is looked through for the whole (see like.ts).
SELECT u.id
FROM users u
WHERE u.instance_id = $instance AND u.deleted_at IS NULL AND u.platform_user_id IS NULL
  AND (u.search || '') LIKE $letters
  --if indexed: AND u.search LIKE $part
UNION
SELECT e.user_id
FROM courses c
JOIN enrolments e ON e.instance_id = c.instance_id AND e.course_id = c.id
WHERE c.instance_id = $instance AND c.deleted_at IS NULL AND c.title ILIKE $search
