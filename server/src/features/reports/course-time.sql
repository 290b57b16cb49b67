-- Seconds spent in one course by week, as the average of those who spent any; days are kept in the zone of the instance.
SELECT date_trunc('week', d.day::timestamp)::date::text AS week, round(sum(d.seconds)::numeric / count(DISTINCT d.user_id)) AS seconds
FROM daily_time d
JOIN people ON people.id = d.user_id
WHERE d.instance_id = $instance AND d.course_id = $course AND d.day >= $since::date
GROUP BY week
ORDER BY week
