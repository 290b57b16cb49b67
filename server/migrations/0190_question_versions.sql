-- What a question asked before it was changed. Answers belong to the version that was asked when they were given, so that
-- the item analysis does not mix them.
CREATE TABLE question_versions (
  instance_id integer NOT NULL,
  question_id integer NOT NULL,
  -- From 1. The question as it is now is the next one.
  version integer NOT NULL,
  replaced_at timestamptz NOT NULL,
  type text NOT NULL,
  question text NOT NULL,
  options jsonb NOT NULL,
  PRIMARY KEY (instance_id, question_id, version),
  FOREIGN KEY (instance_id, question_id) REFERENCES questions ON DELETE CASCADE
);

-- Keeps what a question asked, if learners have answered it.
CREATE FUNCTION keep_question_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  former record;
BEGIN
  SELECT coalesce(max(version), 0) AS version, coalesce(max(replaced_at), '-infinity') AS replaced_at INTO former
  FROM question_versions WHERE instance_id = OLD.instance_id AND question_id = OLD.id;
  IF EXISTS (
    SELECT FROM attempts
    WHERE instance_id = OLD.instance_id AND question_id = OLD.id AND created_at >= former.replaced_at
  ) OR EXISTS (
    SELECT FROM test_answers
    WHERE instance_id = OLD.instance_id AND question_id = OLD.id AND answered_at >= former.replaced_at
  ) THEN
    INSERT INTO question_versions (instance_id, question_id, version, replaced_at, type, question, options)
    VALUES (OLD.instance_id, OLD.id, former.version + 1, clock_timestamp(), OLD.type, OLD.question, OLD.options);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER questions_keep_version AFTER UPDATE ON questions
  FOR EACH ROW WHEN ((OLD.type, OLD.question, OLD.options, OLD.pairs, OLD.rules, OLD.required_points, OLD.accepted, OLD.matches_case)
    IS DISTINCT FROM (NEW.type, NEW.question, NEW.options, NEW.pairs, NEW.rules, NEW.required_points, NEW.accepted, NEW.matches_case))
  EXECUTE FUNCTION keep_question_version();
