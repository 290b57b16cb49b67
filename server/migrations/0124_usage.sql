-- What an instance used on a day, for its admins: one row a day, written by housekeeping.
CREATE TABLE usage_days (
  instance_id integer NOT NULL REFERENCES instances ON DELETE CASCADE,
  day date NOT NULL,
  -- Active people, each of whom takes a licence.
  people integer NOT NULL,
  licences integer,
  bytes bigint NOT NULL,
  PRIMARY KEY (instance_id, day)
);
