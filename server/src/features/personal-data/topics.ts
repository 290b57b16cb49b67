import { sql } from "kysely";

export type Row = Record<string, unknown>;

/** Everything that is stored about a user, by topic; each is read in one statement. */
export const TOPICS: Readonly<Record<string, (instanceId: number, userId: number) => ReturnType<typeof sql<Row>>>> = {
  profile: (instance, user) => sql<Row>`
    SELECT id, first_name, last_name, email, role, language, is_active, is_primary, email_notifications, hides_points, deactivate_at, factor_required_since, created_at, updated_at
    FROM users WHERE instance_id = ${instance} AND id = ${user}`,
  fields: (instance, user) => sql<Row>`
    SELECT f.name, v.value FROM user_field_values v JOIN user_fields f ON f.instance_id = v.instance_id AND f.id = v.field_id
    WHERE v.instance_id = ${instance} AND v.user_id = ${user} AND f.deleted_at IS NULL ORDER BY f.position, f.id`,
  branches: (instance, user) => sql<Row>`
    SELECT b.name, b.url, m.created_at FROM branch_users m JOIN branches b ON b.instance_id = m.instance_id AND b.id = m.branch_id
    WHERE m.instance_id = ${instance} AND m.user_id = ${user} ORDER BY b.id`,
  groups: (instance, user) => sql<Row>`
    SELECT g.name, m.is_leader, m.date_joined FROM group_users m JOIN groups g ON g.instance_id = m.instance_id AND g.id = m.group_id
    WHERE m.instance_id = ${instance} AND m.user_id = ${user} ORDER BY g.id`,
  courses: (instance, user) => sql<Row>`
    SELECT c.title AS course, e.assigned_at, e.due_on, e.started_at, e.completed_at, e.attempt, e.units_completed, e.time_spent AS seconds
    FROM enrolments e JOIN courses c ON c.instance_id = e.instance_id AND c.id = e.course_id
    WHERE e.instance_id = ${instance} AND e.user_id = ${user} ORDER BY c.id`,
  reasons_for_courses: (instance, user) => sql<Row>`
    SELECT c.title AS course, s.source, g.name AS "group", l.title AS learning_path
    FROM enrolment_sources s
    JOIN courses c ON c.instance_id = s.instance_id AND c.id = s.course_id
    LEFT JOIN groups g ON g.instance_id = s.instance_id AND g.id = s.group_id AND s.source = 'group'
    LEFT JOIN learning_paths l ON l.instance_id = s.instance_id AND l.id = s.group_id AND s.source = 'path'
    WHERE s.instance_id = ${instance} AND s.user_id = ${user} ORDER BY c.id`,
  learning_paths: (instance, user) => sql<Row>`
    SELECT l.title AS learning_path, m.assigned_at, m.due_on, m.completed_at, m.ended_at,
      (SELECT json_agg(json_build_object('source', s.source, 'added_at', s.added_at) ORDER BY s.added_at)
        FROM learning_path_sources s
        WHERE s.instance_id = m.instance_id AND s.path_id = m.path_id AND s.user_id = m.user_id) AS reasons,
      (SELECT json_agg(json_build_object('source', e ->> 'source', 'added_at', e ->> 'added_at') ORDER BY e ->> 'added_at')
        FROM jsonb_array_elements(m.ended_sources) e) AS ended_reasons
    FROM learning_path_people m JOIN learning_paths l ON l.instance_id = m.instance_id AND l.id = m.path_id
    WHERE m.instance_id = ${instance} AND m.user_id = ${user} ORDER BY l.id`,
  automations: (instance, user) => sql<Row>`
    SELECT a.name AS automation, r.happened_at, r.ran_at, r.state, r.results
    FROM automation_runs r JOIN automations a ON a.instance_id = r.instance_id AND a.id = r.automation_id
    WHERE r.instance_id = ${instance} AND r.user_id = ${user} ORDER BY r.id`,
  badges: (instance, user) => sql<Row>`
    SELECT b.name AS badge, a.source, a.awarded_at, a.revoked_at, a.revoke_reason, a.code, a.credential
    FROM badge_awards a JOIN badges b ON b.instance_id = a.instance_id AND b.id = a.badge_id
    WHERE a.instance_id = ${instance} AND a.user_id = ${user} ORDER BY a.id`,
  sign_ins: (instance, user) => sql<Row>`
    SELECT last_at FROM sign_ins WHERE instance_id = ${instance} AND user_id = ${user} AND last_at IS NOT NULL`,
  ended_courses: (instance, user) => sql<Row>`
    SELECT c.title AS course, e.ended_at, e.record
    FROM ended_enrolments e JOIN courses c ON c.instance_id = e.instance_id AND c.id = e.course_id
    WHERE e.instance_id = ${instance} AND e.user_id = ${user} ORDER BY e.id`,
  former_attempts: (instance, user) => sql<Row>`
    SELECT c.title AS course, a.attempt, a.started_at, a.completed_at, a.ended_at, a.record
    FROM course_attempts a JOIN courses c ON c.instance_id = a.instance_id AND c.id = a.course_id
    WHERE a.instance_id = ${instance} AND a.user_id = ${user} ORDER BY a.id`,
  units: (instance, user) => sql<Row>`
    SELECT c.title AS course, u.title AS unit, u.type, p.first_contact_at, p.last_contact_at, p.completed_at, p.time_spent AS seconds
    FROM unit_progress p
    JOIN courses c ON c.instance_id = p.instance_id AND c.id = p.course_id
    JOIN units u ON u.instance_id = p.instance_id AND u.id = p.unit_id
    WHERE p.instance_id = ${instance} AND p.user_id = ${user} ORDER BY c.id, u.unit_order`,
  days: (instance, user) => sql<Row>`
    SELECT c.title AS course, d.day, d.seconds FROM daily_time d JOIN courses c ON c.instance_id = d.instance_id AND c.id = d.course_id
    WHERE d.instance_id = ${instance} AND d.user_id = ${user} ORDER BY d.day, c.id`,
  answers: (instance, user) => sql<Row>`
    SELECT c.title AS course, u.title AS unit, q.question, r.response, r.is_correct, r.former_response, r.former_is_correct, r.updated_at
    FROM responses r
    JOIN courses c ON c.instance_id = r.instance_id AND c.id = r.course_id
    JOIN units u ON u.instance_id = r.instance_id AND u.id = r.unit_id
    LEFT JOIN questions q ON q.instance_id = r.instance_id AND q.id = r.question_id
    WHERE r.instance_id = ${instance} AND r.user_id = ${user} ORDER BY r.id`,
  tries: (instance, user) => sql<Row>`
    SELECT u.title AS unit, q.question, a.response, a.is_correct, a.created_at
    FROM attempts a
    JOIN units u ON u.instance_id = a.instance_id AND u.id = a.unit_id
    LEFT JOIN questions q ON q.instance_id = a.instance_id AND q.id = a.question_id
    WHERE a.instance_id = ${instance} AND a.user_id = ${user} ORDER BY a.id`,
  test_attempts: (instance, user) => sql<Row>`
    SELECT c.title AS course, u.title AS unit, t.course_attempt, t.number, t.started_at, t.deadline_at, t.submitted_at,
      t.is_timed_out, t.score::float8 AS score, t.is_passed, t.counts
    FROM test_attempts t
    JOIN courses c ON c.instance_id = t.instance_id AND c.id = t.course_id
    JOIN units u ON u.instance_id = t.instance_id AND u.id = t.unit_id
    WHERE t.instance_id = ${instance} AND t.user_id = ${user} ORDER BY t.id`,
  test_answers: (instance, user) => sql<Row>`
    SELECT u.title AS unit, t.number AS attempt, q.question, a.response, a.is_correct, a.credit, a.answered_at,
      a.mark_points, a.mark_levels, a.mark_comment, a.marked_at
    FROM test_answers a
    JOIN test_attempts t ON t.instance_id = a.instance_id AND t.id = a.attempt_id
    JOIN units u ON u.instance_id = a.instance_id AND u.id = a.unit_id
    JOIN questions q ON q.instance_id = a.instance_id AND q.id = a.question_id
    WHERE a.instance_id = ${instance} AND a.user_id = ${user} ORDER BY a.attempt_id, a.question_id`,
  test_allowances: (instance, user) => sql<Row>`
    SELECT c.title AS course, u.title AS unit, x.extra AS more_attempts
    FROM test_allowances x
    JOIN courses c ON c.instance_id = x.instance_id AND c.id = x.course_id
    JOIN units u ON u.instance_id = x.instance_id AND u.id = x.unit_id
    WHERE x.instance_id = ${instance} AND x.user_id = ${user} ORDER BY x.unit_id`,
  survey_answers: (instance, user) => sql<Row>`
    SELECT c.title AS course, u.title AS unit, a.answered_at, (
      SELECT jsonb_object_agg(q ->> 'text', CASE jsonb_typeof(a.answers -> (q ->> 'key'))
        WHEN 'array' THEN (SELECT jsonb_agg(o -> 'text') FROM jsonb_array_elements(q -> 'options') o
          WHERE a.answers -> (q ->> 'key') ? (o ->> 'key'))
        ELSE a.answers -> (q ->> 'key') END)
      FROM jsonb_array_elements(u.survey_questions) q) AS answers
    FROM survey_answers a
    JOIN units u ON u.instance_id = a.instance_id AND u.id = a.unit_id
    JOIN courses c ON c.instance_id = u.instance_id AND c.id = u.course_id
    WHERE a.instance_id = ${instance} AND a.user_id = ${user} ORDER BY a.unit_id`,
  anonymous_surveys_answered: (instance, user) => sql<Row>`
    SELECT c.title AS course, u.title AS unit,
      'Anonymous: nobody can tell which answers are of this person.' AS note
    FROM survey_takers t
    JOIN units u ON u.instance_id = t.instance_id AND u.id = t.unit_id
    JOIN courses c ON c.instance_id = u.instance_id AND c.id = u.course_id
    WHERE t.instance_id = ${instance} AND t.user_id = ${user} ORDER BY t.unit_id`,
  submissions: (instance, user) => sql<Row>`
    SELECT c.title AS course, u.title AS unit, s.kind, s.content, f.name AS file, s.state, s.comment, s.created_at, s.reviewed_at
    FROM submissions s
    JOIN courses c ON c.instance_id = s.instance_id AND c.id = s.course_id
    JOIN units u ON u.instance_id = s.instance_id AND u.id = s.unit_id
    LEFT JOIN files f ON f.instance_id = s.instance_id AND f.key = s.file_key
    WHERE s.instance_id = ${instance} AND s.user_id = ${user} ORDER BY s.id`,
  certificates: (instance, user) => sql<Row>`
    SELECT code, number, user_name, drawn_from -> 'values' AS other_values, course_title,
      coalesce((drawn_from ->> 'completed_on')::date, completed_on) AS completed_on, issued_at, expires_on, revoked_at, revoke_reason
    FROM certificates WHERE instance_id = ${instance} AND user_id = ${user} ORDER BY id`,
  package_results: (instance, user) => sql<Row>`
    SELECT c.title AS course, u.title AS unit, r.completion_status, r.success_status, r.score, r.seconds, r.updated_at
    FROM scorm_results r
    JOIN courses c ON c.instance_id = r.instance_id AND c.id = r.course_id
    JOIN units u ON u.instance_id = r.instance_id AND u.id = r.unit_id
    WHERE r.instance_id = ${instance} AND r.user_id = ${user} ORDER BY c.id, u.id`,
  package_attempts: (instance, user) => sql<Row>`
    SELECT u.title AS unit, a.attempt, a.completion_status, a.success_status, a.score_raw, a.total_seconds AS seconds, a.cmi, a.created_at
    FROM scorm_attempts a JOIN units u ON u.instance_id = a.instance_id AND u.id = a.unit_id
    WHERE a.instance_id = ${instance} AND a.user_id = ${user} ORDER BY a.id`,
  package_data: (instance, user) => sql<Row>`
    SELECT c.title AS course, s.kind, s.id, s.value
    FROM scorm_shared s JOIN courses c ON c.instance_id = s.instance_id AND c.id = s.course_id
    WHERE s.instance_id = ${instance} AND s.user_id = ${user} ORDER BY c.id, s.kind, s.id`,
  package_launches: (instance, user) => sql<Row>`
    SELECT u.title AS unit, s.origin, s.expires_at
    FROM scorm_sessions s LEFT JOIN units u ON u.instance_id = s.instance_id AND u.id = s.unit_id
    WHERE s.instance_id = ${instance} AND s.user_id = ${user} ORDER BY s.id`,
  cmi5_registrations: (instance, user) => sql<Row>`
    SELECT r.id, u.title AS unit, r.account_home, r.account_name, r.satisfied
    FROM cmi5_registrations r LEFT JOIN units u ON u.instance_id = r.instance_id AND u.id = r.unit_id
    WHERE r.instance_id = ${instance} AND r.user_id = ${user} ORDER BY r.id`,
  statements: (instance, user) => sql<Row>`
    SELECT id, stored, statement::jsonb AS statement FROM xapi_statements
    WHERE instance_id = ${instance} AND user_id = ${user} ORDER BY sequence`,
  notifications: (instance, user) => sql<Row>`
    SELECT kind, data, created_at, read_at, mailed_at FROM notifications
    WHERE instance_id = ${instance} AND user_id = ${user} ORDER BY id`,
  messages_from_staff: (instance, user) => sql<Row>`
    SELECT a.subject, a.body, a.created_at, p.state FROM announcement_people p
    JOIN announcements a ON a.instance_id = p.instance_id AND a.id = p.announcement_id
    WHERE p.instance_id = ${instance} AND p.user_id = ${user} ORDER BY a.id`,
  messages_sent: (instance, user) => sql<Row>`
    SELECT subject, body, by_mail, in_product, total, created_at FROM announcements
    WHERE instance_id = ${instance} AND created_by = ${user} ORDER BY id`,
  views_of_the_users_list: (instance, user) => sql<Row>`
    SELECT name, filters, columns FROM user_views WHERE instance_id = ${instance} AND user_id = ${user} ORDER BY id`,
  uploads_in_progress: (instance, user) => sql<Row>`
    SELECT name, kind, size, received FROM uploads
    WHERE instance_id = ${instance} AND user_id = ${user} ORDER BY name`,
  course_imports: (instance, user) => sql<Row>`
    SELECT state, stored, total FROM course_imports
    WHERE instance_id = ${instance} AND user_id = ${user} ORDER BY id`,
  report_exports: (instance, user) => sql<Row>`
    SELECT kind, format, request, state FROM report_exports
    WHERE instance_id = ${instance} AND user_id = ${user} ORDER BY id`,
  report_schedules: (instance, user) => sql<Row>`
    SELECT s.name, s.kind, p.outcome, p.outcome_at FROM report_schedule_people p
    JOIN report_schedules s ON s.instance_id = p.instance_id AND s.id = p.schedule_id
    WHERE p.instance_id = ${instance} AND p.user_id = ${user} ORDER BY s.id`,
  api_keys: (instance, user) => sql<Row>`
    SELECT name, role, last_used_at, revoked_at FROM api_keys
    WHERE instance_id = ${instance} AND created_by = ${user} ORDER BY id`,
  provisioning_tokens: (instance, user) => sql<Row>`
    SELECT name, prefix, created_at, last_used_at, expires_at, revoked_at FROM scim_tokens
    WHERE instance_id = ${instance} AND created_by = ${user} ORDER BY id`,
  identity_provider: (instance, user) => sql<Row>`
    SELECT external_id FROM scim_users WHERE instance_id = ${instance} AND user_id = ${user}`,
  provisioning: (instance, user) => sql<Row>`
    SELECT created_at, method, resource_name, status, detail FROM scim_log
    WHERE instance_id = ${instance} AND resource = 'User' AND resource_id = ${user} ORDER BY id`,
  accepted_terms: (instance, user) => sql<Row>`
    SELECT version, accepted_at FROM terms_acceptances
    WHERE instance_id = ${instance} AND user_id = ${user} ORDER BY version`,
  activity: (instance, user) => sql<Row>`
    SELECT a.kind, c.title AS course, u.title AS unit, a.created_at FROM activity a
    LEFT JOIN courses c ON c.instance_id = a.instance_id AND c.id = a.course_id
    LEFT JOIN units u ON u.instance_id = a.instance_id AND u.id = a.unit_id
    WHERE a.instance_id = ${instance} AND a.user_id = ${user} ORDER BY a.id`,
  sessions: (instance, user) => sql<Row>`
    SELECT address, user_agent, created_at, last_used_at, expires_at FROM sessions
    WHERE instance_id = ${instance} AND user_id = ${user} ORDER BY created_at`,
  devices: (instance, user) => sql<Row>`
    SELECT first_used_at FROM known_devices
    WHERE instance_id = ${instance} AND user_id = ${user} ORDER BY first_used_at`,
  email_change: (instance, user) => sql<Row>`
    SELECT old_email, new_email, created_at, done_at, expires_at FROM email_changes
    WHERE instance_id = ${instance} AND user_id = ${user}`,
  remembered_devices: (instance, user) => sql<Row>`
    SELECT host, address, user_agent, created_at, last_used_at, expires_at FROM remembered_devices
    WHERE instance_id = ${instance} AND user_id = ${user} ORDER BY created_at`,
  passkeys: (instance, user) => sql<Row>`
    SELECT name, host, created_at, last_used_at FROM passkeys
    WHERE instance_id = ${instance} AND user_id = ${user} ORDER BY id`,
  identity_providers: (instance, user) => sql<Row>`
    SELECT p.name AS provider, l.issuer, l.subject, l.created_at, l.last_used_at
    FROM identity_links l JOIN identity_providers p ON p.instance_id = l.instance_id AND p.id = l.provider_id
    WHERE l.instance_id = ${instance} AND l.user_id = ${user} ORDER BY p.id`,
  changes_of_the_account: (instance, user) => sql<Row>`
    SELECT action, actor_name, changes, created_at FROM audit_log
    WHERE instance_id = ${instance} AND subject_type = 'user' AND subject_id = ${user} ORDER BY id`,
  own_changes: (instance, user) => sql<Row>`
    SELECT action, subject_type, subject_name, address, created_at FROM audit_log
    WHERE instance_id = ${instance} AND actor_id = ${user} ORDER BY id`,
};
