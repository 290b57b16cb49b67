-- The people of one course, a page of them in the order asked for, with how many there are in all: one row.
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
    --if from: AND p.assigned_at >= $from::date::timestamp AT TIME ZONE $zone
    --if to: AND p.assigned_at < ($to::date + 1)::timestamp AT TIME ZONE $zone
    --if searched: AND people.name ILIKE $search
)
SELECT
  (SELECT count(*) FROM found) AS total,
  (
    SELECT coalesce(json_agg(sorted), '[]')
    FROM (
      SELECT *
      FROM found
      ORDER BY
        --if -name: name COLLATE people DESC,
        --if role: role,
        --if -role: role DESC,
        --if progress: progress,
        --if -progress: progress DESC,
        --if timeSpent: "timeSpent",
        --if -timeSpent: "timeSpent" DESC,
        --if assignedDate: "assignedDate",
        --if -assignedDate: "assignedDate" DESC,
        --if completionDate: "completionDate",
        --if -completionDate: "completionDate" DESC NULLS LAST,
        name COLLATE people,
        id
      LIMIT $limit OFFSET $offset
    ) sorted
  ) AS rows
