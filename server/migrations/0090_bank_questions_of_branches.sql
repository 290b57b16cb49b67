-- A question of the bank belongs to the main site (null) or to one branch (P78). A test draws the questions of the main site and those
-- of the branch that owns its course.
--
-- Existing questions: as a course, a question belongs to a branch if the person who created it has no access to the main site and is in
-- exactly one branch that is not deleted; but not if a course of another owner draws from its category, so that every test keeps its
-- questions. Every other question belongs to the main site.
ALTER TABLE bank_questions ADD COLUMN branch_id integer;
ALTER TABLE bank_questions ADD FOREIGN KEY (instance_id, branch_id) REFERENCES branches ON DELETE SET NULL (branch_id);
CREATE INDEX bank_questions_branch ON bank_questions (instance_id, branch_id) WHERE branch_id IS NOT NULL;

-- The policies apply to the owner of the tables too. They are forced again when the migrations are through.
ALTER TABLE bank_questions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE users NO FORCE ROW LEVEL SECURITY;
ALTER TABLE branches NO FORCE ROW LEVEL SECURITY;
ALTER TABLE branch_users NO FORCE ROW LEVEL SECURITY;
ALTER TABLE courses NO FORCE ROW LEVEL SECURITY;
ALTER TABLE units NO FORCE ROW LEVEL SECURITY;
UPDATE bank_questions q
SET branch_id = own.branch_id
FROM (
  SELECT u.instance_id, u.id AS user_id, min(b.id) AS branch_id
  FROM users u
  JOIN branch_users m ON m.instance_id = u.instance_id AND m.user_id = u.id
  JOIN branches b ON b.instance_id = m.instance_id AND b.id = m.branch_id AND b.deleted_at IS NULL
  WHERE NOT u.is_primary AND u.role <> 'super_admin'
  GROUP BY u.instance_id, u.id
  HAVING count(*) = 1) own
WHERE own.instance_id = q.instance_id AND own.user_id = q.created_by
  AND NOT EXISTS (
    SELECT FROM units t
    JOIN courses c ON c.instance_id = t.instance_id AND c.id = t.course_id
    CROSS JOIN jsonb_array_elements(t.draws) d
    WHERE t.instance_id = q.instance_id AND t.draws <> '[]' AND lower(d ->> 'category') = lower(q.category)
      AND c.branch_id IS DISTINCT FROM own.branch_id);
