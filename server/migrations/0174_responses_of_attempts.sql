-- The attempt at a test whose answer a response is; null for what learners answer one by one. Adding it rewrites nothing.
ALTER TABLE responses ADD COLUMN test_attempt_id integer;
UPDATE responses r SET test_attempt_id = t.id FROM test_attempts t
WHERE t.instance_id = r.instance_id AND t.user_id = r.user_id AND t.unit_id = r.unit_id AND t.counts AND r.input_type = 'question';
