-- Authors may have a unit with a package completed when it is opened: some packages report what never completes anything.
ALTER TABLE units ADD COLUMN completes_on_open boolean NOT NULL DEFAULT false;
