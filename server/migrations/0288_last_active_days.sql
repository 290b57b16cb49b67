-- The last day of each person with time in any course, so that a list of those who have not learned for some days neither
-- reads nor sorts the days of everybody. It is max(day) of daily_time, kept by every statement that adds days, or ends the
-- enrolments with which days go.
ALTER TABLE learner_totals ADD COLUMN last_active_on date;

-- Later days replace earlier ones. Time that is added to a day changes nothing.
CREATE FUNCTION keep_last_active_days() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added record;
BEGIN
  FOR added IN
    SELECT instance_id, array_agg(user_id ORDER BY user_id) AS people, array_agg(day ORDER BY user_id) AS days
    FROM (SELECT instance_id, user_id, max(day) AS day FROM touched GROUP BY instance_id, user_id) latest
    GROUP BY instance_id
  LOOP
    -- In the order of the people, as in recount_learners.
    PERFORM FROM learner_totals t WHERE t.instance_id = added.instance_id AND t.user_id = ANY (added.people)
    ORDER BY t.user_id FOR NO KEY UPDATE;
    UPDATE learner_totals t SET last_active_on = latest.day
    FROM unnest(added.people, added.days) latest (user_id, day)
    WHERE t.instance_id = added.instance_id AND t.user_id = latest.user_id
      AND (t.last_active_on IS NULL OR t.last_active_on < latest.day);
  END LOOP;
  RETURN NULL;
END $$;

-- Days go with an enrolment that ends, before its learner is counted again; those of other courses remain.
CREATE OR REPLACE FUNCTION recount_learners(instance integer, people integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO learner_totals (instance_id, user_id)
  SELECT instance, u.id FROM users u WHERE u.instance_id = instance AND u.id = ANY (people)
  ORDER BY u.id
  ON CONFLICT DO NOTHING;

  PERFORM FROM learner_totals t WHERE t.instance_id = instance AND t.user_id = ANY (people) ORDER BY t.user_id FOR UPDATE;

  UPDATE learner_totals t
  SET (assigned, completed, in_progress, time_spent, last_active_on) = (
    SELECT
      count(*),
      count(*) FILTER (WHERE p.status = 'completed'),
      count(*) FILTER (WHERE p.status = 'in_progress'),
      coalesce(sum(p.time_spent), 0),
      (SELECT max(d.day) FROM daily_time d WHERE d.instance_id = instance AND d.user_id = t.user_id)
    FROM course_progress p
    WHERE p.instance_id = instance AND p.user_id = t.user_id
  )
  WHERE t.instance_id = instance AND t.user_id = ANY (people);
END $$;

CREATE TRIGGER days_come AFTER INSERT ON daily_time
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION keep_last_active_days();
