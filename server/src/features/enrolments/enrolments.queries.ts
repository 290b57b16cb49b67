import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { ofListedUser } from "../../access/scope.ts";
import { type DueRule, selectToday } from "../due-dates/due.service.ts";

/** A user and a course. */
export interface Pair {
  user_id: number;
  course_id: number;
}

/**
 * Why users are enrolled. A group has the rule for the due date itself, and a learning path the date of each user;
 * without a rule, the course's applies.
 */
export type Source =
  | { kind: "person"; due?: DueRule | null }
  | { kind: "group"; groupId: number }
  | { kind: "path"; pathId: number };

/** Which users and courses; all of them if omitted. */
export interface Part {
  userIds?: readonly number[];
  courseIds?: readonly number[];
}

/** What a group or a learning path gives. */
export type Share = Part & ({ groupId: number } | { pathId: number });

/** Enrols each user in each course and adds the source. @returns new enrolments */
export async function insertEnrolments(
  reach: Reach,
  userIds: readonly number[],
  courseIds: readonly number[],
  source: Source,
): Promise<Pair[]> {
  const groupId = source.kind === "group" ? source.groupId : 0;
  const pathId = source.kind === "path" ? source.pathId : 0;
  const due = (source.kind === "person" && source.due) || { on: null, days: null };
  const { rows } = await sql<Pair>`
    WITH due AS MATERIALIZED (SELECT ${selectToday(reach.instanceId)} AS today), pairs AS (
      SELECT u.id AS user_id, c.id AS course_id,
        coalesce(${due.on}::date, due.today + ${due.days}::integer, p.due_on, g.due_on, due.today + g.due_days,
          due.today + c.due_days) AS due_on
      FROM due, users u
      LEFT JOIN learning_path_people p ON p.instance_id = u.instance_id AND p.user_id = u.id AND p.path_id = ${pathId}::integer,
      courses c
      LEFT JOIN group_courses g ON g.instance_id = c.instance_id AND g.course_id = c.id AND g.group_id = ${groupId}::integer
      WHERE u.instance_id = ${reach.instanceId} AND u.id = ANY (${[...userIds]}) AND u.deleted_at IS NULL
        AND c.instance_id = ${reach.instanceId} AND c.id = ANY (${[...courseIds]}) AND c.deleted_at IS NULL
    ), fresh AS (
      INSERT INTO enrolments (instance_id, user_id, course_id, due_on)
      SELECT ${reach.instanceId}, user_id, course_id, due_on FROM pairs
      ON CONFLICT DO NOTHING
      RETURNING user_id, course_id
    ), noted AS (
      INSERT INTO enrolment_sources (instance_id, user_id, course_id, source, group_id, added_by, due_on)
      SELECT ${reach.instanceId}, user_id, course_id, ${source.kind}, ${getSourceId(source)}::integer, ${reach.userId}::integer, due_on
      FROM pairs
      ON CONFLICT (instance_id, user_id, course_id, source, group_id) DO UPDATE SET due_on = excluded.due_on
        WHERE ${due.on !== null || due.days !== null}
    ), notified AS (
      INSERT INTO activity (instance_id, user_id, actor_id, kind, course_id)
      SELECT ${reach.instanceId}, user_id, ${reach.userId}::integer, 'enrolled', course_id FROM fresh
      RETURNING id
    )
    SELECT user_id, course_id FROM fresh`.execute(reach.db);
  return rows;
}

/**
 * Gives enrolments the earliest due date of their sources, except for those whose date was set by hand. For a change of
 * sources of users who were enrolled before.
 */
export async function refreshDueDates(
  reach: Reach,
  userIds: readonly number[],
  courseIds: readonly number[],
): Promise<void> {
  await sql`
    UPDATE enrolments e SET due_on = ${earliestDue}
    WHERE e.instance_id = ${reach.instanceId} AND e.user_id = ANY (${[...userIds]}::integer[])
      AND e.course_id = ANY (${[...courseIds]}::integer[]) AND e.due_set_at IS NULL
      AND e.due_on IS DISTINCT FROM ${earliestDue}`.execute(reach.db);
}

/** Gives the sources of a group for a course the due date of its rule. @returns the users with the source */
export async function applyGroupRule(reach: Reach, groupId: number, courseId: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    UPDATE enrolment_sources s
    SET due_on = coalesce(g.due_on, (s.added_at AT TIME ZONE i.time_zone)::date + coalesce(g.due_days, c.due_days))
    FROM group_courses g, courses c, instances i
    WHERE s.instance_id = ${reach.instanceId} AND s.source = 'group' AND s.group_id = ${groupId} AND s.course_id = ${courseId}
      AND g.instance_id = ${reach.instanceId} AND g.group_id = s.group_id AND g.course_id = s.course_id
      AND c.instance_id = ${reach.instanceId} AND c.id = s.course_id AND i.id = ${reach.instanceId}
    RETURNING s.user_id`.execute(reach.db);
  return rows.map(({ user_id }) => user_id);
}

/** Selects the earliest due date of the sources of the enrolment `e`. */
export const earliestDue = sql<string | null>`(SELECT min(s.due_on) FROM enrolment_sources s
  WHERE s.instance_id = e.instance_id AND s.user_id = e.user_id AND s.course_id = e.course_id)`;

/** Lists the titles of courses, for notifications. */
export function listTitles(reach: Reach, courseIds: readonly number[]): Promise<{ id: number; title: string }[]> {
  return reach.db
    .selectFrom("courses")
    .select(["id", "title"])
    .where("instance_id", "=", reach.instanceId)
    .where((eb) => eb("id", "=", eb.fn.any(eb.val([...courseIds]))))
    .execute();
}

/** Gives the sources of a learning path the due dates of its people. */
export async function applyPathDates(reach: Reach, pathId: number, userIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE enrolment_sources s SET due_on = p.due_on
    FROM learning_path_people p
    WHERE s.instance_id = ${reach.instanceId} AND s.source = 'path' AND s.group_id = ${pathId}
      AND s.user_id = ANY (${[...userIds]}::integer[])
      AND p.instance_id = ${reach.instanceId} AND p.path_id = ${pathId} AND p.user_id = s.user_id
      AND p.due_on IS NOT NULL AND s.due_on IS DISTINCT FROM p.due_on`.execute(reach.db);
}

/** Makes enrolments that are started, and of which a learning path is a source, ones that the caller assigned. */
export async function adoptStarted(reach: Reach, pathId: number, courseIds: readonly number[]): Promise<void> {
  await sql`
    INSERT INTO enrolment_sources (instance_id, user_id, course_id, source, added_by, due_on)
    SELECT s.instance_id, s.user_id, s.course_id, 'person', ${reach.userId}::integer, s.due_on
    FROM enrolment_sources s
    JOIN enrolments e ON e.instance_id = s.instance_id AND e.user_id = s.user_id AND e.course_id = s.course_id
    WHERE s.instance_id = ${reach.instanceId} AND s.source = 'path' AND s.group_id = ${pathId}
      AND s.course_id = ANY (${[...courseIds]}::integer[]) AND ${isStarted("e")}
    ON CONFLICT DO NOTHING`.execute(reach.db);
}

/** Selects whether a learner has done anything in the enrolment `alias`. */
export const isStarted = (alias: string) =>
  sql<boolean>`(${sql.ref(`${alias}.started_at`)} IS NOT NULL OR ${sql.ref(`${alias}.completed_at`)} IS NOT NULL
    OR ${sql.ref(`${alias}.units_completed`)} > 0)`;

/** Removes the group or path as a source. @returns its enrolments, and whether each has no other source */
export async function deleteSources(
  reach: Reach,
  share: Share,
): Promise<(Pair & { had_due: boolean; is_last: boolean })[]> {
  const { rows } = await sql<Pair & { had_due: boolean; is_last: boolean }>`
    WITH gone AS (
      DELETE FROM enrolment_sources s WHERE ${ofShare(reach, share)} RETURNING s.user_id, s.course_id, s.due_on
    )
    SELECT g.user_id, g.course_id, g.due_on IS NOT NULL AS had_due, NOT EXISTS (SELECT FROM enrolment_sources o
      WHERE o.instance_id = ${reach.instanceId} AND o.user_id = g.user_id AND o.course_id = g.course_id
        AND (o.source, o.group_id) <> (${getKind(share)}, ${getSourceId(share)}::integer)) AS is_last
    FROM gone g`.execute(reach.db);
  return rows;
}

/** The effect of removing a group or path as a source; one enrolment may stay for several sources. */
export interface Withdrawal {
  ends: number;
  keeps: number;
  /** Of the remaining enrolments: started by the learner, assigned by a user, given by another group or path. */
  self: number;
  person: number;
  group: number;
}

/** Counts the enrolments that end when a source of them goes, those that stay, and by which other sources. */
export async function measureWithdrawal(reach: Reach, share: Share): Promise<Withdrawal> {
  const { rows } = await sql<Withdrawal>`
    SELECT
      count(*) FILTER (WHERE NOT (self OR person OR "group")) AS ends,
      count(*) FILTER (WHERE self OR person OR "group") AS keeps,
      count(*) FILTER (WHERE self) AS self,
      count(*) FILTER (WHERE person) AS person,
      count(*) FILTER (WHERE "group") AS "group"
    FROM (
      SELECT
        coalesce(bool_or(o.source = 'self'), false) AS self,
        coalesce(bool_or(o.source = 'person'), false) AS person,
        coalesce(bool_or(o.source IN ('group', 'path')), false) AS "group"
      FROM enrolment_sources s
      LEFT JOIN enrolment_sources o ON o.instance_id = s.instance_id AND o.user_id = s.user_id AND o.course_id = s.course_id
        AND (o.source, o.group_id) <> (s.source, s.group_id)
      WHERE ${ofShare(reach, share)}
      GROUP BY s.user_id, s.course_id) each`.execute(reach.db);
  return rows[0]!;
}

/** Locks those of these courses that have a capacity, so that parallel assignments cannot both take the last place. */
export async function lockLimited(reach: Reach, courseIds: readonly number[]): Promise<void> {
  await sql`
    SELECT FROM courses WHERE instance_id = ${reach.instanceId} AND id = ANY (${[...courseIds]}) AND capacity IS NOT NULL
    ORDER BY id FOR NO KEY UPDATE`.execute(reach.db);
}

/** Lists those of these courses with more users than places. Deleted users take none. */
export async function listOverfull(
  reach: Reach,
  courseIds: readonly number[],
): Promise<{ title: string; capacity: number; people: number }[]> {
  const { rows } = await sql<{ title: string; capacity: number; people: number }>`
    SELECT c.title, c.capacity, count(e.user_id) AS people
    FROM courses c JOIN enrolments e ON e.instance_id = c.instance_id AND e.course_id = c.id
    WHERE c.instance_id = ${reach.instanceId} AND c.id = ANY (${[...courseIds]}) AND c.capacity IS NOT NULL
      AND ${ofListedUser(reach.instanceId, "e.user_id")}
    GROUP BY c.id, c.title, c.capacity HAVING count(e.user_id) > c.capacity
    ORDER BY c.title`.execute(reach.db);
  return rows;
}

function ofShare(reach: Reach, share: Share) {
  const conditions = [
    sql`s.instance_id = ${reach.instanceId}`,
    sql`s.source = ${getKind(share)}`,
    sql`s.group_id = ${getSourceId(share)}`,
  ];
  if (share.userIds) conditions.push(sql`s.user_id = ANY (${[...share.userIds]})`);
  if (share.courseIds) conditions.push(sql`s.course_id = ANY (${[...share.courseIds]})`);
  return sql.join(conditions, sql` AND `);
}

const getKind = (share: Share): Source["kind"] => ("groupId" in share ? "group" : "path");

/** Returns the group or path of a source, which `group_id` stores; 0 for a person. */
export function getSourceId(of: object): number {
  if ("groupId" in of) return Number(of.groupId);
  return "pathId" in of ? Number(of.pathId) : 0;
}
