-- Operators set up a second factor at their first sign-in. Theirs is stored in the platform's instance, where no other
-- instance reads it, so the sign-in says in the session that there is none.
ALTER TABLE sessions ADD COLUMN must_set_up boolean NOT NULL DEFAULT false;
ALTER TABLE login_codes ADD COLUMN must_set_up boolean NOT NULL DEFAULT false;
