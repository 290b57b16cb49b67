-- The reasons of an assignment that ended, with who gave them, when, and the due date: who undoes that restores them. Servers of the
-- last release leave it empty, and what they end comes back as before: assigned by a person, with the date of the assignment.
ALTER TABLE learning_path_people ADD COLUMN ended_sources jsonb NOT NULL DEFAULT '[]';
