-- How long a sign-in lasts at most, in hours. Seven days were the rule for every instance.
ALTER TABLE instances ADD COLUMN session_hours integer NOT NULL DEFAULT 168 CHECK (session_hours BETWEEN 1 AND 720);
