-- Points for what people achieve, and a leaderboard: off by default.
ALTER TABLE instances
  ADD COLUMN points_on boolean NOT NULL DEFAULT false,
  ADD COLUMN points_for_course integer NOT NULL DEFAULT 10 CHECK (points_for_course BETWEEN 0 AND 1000),
  ADD COLUMN points_for_path integer NOT NULL DEFAULT 30 CHECK (points_for_path BETWEEN 0 AND 1000),
  ADD COLUMN points_for_badge integer NOT NULL DEFAULT 5 CHECK (points_for_badge BETWEEN 0 AND 1000);

-- Whether the person does not want to be listed on leaderboards.
ALTER TABLE users ADD COLUMN hides_points boolean NOT NULL DEFAULT false;

-- The one definition of what earns points. A course counts once, also when it is taken again.
CREATE VIEW achievements WITH (security_invoker = true) AS
SELECT e.instance_id, e.user_id, 'course' AS kind, coalesce(e.completed_at, e.completed_before) AS achieved_at
FROM enrolments e
JOIN courses c ON c.instance_id = e.instance_id AND c.id = e.course_id AND c.deleted_at IS NULL
WHERE e.completed_at IS NOT NULL OR e.completed_before IS NOT NULL
UNION ALL
SELECT m.instance_id, m.user_id, 'path', m.completed_at
FROM learning_path_people m
JOIN learning_paths l ON l.instance_id = m.instance_id AND l.id = m.path_id AND l.deleted_at IS NULL
WHERE m.completed_at IS NOT NULL
UNION ALL
SELECT a.instance_id, a.user_id, 'badge', a.awarded_at
FROM badge_awards a
JOIN badges b ON b.instance_id = a.instance_id AND b.id = a.badge_id AND b.deleted_at IS NULL
WHERE a.revoked_at IS NULL;
