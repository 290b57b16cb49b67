import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { personIsActive } from "../../access/session.ts";
import { toLikePattern } from "../../db/like.ts";
import { limitAndOffset, type PageOptions } from "../../db/page.ts";
import { selectExpiry, selectLastCompletion, VALIDITY } from "../certificates/expiry.service.ts";
import type { Trigger } from "./automation-kinds.ts";

type Viewing = Reach<"user.view">;

const TODAY = sql`(now() AT TIME ZONE i.time_zone)::date`;

/** Whom an automation would touch. */
export interface Candidate {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  /** What it is about, such as the course that is overdue. */
  about: string | null;
  /** The day of a trigger of time, yyyy-mm-dd. */
  on: string | null;
}

interface Looking {
  trigger: Trigger;
  /** Which users are meant, as a condition on `u`. */
  meant: RawBuilder<unknown>;
  /** Whether the conditions say themselves whether people are active; only active ones are meant otherwise. */
  includesInactive: boolean;
}

/** Joins the object `o` of a trigger, which has not been deleted: nothing happens in a deleted one. */
const ofExisting = (table: "branches" | "groups" | "courses" | "learning_paths", id: string) =>
  sql`JOIN ${sql.table(table)} o ON o.instance_id = u.instance_id AND o.id = ${sql.ref(id)} AND o.deleted_at IS NULL`;

/**
 * Selects the people to whom a trigger applies now with the occurrence that makes it the same event: for a trigger of
 * time the people it is time for; for a change those who are in the state that follows it, or could leave it.
 */
function selectCandidates(reach: Viewing, { trigger, meant, includesInactive }: Looking): RawBuilder<unknown> {
  const { kind, objectId, days } = trigger;
  const is = (column: string) => (objectId === null ? sql`true` : sql`${sql.ref(column)} = ${objectId}`);
  const people = sql`users u JOIN instances i ON i.id = u.instance_id AND i.deleted_at IS NULL`;
  const where = sql`WHERE u.instance_id = ${reach.instanceId} AND ${includesInactive ? sql`true` : personIsActive} AND ${meant}`;
  const none = sql`'' AS occurrence`;
  switch (kind) {
    case "person_created":
      return sql`SELECT u.id, ${none}, '{}'::jsonb AS data FROM ${people} ${where}`;
    case "branch_joined":
    case "branch_left":
      return sql`SELECT u.id, ${none}, jsonb_build_object('branch_id', m.branch_id) AS data FROM ${people}
        JOIN branch_users m ON m.instance_id = u.instance_id AND m.user_id = u.id AND ${is("m.branch_id")}
        ${ofExisting("branches", "m.branch_id")} ${where}`;
    case "group_joined":
    case "group_left":
      return sql`SELECT u.id, ${none}, jsonb_build_object('group_id', m.group_id) AS data FROM ${people}
        JOIN group_users m ON m.instance_id = u.instance_id AND m.user_id = u.id AND ${is("m.group_id")}
        ${ofExisting("groups", "m.group_id")} ${where}`;
    case "field_changed":
      return sql`SELECT u.id, ${none}, jsonb_build_object('field_id', v.field_id) AS data FROM ${people}
        JOIN user_field_values v ON v.instance_id = u.instance_id AND v.user_id = u.id AND ${is("v.field_id")} ${where}`;
    case "course_completed":
    case "course_failed":
      return sql`SELECT u.id, ${none}, jsonb_build_object('course_id', e.course_id) AS data FROM ${people}
        JOIN enrolments e ON e.instance_id = u.instance_id AND e.user_id = u.id AND ${is("e.course_id")}
          AND ${kind === "course_completed" ? sql`e.completed_at IS NOT NULL` : sql`e.completed_at IS NULL`}
        ${ofExisting("courses", "e.course_id")} ${where}`;
    case "path_completed":
    case "path_failed":
      return sql`SELECT u.id, ${none}, jsonb_build_object('path_id', m.path_id) AS data FROM ${people}
        JOIN learning_path_people m ON m.instance_id = u.instance_id AND m.user_id = u.id AND ${is("m.path_id")}
          AND m.ended_at IS NULL AND ${kind === "path_completed" ? sql`m.completed_at IS NOT NULL` : sql`m.completed_at IS NULL`}
        ${ofExisting("learning_paths", "m.path_id")} ${where}`;
    case "certificate_expiring":
      return sql`
        SELECT x.id, 'certificate:' || x.course_id || ':' || x.expires_on AS occurrence,
          jsonb_build_object('course_id', x.course_id, 'on', x.expires_on) AS data
        FROM (SELECT u.id, e.course_id, ${selectLastCompletion("e")} AS completed_on, ${selectExpiry()} AS expires_on,
            ${TODAY} AS today FROM ${people}
          JOIN enrolments e ON e.instance_id = u.instance_id AND e.user_id = u.id AND ${is("e.course_id")}
            -- Roughly, so that few rows are compared by day.
            AND coalesce(e.completed_at, e.completed_before) < now() - ${VALIDITY} + make_interval(days => ${days}::integer + 2)
          ${ofExisting("courses", "e.course_id")} ${where}) x
        WHERE x.expires_on BETWEEN x.today AND x.today + ${days}::integer
          AND NOT EXISTS (SELECT FROM certificates k WHERE k.instance_id = ${reach.instanceId} AND k.user_id = x.id
            AND k.course_id = x.course_id AND k.revoked_at IS NOT NULL AND k.ended_at IS NULL AND k.completed_on = x.completed_on)`;
    case "path_certificate_expiring":
      return sql`
        SELECT u.id, 'path_certificate:' || v.path_id || ':' || v.expires_on AS occurrence,
          jsonb_build_object('path_id', v.path_id, 'on', v.expires_on) AS data FROM ${people}
        JOIN path_certifications v ON v.instance_id = u.instance_id AND v.user_id = u.id AND ${is("v.path_id")}
          AND v.revoked_at IS NULL AND v.expires_on BETWEEN ${TODAY} AND ${TODAY} + ${days}::integer ${where}`;
    case "not_signed_in":
      return sql`
        SELECT x.id, 'idle:' || x.since AS occurrence, jsonb_build_object('on', x.since) AS data
        FROM (SELECT u.id, greatest(
            (coalesce(s.last_at, s.counted_from, u.created_at) AT TIME ZONE i.time_zone)::date,
            (SELECT max(d.day) FROM daily_time d WHERE d.instance_id = u.instance_id AND d.user_id = u.id)) AS since,
            ${TODAY} AS today
          FROM ${people} LEFT JOIN sign_ins s ON s.instance_id = u.instance_id AND s.user_id = u.id
          ${where} AND (coalesce(s.last_at, s.counted_from, u.created_at) AT TIME ZONE i.time_zone)::date
            <= ${TODAY} - ${days}::integer) x
        WHERE x.since <= x.today - ${days}::integer`;
    case "course_overdue":
      return sql`SELECT u.id, 'due:' || e.course_id || ':' || e.due_on AS occurrence,
          jsonb_build_object('course_id', e.course_id, 'on', e.due_on) AS data FROM ${people}
        JOIN enrolments e ON e.instance_id = u.instance_id AND e.user_id = u.id AND ${is("e.course_id")}
          AND e.completed_at IS NULL AND e.due_on < ${TODAY}
        ${ofExisting("courses", "e.course_id")} AND o.status = 'published' ${where}`;
    case "path_overdue":
      return sql`SELECT u.id, 'path_due:' || m.path_id || ':' || m.due_on AS occurrence,
          jsonb_build_object('path_id', m.path_id, 'on', m.due_on) AS data FROM ${people}
        JOIN learning_path_people m ON m.instance_id = u.instance_id AND m.user_id = u.id AND ${is("m.path_id")}
          AND m.completed_at IS NULL AND m.ended_at IS NULL AND m.due_on < ${TODAY}
        ${ofExisting("learning_paths", "m.path_id")} AND o.status = 'published' ${where}`;
  }
}

/** Limits candidates `x` to occurrences that an automation has not handled. */
const notHandled = (reach: Viewing, automationId: number | null) =>
  automationId === null
    ? sql`true`
    : sql`NOT EXISTS (SELECT FROM automation_runs r WHERE r.instance_id = ${reach.instanceId}
        AND r.automation_id = ${automationId} AND r.user_id = x.id AND r.occurrence = x.occurrence)`;

/** Returns a page of the candidates with their number; one row for each thing it is about. */
export async function getPageOfCandidates(
  reach: Viewing,
  looking: Looking,
  automationId: number | null,
  page: PageOptions,
): Promise<{ total: number; people: number; rows: Candidate[] }> {
  const pattern = toLikePattern(page.search?.trim().toLowerCase());
  const found = sql`
    WITH x AS MATERIALIZED (${selectCandidates(reach, looking)}), found AS MATERIALIZED (
      SELECT x.*, u.first_name, u.last_name, u.email FROM x
      JOIN users u ON u.instance_id = ${reach.instanceId} AND u.id = x.id
      WHERE ${notHandled(reach, automationId)} AND ${pattern === null ? sql`true` : sql`u.search LIKE ${pattern}`}
    )`;
  const { rows: counts } = await sql<{ total: number; people: number }>`
    ${found} SELECT count(*) AS total, count(DISTINCT id) AS people FROM found`.execute(reach.db);
  const { rows } = await sql<Candidate>`
    ${found}
    SELECT f.id, f.first_name, f.last_name, f.email, f.data ->> 'on' AS on, coalesce(
      (SELECT c.title FROM courses c WHERE c.instance_id = ${reach.instanceId} AND c.id = (f.data ->> 'course_id')::integer),
      (SELECT l.title FROM learning_paths l WHERE l.instance_id = ${reach.instanceId} AND l.id = (f.data ->> 'path_id')::integer),
      (SELECT g.name FROM groups g WHERE g.instance_id = ${reach.instanceId} AND g.id = (f.data ->> 'group_id')::integer),
      (SELECT b.name FROM branches b WHERE b.instance_id = ${reach.instanceId} AND b.id = (f.data ->> 'branch_id')::integer)) AS about
    FROM found f ORDER BY f.last_name COLLATE people, f.first_name COLLATE people, f.id, f.data ${limitAndOffset(page)}`.execute(
    reach.db,
  );
  return { ...counts[0]!, rows };
}

/** Writes the events of a trigger of time for everybody it is time for and who has none yet. @returns how many */
export async function insertEvents(reach: Viewing, automationId: number, looking: Looking): Promise<number> {
  const { rows } = await sql<{ inserted: number }>`
    WITH x AS MATERIALIZED (${selectCandidates(reach, looking)}), fresh AS (
      INSERT INTO automation_events (instance_id, automation_id, user_id, occurrence, data)
      SELECT ${reach.instanceId}, ${automationId}::integer, x.id, x.occurrence, x.data FROM x
      WHERE ${notHandled(reach, automationId)}
      ON CONFLICT (instance_id, automation_id, user_id, occurrence) DO NOTHING
      RETURNING 1
    )
    SELECT count(*) AS inserted FROM fresh`.execute(reach.db);
  return rows[0]!.inserted;
}

/** Returns which of these users an automation means. */
export async function keepMeant(
  reach: Viewing,
  userIds: readonly number[],
  { meant, includesInactive }: Omit<Looking, "trigger">,
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT u.id FROM users u JOIN instances i ON i.id = u.instance_id AND i.deleted_at IS NULL
    WHERE u.instance_id = ${reach.instanceId} AND u.id = ANY (${[...userIds]}::integer[])
      AND ${includesInactive ? sql`true` : personIsActive} AND ${meant}`.execute(reach.db);
  return new Set(rows.map(({ id }) => id));
}
