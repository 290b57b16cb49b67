-- The people of one course, a page of them in the order asked for, with how many there are in all: one row.
SELECT page.total, page.rows
FROM (
  WITH found AS (
    SELECT
      people.id,
      people.name,
      people.role,
      p.progress,
      p.assigned_at AS "assignedDate",
      p.completed_at AS "completionDate",
      p.time_spent AS "timeSpent"
    FROM course_progress p
    JOIN people ON people.id = p.user_id
    WHERE p.instance_id = $instance
      AND p.course_id = $course
      AND ($search::text IS NULL OR people.name ILIKE $search::text)
  )
  SELECT
    (SELECT count(*) FROM found) AS total,
    (
      SELECT coalesce(json_agg(sorted), '[]')
      FROM (
        SELECT *
        FROM found
        ORDER BY
          CASE $sort::text WHEN 'name' THEN name WHEN 'role' THEN role END COLLATE people,
          CASE $sort::text WHEN '-name' THEN name WHEN '-role' THEN role END COLLATE people DESC,
          CASE $sort::text WHEN 'progress' THEN progress WHEN 'timeSpent' THEN "timeSpent" END,
          CASE $sort::text WHEN '-progress' THEN progress WHEN '-timeSpent' THEN "timeSpent" END DESC,
          CASE $sort::text WHEN 'assignedDate' THEN "assignedDate" WHEN 'completionDate' THEN "completionDate" END,
          CASE $sort::text WHEN '-assignedDate' THEN "assignedDate" WHEN '-completionDate' THEN "completionDate" END DESC NULLS LAST,
          name COLLATE people,
          id
        LIMIT $limit OFFSET $offset
      ) sorted
    ) AS rows
) page
