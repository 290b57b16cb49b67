-- What came of the last time that a planned report was to go to somebody, for whoever planned it to read.
ALTER TABLE report_schedule_people
  ADD COLUMN outcome text CHECK (outcome IN ('sent', 'made', 'no_right', 'gone', 'failed')),
  ADD COLUMN outcome_at timestamptz,
  ADD CHECK ((outcome IS NULL) = (outcome_at IS NULL));
