-- What a question is worth, and what it tells learners once they may see their grade. Feedback on a single option or accepted
-- answer is in its entry of options or accepted. Adding the columns rewrites nothing.
ALTER TABLE questions
  ADD COLUMN points integer NOT NULL DEFAULT 1 CHECK (points BETWEEN 1 AND 1000),
  ADD COLUMN feedback text NOT NULL DEFAULT '';
ALTER TABLE bank_questions
  ADD COLUMN points integer NOT NULL DEFAULT 1 CHECK (points BETWEEN 1 AND 1000),
  ADD COLUMN feedback text NOT NULL DEFAULT '';

-- What the question was worth when the answer was graded: a later change does not change scores.
ALTER TABLE responses ADD COLUMN points integer NOT NULL DEFAULT 1;

-- Returns options or accepted answers without their feedback, which is no part of what a question asks.
CREATE FUNCTION without_feedback(entries jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(jsonb_agg(entry - 'feedback' ORDER BY place), '[]')
  FROM jsonb_array_elements(entries) WITH ORDINALITY entries (entry, place)
$$;

-- A change of feedback or points starts no new version: what was asked, and how it is graded, stay the same.
DROP TRIGGER questions_keep_version ON questions;
CREATE TRIGGER questions_keep_version AFTER UPDATE ON questions
  FOR EACH ROW WHEN ((OLD.type, OLD.question, without_feedback(OLD.options), OLD.pairs, OLD.rules, OLD.required_points,
      without_feedback(OLD.accepted), OLD.matches_case)
    IS DISTINCT FROM (NEW.type, NEW.question, without_feedback(NEW.options), NEW.pairs, NEW.rules, NEW.required_points,
      without_feedback(NEW.accepted), NEW.matches_case))
  EXECUTE FUNCTION keep_question_version();
