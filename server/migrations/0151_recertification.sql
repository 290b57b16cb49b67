-- So many days before a certificate expires, the course starts again for its holder; null: never.
ALTER TABLE courses ADD COLUMN recertify_days integer CHECK (recertify_days BETWEEN 1 AND 364);
