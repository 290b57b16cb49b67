-- How far the people of some courses are on average, and when each was last assigned.
SELECT course_id AS id, round(avg(progress)) AS progress, max(assigned_at) AS "lastAssigned"
FROM (
--file course-learners.sql
) learners
WHERE course_id = ANY ($courses::integer[])
GROUP BY course_id
