-- How far people are, by course, of those courses that have any. Of everybody from what is kept (course_totals), less those few who
-- do not count; counted where only some people or days are asked for. What both give is the same.
SELECT
  course_id,
  --if kept: sum(assigned) AS assigned, sum(completed) AS completed, sum(in_progress) AS in_progress, sum(time_spent) AS seconds
  --if anew: count(*) AS assigned,
  --if anew: count(*) FILTER (WHERE status = 'completed') AS completed,
  --if anew: count(*) FILTER (WHERE status = 'in_progress') AS in_progress,
  --if anew: sum(time_spent) AS seconds
FROM (
  --if kept: SELECT t.course_id, t.assigned, t.completed, t.in_progress, t.time_spent
  --if kept: FROM course_totals t
  --if kept: WHERE t.instance_id = $instance
  --if kept: UNION ALL
  --if kept: SELECT p.course_id, -1, -(p.status = 'completed')::integer, -(p.status = 'in_progress')::integer, -p.time_spent
  --if kept: FROM users u
  --if kept: JOIN course_progress p ON p.instance_id = u.instance_id AND p.user_id = u.id
  --if kept: WHERE u.instance_id = $instance AND (u.deleted_at IS NOT NULL OR u.platform_user_id IS NOT NULL)
--if anew: --file course-learners.sql
) learners
--if ofcourse: WHERE course_id = $course
GROUP BY course_id
--if kept: HAVING sum(assigned) > 0
