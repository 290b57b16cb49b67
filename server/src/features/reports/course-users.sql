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
    -- Without the names of the columns, which would be half of what is sent.
    SELECT coalesce(json_agg(json_build_array(id, name, role, progress, "assignedDate", "completionDate", "timeSpent")), '[]')
    FROM (
      SELECT *
      FROM found
      ORDER BY
        --if by -name: name COLLATE people DESC,
        --if by role: role,
        --if by -role: role DESC,
        --if by progress: progress,
        --if by -progress: progress DESC,
        --if by timeSpent: "timeSpent",
        --if by -timeSpent: "timeSpent" DESC,
        --if by assignedDate: "assignedDate",
        --if by -assignedDate: "assignedDate" DESC,
        --if by completionDate: "completionDate",
        --if by -completionDate: "completionDate" DESC NULLS LAST,
        name COLLATE people,
        id
      LIMIT $limit OFFSET $offset
    ) sorted
  ) AS rows
