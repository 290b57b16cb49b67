-- The totals of thousands of people were joined with their counts, and where the planner knew nothing of either, each with each:
-- the time grew with the square of the people. Now each person is looked up by index, whatever is known.
CREATE OR REPLACE FUNCTION recount_learners(instance integer, people integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO learner_totals (instance_id, user_id)
  SELECT instance, u.id FROM users u WHERE u.instance_id = instance AND u.id = ANY (people)
  ORDER BY u.id
  ON CONFLICT DO NOTHING;

  PERFORM FROM learner_totals t WHERE t.instance_id = instance AND t.user_id = ANY (people) ORDER BY t.user_id FOR UPDATE;

  UPDATE learner_totals t
  SET (assigned, completed, in_progress, time_spent) = (
    SELECT
      count(*),
      count(*) FILTER (WHERE p.status = 'completed'),
      count(*) FILTER (WHERE p.status = 'in_progress'),
      coalesce(sum(p.time_spent), 0)
    FROM course_progress p
    WHERE p.instance_id = instance AND p.user_id = t.user_id
  )
  WHERE t.instance_id = instance AND t.user_id = ANY (people);
END $$;
