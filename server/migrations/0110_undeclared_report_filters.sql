-- The report on the people of one course has no filter by category. Schedules could store one, which was ignored; now a filter that a
-- report does not declare is an error.
ALTER TABLE report_schedules NO FORCE ROW LEVEL SECURITY;
UPDATE report_schedules SET request = request - 'category_id' WHERE kind = 'course-users' AND request ? 'category_id';
ALTER TABLE report_schedules FORCE ROW LEVEL SECURITY;
