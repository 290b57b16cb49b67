-- The inbox: what waits, the oldest first, and what one person handed in for one unit, the latest first.
CREATE INDEX submissions_course ON submissions (instance_id, course_id, state, created_at);
-- Notifications are counted while unread with each page that shows the bell.
CREATE INDEX notifications_unread ON notifications (instance_id, user_id) WHERE read_at IS NULL;
