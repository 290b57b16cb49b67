-- The time zone that applies once a job has moved the certificates; null when none is waiting.
ALTER TABLE instances ADD COLUMN next_time_zone text;
