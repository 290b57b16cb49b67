-- Those few whom reports leave out (see features/reports/people.sql), so that they are found without looking at everybody.
CREATE INDEX users_not_counted ON users (instance_id, id) WHERE deleted_at IS NOT NULL OR platform_user_id IS NOT NULL;
