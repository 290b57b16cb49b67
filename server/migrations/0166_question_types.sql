-- Questions that are true or false, ask for a number, or for a short text.
ALTER TABLE questions
  ADD COLUMN accepted jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN matches_case boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT questions_type_check,
  ADD CONSTRAINT questions_type_check CHECK (type IN ('Multiple Choice', 'True or False', 'Fill the Gaps', 'Ordering',
    'Match the Pairs', 'Number', 'Short Text', 'Free Text')) NOT VALID;
ALTER TABLE questions VALIDATE CONSTRAINT questions_type_check;
ALTER TABLE bank_questions
  ADD COLUMN accepted jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN matches_case boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT bank_questions_type_check,
  ADD CONSTRAINT bank_questions_type_check CHECK (type IN ('Multiple Choice', 'True or False', 'Fill the Gaps', 'Ordering',
    'Match the Pairs', 'Number', 'Short Text', 'Free Text')) NOT VALID;
ALTER TABLE bank_questions VALIDATE CONSTRAINT bank_questions_type_check;
