-- Groups, branches and categories as an administrator works on them, and what was deleted in the last 30 days.

-- A group made in a branch belongs to it; one of the main site (null) is nobody's there but the main site's.
ALTER TABLE groups ADD COLUMN branch_id integer;
ALTER TABLE groups ADD FOREIGN KEY (instance_id, branch_id) REFERENCES branches ON DELETE SET NULL (branch_id);
CREATE INDEX groups_branch ON groups (instance_id, branch_id) WHERE branch_id IS NOT NULL;

-- A category that was given to branches or groups stays out of everybody else's sight when the last of them is gone.
ALTER TABLE categories ADD COLUMN is_limited boolean NOT NULL DEFAULT false;
UPDATE categories k SET is_limited = true
WHERE EXISTS (SELECT FROM category_branches cb WHERE cb.instance_id = k.instance_id AND cb.category_id = k.id)
   OR EXISTS (SELECT FROM category_groups cg WHERE cg.instance_id = k.instance_id AND cg.category_id = k.id);

-- 'Recently deleted', and the job that clears it away.
CREATE INDEX users_deleted ON users (instance_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX groups_deleted ON groups (instance_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX branches_deleted ON branches (instance_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX categories_deleted ON categories (instance_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX courses_deleted ON courses (instance_id, deleted_at) WHERE deleted_at IS NOT NULL;
