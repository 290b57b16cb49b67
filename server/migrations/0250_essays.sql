-- Questions that are answered with an essay, which a person marks. The rubric is a list of criteria,
-- [{"criterion", "levels": [{"text", "points"}]}]; empty where the marker gives points directly.
-- Harmless to 0.1.0: the types that it knows are allowed still.
ALTER TABLE questions
  DROP CONSTRAINT questions_type_check,
  ADD CONSTRAINT questions_type_check CHECK (type IN ('Multiple Choice', 'True or False', 'Fill the Gaps', 'Ordering',
    'Match the Pairs', 'Number', 'Short Text', 'Free Text', 'Hotspot', 'Essay')) NOT VALID;
ALTER TABLE questions VALIDATE CONSTRAINT questions_type_check;
-- Harmless to 0.1.0: the types that it knows are allowed still.
ALTER TABLE bank_questions
  DROP CONSTRAINT bank_questions_type_check,
  ADD CONSTRAINT bank_questions_type_check CHECK (type IN ('Multiple Choice', 'True or False', 'Fill the Gaps', 'Ordering',
    'Match the Pairs', 'Number', 'Short Text', 'Free Text', 'Hotspot', 'Essay')) NOT VALID;
ALTER TABLE bank_questions VALIDATE CONSTRAINT bank_questions_type_check;
ALTER TABLE questions
  ADD COLUMN rubric jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN min_words integer CHECK (min_words > 0),
  ADD COLUMN max_words integer CHECK (max_words > 0),
  ADD COLUMN marker_note text NOT NULL DEFAULT '';
ALTER TABLE bank_questions
  ADD COLUMN rubric jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN min_words integer CHECK (min_words > 0),
  ADD COLUMN max_words integer CHECK (max_words > 0),
  ADD COLUMN marker_note text NOT NULL DEFAULT '';

-- The mark of an essay. The levels are kept as they read when it was marked: [{"criterion", "level", "points", "most"}].
ALTER TABLE test_answers
  ADD COLUMN mark_points integer CHECK (mark_points >= 0),
  ADD COLUMN mark_levels jsonb,
  ADD COLUMN mark_comment text,
  ADD COLUMN marked_by integer,
  ADD COLUMN marked_at timestamptz;
-- Harmless to 0.1.0: it does not write this column.
ALTER TABLE test_answers
  ADD CONSTRAINT test_answers_marked_by_fkey FOREIGN KEY (instance_id, marked_by) REFERENCES users
  ON DELETE SET NULL (marked_by) NOT VALID;
ALTER TABLE test_answers VALIDATE CONSTRAINT test_answers_marked_by_fkey;
-- When the last essay of a submitted attempt was marked for the first time. A submitted attempt without a score waits for that.
ALTER TABLE test_attempts ADD COLUMN graded_at timestamptz;
CREATE INDEX test_attempts_waiting ON test_attempts (instance_id, submitted_at) WHERE submitted_at IS NOT NULL AND score IS NULL;
CREATE INDEX test_answers_marked ON test_answers (instance_id, marked_at) WHERE marked_at IS NOT NULL;
CREATE INDEX test_answers_marker ON test_answers (instance_id, marked_by) WHERE marked_by IS NOT NULL;

-- Tells whether an answer in a test is an essay with a text to mark, whatever the type of its question is by now.
CREATE FUNCTION is_essay(response jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(response ->> 'type' = 'Essay' AND response ->> 'freeTextAnswer' ~ '\S', false)
$$;

-- An attempt that waits for its marks may still pass, as an open one.
CREATE OR REPLACE FUNCTION has_no_attempts_left(instance integer, person integer, unit integer, allowed integer, attempt_at_course integer)
RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT allowed IS NOT NULL AND (
    SELECT count(t.score) >= allowed + coalesce(
        (SELECT x.extra FROM test_allowances x WHERE x.instance_id = instance AND x.user_id = person AND x.unit_id = unit), 0)
      AND count(t.score) = count(*) AND NOT coalesce(bool_or(t.is_passed), false)
    FROM test_attempts t
    WHERE t.instance_id = instance AND t.user_id = person AND t.unit_id = unit AND t.course_attempt = attempt_at_course)
$$;
DROP TRIGGER test_attempts_note_automations ON test_attempts;
CREATE TRIGGER test_attempts_note_automations AFTER UPDATE ON test_attempts
  FOR EACH ROW WHEN (OLD.is_passed IS NULL AND NEW.is_passed IS NOT NULL AND NOT NEW.is_passed)
  EXECUTE FUNCTION note_test_failed();
