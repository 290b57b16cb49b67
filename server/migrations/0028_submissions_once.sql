-- A submission whose receipt was lost comes again under the word that the client chose for it, and is kept once.
ALTER TABLE submissions ADD COLUMN given_id text CHECK (length(given_id) BETWEEN 1 AND 60);
CREATE UNIQUE INDEX submissions_given ON submissions (instance_id, user_id, given_id) WHERE given_id IS NOT NULL;
