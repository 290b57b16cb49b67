-- Only a response to a question is right or wrong. Time on a unit was stored as a right answer, which counted in scores.
ALTER TABLE responses NO FORCE ROW LEVEL SECURITY;
UPDATE responses SET is_correct = NULL WHERE question_id IS NULL AND is_correct IS NOT NULL;
ALTER TABLE responses FORCE ROW LEVEL SECURITY;
