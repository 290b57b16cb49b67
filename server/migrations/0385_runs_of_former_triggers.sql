-- A failed run of a trigger that the automation no longer has is not run again.
ALTER TABLE automation_runs ADD COLUMN is_former boolean NOT NULL DEFAULT false;
