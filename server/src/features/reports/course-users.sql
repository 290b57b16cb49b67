-- The people of one course in the order asked for, in one row; if a page of them, with how many there are in all.
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
  --if paged: (SELECT count(*) FROM found) AS total,
  -- A list of each column: without its names, which would be half of what is sent, and made in less time than a list of each row.
  coalesce(json_agg(id), '[]') AS ids,
  coalesce(json_agg(name), '[]') AS names,
  coalesce(json_agg(role), '[]') AS roles,
  coalesce(json_agg(progress), '[]') AS progress,
  coalesce(json_agg("assignedDate"), '[]') AS assigned,
  coalesce(json_agg("completionDate"), '[]') AS completed,
  coalesce(json_agg("timeSpent"), '[]') AS seconds
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
  --if paged: LIMIT $limit OFFSET $offset
) sorted
