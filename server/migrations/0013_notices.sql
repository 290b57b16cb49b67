-- What people are told of is mailed too, unless they turn it off; mailed_at keeps a job that runs twice from mailing twice.
ALTER TABLE users ADD COLUMN email_notifications boolean NOT NULL DEFAULT true;
ALTER TABLE notifications ADD COLUMN mailed_at timestamptz;
-- Of one date of one course everybody is reminded once, for a certificate once at each distance.
CREATE UNIQUE INDEX notifications_reminded
  ON notifications (instance_id, user_id, kind, (data ->> 'course_id'), (data ->> 'on'), (data ->> 'days'))
  WHERE kind IN ('course_closing', 'certificate_expiring');
