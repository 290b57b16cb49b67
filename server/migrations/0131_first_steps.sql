-- When the admins of an instance hid the list of first steps on their dashboard.
ALTER TABLE instances ADD COLUMN first_steps_hidden_at timestamptz;
