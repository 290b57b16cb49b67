-- How many people there are in the reach, and what their courses come to.
SELECT
  count(*) AS people,
  coalesce(sum(t.completed), 0) AS completed,
  coalesce(sum(t.in_progress), 0) AS "inProgress",
  coalesce(sum(t.assigned - t.completed - t.in_progress), 0) AS "notStarted",
  least(coalesce(sum(t.time_spent), 0), 2147483647) AS seconds
FROM people
--if whole: LEFT JOIN learner_totals t ON t.instance_id = $instance AND t.user_id = people.id
--if counted: JOIN (
--file counted.sql
--if counted: ) t ON t.user_id = people.id
--if searched: WHERE people.name ILIKE $search OR people.email ILIKE $search OR people.id = ANY (ARRAY(
--if searched:   SELECT e.user_id FROM enrolments e JOIN courses c ON c.instance_id = e.instance_id AND c.id = e.course_id
--if searched:   WHERE c.instance_id = $instance AND c.deleted_at IS NULL AND c.title ILIKE $search))
