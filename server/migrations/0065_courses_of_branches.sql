-- A course belongs to the main site (null) or to one branch (P78).
--
-- Existing courses: a course belongs to a branch if the person who created it has no access to the main site and is in exactly one
-- branch that is not deleted. Every other course belongs to the main site.
ALTER TABLE courses ADD COLUMN branch_id integer;
ALTER TABLE courses ADD FOREIGN KEY (instance_id, branch_id) REFERENCES branches ON DELETE SET NULL (branch_id);
CREATE INDEX courses_branch ON courses (instance_id, branch_id) WHERE branch_id IS NOT NULL;

-- The policies apply to the owner of the tables too. They are forced again when the migrations are through.
ALTER TABLE courses NO FORCE ROW LEVEL SECURITY;
ALTER TABLE users NO FORCE ROW LEVEL SECURITY;
ALTER TABLE branches NO FORCE ROW LEVEL SECURITY;
ALTER TABLE branch_users NO FORCE ROW LEVEL SECURITY;
UPDATE courses c
SET branch_id = own.branch_id
FROM (
  SELECT u.instance_id, u.id AS user_id, min(b.id) AS branch_id
  FROM users u
  JOIN branch_users m ON m.instance_id = u.instance_id AND m.user_id = u.id
  JOIN branches b ON b.instance_id = m.instance_id AND b.id = m.branch_id AND b.deleted_at IS NULL
  WHERE NOT u.is_primary AND u.role <> 'super_admin'
  GROUP BY u.instance_id, u.id
  HAVING count(*) = 1) own
WHERE own.instance_id = c.instance_id AND own.user_id = c.created_by;
