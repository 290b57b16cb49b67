-- What each question of a test attempt was worth when the attempt was graded, in the order of question_ids; null for a
-- question that was deleted by then. Null as a whole while the attempt is open, and for attempts of earlier versions.
ALTER TABLE test_attempts ADD COLUMN question_points integer[];
