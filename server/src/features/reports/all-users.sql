-- The people of the reach, a page of them in the order asked for, each with how far they are in their courses.
SELECT
  people.id,
  people.name,
  people.email,
  coalesce(t.completed, 0) AS "completedCourses",
  coalesce(t.in_progress, 0) AS "coursesInProgress",
  coalesce(t.assigned - t.completed - t.in_progress, 0) AS "coursesNotStarted"
FROM people
--if whole: LEFT JOIN learner_totals t ON t.instance_id = $instance AND t.user_id = people.id
--if counted: JOIN (
--file counted.sql
--if counted: ) t ON t.user_id = people.id
-- As an array, they are looked up one by one: joined, everybody would be read to find some of them.
--if searched: WHERE people.id = ANY (ARRAY(
--if searched: --file found-people.sql
--if searched: ))
ORDER BY
  --if by -name: people.last_name COLLATE people DESC, people.first_name COLLATE people DESC,
  --if by email: lower(people.email),
  --if by -email: lower(people.email) DESC,
  --if by completed: "completedCourses",
  --if by -completed: "completedCourses" DESC,
  --if by inProgress: "coursesInProgress",
  --if by -inProgress: "coursesInProgress" DESC,
  --if by notStarted: "coursesNotStarted",
  --if by -notStarted: "coursesNotStarted" DESC,
  people.last_name COLLATE people,
  people.first_name COLLATE people,
  people.id
LIMIT $limit OFFSET $offset
