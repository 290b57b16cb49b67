-- After the functions that keep them, in a transaction of its own: those that still ran in their former version have ended, and
-- learner_totals is locked for a moment only.
LOCK TABLE learner_totals IN SHARE ROW EXCLUSIVE MODE;
DO $$
DECLARE
  tenant integer;
BEGIN
  FOR tenant IN SELECT id FROM instances LOOP
    -- The owner of the tables is fenced as well.
    PERFORM set_config('app.instance_id', tenant::text, true);
    DELETE FROM last_active_days WHERE instance_id = tenant;
    INSERT INTO last_active_days (instance_id, day, users)
    SELECT tenant, t.last_active_on, count(*) FROM learner_totals t
    WHERE t.instance_id = tenant AND t.last_active_on IS NOT NULL GROUP BY t.last_active_on;
  END LOOP;
  PERFORM set_config('app.instance_id', '', true);
END $$;
