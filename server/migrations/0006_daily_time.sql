-- When time was spent: seconds of each person in each course by day of the instance's time zone, for the reports by week.
CREATE TABLE daily_time (
  instance_id integer NOT NULL,
  course_id integer NOT NULL,
  day date NOT NULL,
  user_id integer NOT NULL,
  seconds integer NOT NULL CHECK (seconds >= 0),
  PRIMARY KEY (instance_id, course_id, day, user_id),
  FOREIGN KEY (instance_id, user_id, course_id) REFERENCES enrolments ON DELETE CASCADE
) WITH (fillfactor = 80);
CREATE INDEX daily_time_enrolment ON daily_time (instance_id, user_id, course_id);
