-- Pictures and recordings of the text of a question: [{"kind": "picture" or "audio", "file": key, "alt": text}]. A picture of
-- an option, or of the left side of a pair, is in its entry: {"picture": {"file": key, "alt": text}}.
ALTER TABLE questions ADD COLUMN media jsonb NOT NULL DEFAULT '[]';
ALTER TABLE bank_questions ADD COLUMN media jsonb NOT NULL DEFAULT '[]';

-- Lists the keys of the files of a question.
CREATE FUNCTION list_question_files(media jsonb, options jsonb, pairs jsonb) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(file), '{}')
  FROM (
    SELECT entry ->> 'file' FROM jsonb_array_elements(media) entry
    UNION ALL
    SELECT entry -> 'picture' ->> 'file' FROM jsonb_array_elements(options || pairs) entry
  ) files (file)
  WHERE file IS NOT NULL
$$;

-- Few questions have files: housekeeping and authoring look for a file in these only.
CREATE INDEX questions_with_files ON questions (instance_id) WHERE list_question_files(media, options, pairs) <> '{}';
CREATE INDEX bank_questions_with_files ON bank_questions (instance_id) WHERE list_question_files(media, options, pairs) <> '{}';

-- Other pictures ask something else.
DROP TRIGGER questions_keep_version ON questions;
CREATE TRIGGER questions_keep_version AFTER UPDATE ON questions
  FOR EACH ROW WHEN ((OLD.type, OLD.question, without_feedback(OLD.options), OLD.pairs, OLD.rules, OLD.required_points,
      without_feedback(OLD.accepted), OLD.matches_case, OLD.media)
    IS DISTINCT FROM (NEW.type, NEW.question, without_feedback(NEW.options), NEW.pairs, NEW.rules, NEW.required_points,
      without_feedback(NEW.accepted), NEW.matches_case, NEW.media))
  EXECUTE FUNCTION keep_question_version();
