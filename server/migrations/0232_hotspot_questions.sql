-- Questions with named regions on a picture. A region is in its entry of options: {"region": {"x", "y", "width", "height"}}, in
-- percent of the picture.
-- Harmless to 0.1.0: the types that it knows are allowed still.
ALTER TABLE questions
  DROP CONSTRAINT questions_type_check,
  ADD CONSTRAINT questions_type_check CHECK (type IN ('Multiple Choice', 'True or False', 'Fill the Gaps', 'Ordering',
    'Match the Pairs', 'Number', 'Short Text', 'Free Text', 'Hotspot')) NOT VALID;
ALTER TABLE questions VALIDATE CONSTRAINT questions_type_check;
-- Harmless to 0.1.0: the types that it knows are allowed still.
ALTER TABLE bank_questions
  DROP CONSTRAINT bank_questions_type_check,
  ADD CONSTRAINT bank_questions_type_check CHECK (type IN ('Multiple Choice', 'True or False', 'Fill the Gaps', 'Ordering',
    'Match the Pairs', 'Number', 'Short Text', 'Free Text', 'Hotspot')) NOT VALID;
ALTER TABLE bank_questions VALIDATE CONSTRAINT bank_questions_type_check;
