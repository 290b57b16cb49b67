-- The courses that a search finds in title or category: what they come to, and a page of them in the order asked for; one row.
WITH courses_of_reach AS (
--file all-courses.sql
), found AS (
  SELECT *
  FROM courses_of_reach
  --if searched: WHERE title ILIKE $search OR category ILIKE $search
)
SELECT
  totals.*,
  (
    SELECT coalesce(json_agg(sorted), '[]')
    FROM (
      SELECT *
      FROM found
      ORDER BY
        --if by -title: title COLLATE people DESC,
        --if by category: category COLLATE people,
        --if by -category: category COLLATE people DESC NULLS LAST,
        --if by assigned: "assignedLearners",
        --if by -assigned: "assignedLearners" DESC,
        --if by completed: "completedLearners",
        --if by -completed: "completedLearners" DESC,
        title COLLATE people,
        id
      LIMIT $limit OFFSET $offset
    ) sorted
  ) AS rows
FROM (
  SELECT
    count(*) AS total,
    coalesce(sum("assignedLearners"), 0) AS assigned,
    coalesce(sum("completedLearners"), 0) AS completed,
    coalesce(sum("learnersInProgress"), 0) AS "inProgress",
    coalesce(sum("learnersNotStarted"), 0) AS "notStarted",
    coalesce(sum(seconds), 0) AS seconds
  FROM found
) totals
