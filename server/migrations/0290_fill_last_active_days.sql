-- After the trigger that keeps it, in a transaction of its own: the table is locked for a moment only, and days that learners
-- add meanwhile are not overwritten.
DO $$
DECLARE
  tenant integer;
BEGIN
  FOR tenant IN SELECT id FROM instances LOOP
    -- The owner of the tables is fenced as well.
    PERFORM set_config('app.instance_id', tenant::text, true);
    UPDATE learner_totals t SET last_active_on = greatest(t.last_active_on, latest.day)
    FROM (SELECT d.user_id, max(d.day) AS day FROM daily_time d WHERE d.instance_id = tenant GROUP BY d.user_id) latest
    WHERE t.instance_id = tenant AND t.user_id = latest.user_id;
  END LOOP;
  PERFORM set_config('app.instance_id', '', true);
END $$;

-- Those who have learned lately are counted in the index; only the first time of a day changes it.
CREATE INDEX learner_totals_active ON learner_totals (instance_id, last_active_on, user_id);
