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
-- As an array, they are looked up one by one: joined, everybody would be read to find some of them.
--if searched: WHERE people.id = ANY (ARRAY(
--if searched: --file found-people.sql
--if searched: ))
