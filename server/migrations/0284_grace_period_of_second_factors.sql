-- Roles that need a second factor may have days in which their users still sign in without one.
ALTER TABLE instances
  -- 0: a second factor is set up at the next visit.
  ADD COLUMN second_factor_grace_days integer NOT NULL DEFAULT 0 CHECK (second_factor_grace_days BETWEEN 0 AND 90);

ALTER TABLE users
  -- When the instance first asked this user for a second factor; it stays when the instance or the role no longer does.
  -- Null: never, or by a server of an earlier release; such a user has no days.
  ADD COLUMN factor_required_since timestamptz;
