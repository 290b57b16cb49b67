import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import type { Db } from "../../db/client.ts";

export interface ExportRow {
  id: number;
  state: "waiting" | "done" | "failed";
  file_key: string | null;
  created_at: Date;
}

const COLUMNS = ["id", "state", "file_key", "created_at"] as const;

export async function insertExport(reach: Reach, userId: number): Promise<ExportRow> {
  const row = await reach.db
    .insertInto("personal_data_exports")
    .values({ instance_id: reach.instanceId, user_id: userId, requested_by: reach.userId })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return row as ExportRow;
}

/** Finds the latest copy of a user's data that the caller requested. */
export async function findLatest(reach: Reach, userId: number): Promise<ExportRow | undefined> {
  const row = await reach.db
    .selectFrom("personal_data_exports")
    .where("instance_id", "=", reach.instanceId)
    .where("user_id", "=", userId)
    .where("requested_by", "=", reach.userId)
    .select(COLUMNS)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row as ExportRow | undefined;
}

export function findWaiting(db: Db, instanceId: number, id: number) {
  return db
    .selectFrom("personal_data_exports")
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .select(["user_id", "requested_by"])
    .executeTakeFirst();
}

export async function finish(db: Db, instanceId: number, id: number, fileKey: string | null): Promise<void> {
  await db
    .updateTable("personal_data_exports")
    .set({ state: fileKey === null ? "failed" : "done", file_key: fileKey })
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .execute();
}

/** Deletes copies that are some days old; the sweep of the files then deletes their bytes. */
export async function deleteOld(db: Db, instanceId: number, days: number): Promise<void> {
  await sql`
    DELETE FROM personal_data_exports
    WHERE instance_id = ${instanceId} AND created_at < now() - make_interval(days => ${days})`.execute(db);
}

export type Row = Record<string, unknown>;

/** Everything that is stored about a user, by topic; each is read in one statement. */
export const TOPICS: Readonly<Record<string, (instanceId: number, userId: number) => ReturnType<typeof sql<Row>>>> = {
  profile: (instance, user) => sql<Row>`
    SELECT id, first_name, last_name, email, role, language, is_active, is_primary, email_notifications, deactivate_at, created_at, updated_at
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
    SELECT c.title AS course, e.assigned_at, e.started_at, e.completed_at, e.attempt, e.units_completed, e.time_spent AS seconds
    FROM enrolments e JOIN courses c ON c.instance_id = e.instance_id AND c.id = e.course_id
    WHERE e.instance_id = ${instance} AND e.user_id = ${user} ORDER BY c.id`,
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
    SELECT c.title AS course, u.title AS unit, q.question, r.response, r.is_correct, r.updated_at
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
  submissions: (instance, user) => sql<Row>`
    SELECT c.title AS course, u.title AS unit, s.kind, s.content, f.name AS file, s.state, s.comment, s.created_at, s.reviewed_at
    FROM submissions s
    JOIN courses c ON c.instance_id = s.instance_id AND c.id = s.course_id
    JOIN units u ON u.instance_id = s.instance_id AND u.id = s.unit_id
    LEFT JOIN files f ON f.instance_id = s.instance_id AND f.key = s.file_key
    WHERE s.instance_id = ${instance} AND s.user_id = ${user} ORDER BY s.id`,
  certificates: (instance, user) => sql<Row>`
    SELECT code, user_name, course_title, completed_on, issued_at, expires_on, revoked_at, revoke_reason
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
  statements: (instance, user) => sql<Row>`
    SELECT id, stored, statement::jsonb AS statement FROM xapi_statements
    WHERE instance_id = ${instance} AND user_id = ${user} ORDER BY sequence`,
  notifications: (instance, user) => sql<Row>`
    SELECT kind, data, created_at, read_at, mailed_at FROM notifications
    WHERE instance_id = ${instance} AND user_id = ${user} ORDER BY id`,
  activity: (instance, user) => sql<Row>`
    SELECT a.kind, c.title AS course, u.title AS unit, a.created_at FROM activity a
    LEFT JOIN courses c ON c.instance_id = a.instance_id AND c.id = a.course_id
    LEFT JOIN units u ON u.instance_id = a.instance_id AND u.id = a.unit_id
    WHERE a.instance_id = ${instance} AND a.user_id = ${user} ORDER BY a.id`,
  sessions: (instance, user) => sql<Row>`
    SELECT address, user_agent, created_at, expires_at FROM sessions
    WHERE instance_id = ${instance} AND user_id = ${user} ORDER BY created_at`,
  changes_of_the_account: (instance, user) => sql<Row>`
    SELECT action, actor_name, changes, created_at FROM audit_log
    WHERE instance_id = ${instance} AND subject_type = 'user' AND subject_id = ${user} ORDER BY id`,
  own_changes: (instance, user) => sql<Row>`
    SELECT action, subject_type, subject_name, address, created_at FROM audit_log
    WHERE instance_id = ${instance} AND actor_id = ${user} ORDER BY id`,
};

export interface OwnFile {
  key: string;
  name: string;
  size: number;
}

/** Lists the files that a user has handed in. */
export async function listFiles(db: Db, instanceId: number, userId: number): Promise<OwnFile[]> {
  const { rows } = await sql<OwnFile>`
    SELECT f.key, f.name, f.size FROM files f
    WHERE f.instance_id = ${instanceId} AND (f.uploaded_by = ${userId} AND f.purpose = 'assignment'
      OR f.key IN (SELECT file_key FROM submissions WHERE instance_id = ${instanceId} AND user_id = ${userId})
      OR f.key IN (SELECT file_key FROM responses WHERE instance_id = ${instanceId} AND user_id = ${userId}))
    ORDER BY f.key`.execute(db);
  return rows;
}
