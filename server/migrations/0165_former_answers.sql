-- What a learner had answered before they emptied the answer for another try. Reports show it until they answer again.
-- Both are null for every other response; adding them rewrites nothing.
ALTER TABLE responses
  ADD COLUMN former_response jsonb,
  ADD COLUMN former_is_correct boolean;
