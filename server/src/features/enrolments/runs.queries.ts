import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { outranks, RANK } from "../../access/permissions.ts";
import { personIsActive } from "../../access/session.ts";
import { isMember, courseInScope, userInScope, userIsActive, userLanguage } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import { toLikePattern } from "../../db/like.ts";
import type { Language } from "../../i18n/translate.ts";
import type { DueRule } from "../due-dates/due.service.ts";
import type { Pair } from "./enrolments.queries.ts";

type Managing = Reach<"enrolment.manage">;

/**
 * Which people are to be enrolled: those chosen, and those of the groups and branches; everybody, if that is chosen.
 * `search` and `role` leave others out.
 */
export interface PeopleFilter {
  user_ids?: readonly number[] | null | undefined;
  group_ids?: readonly number[] | null | undefined;
  branch_ids?: readonly number[] | null | undefined;
  everybody?: boolean | null | undefined;
  search?: string | null | undefined;
  role?: string | null | undefined;
}

export type RunRow = NonNullable<Awaited<ReturnType<typeof findRun>>>;

/**
 * Finds an enrolment of many in a course of the reach: the caller's own, or of people whom the caller could enrol, all of
 * them in the reach and at or below the caller's rank.
 */
export function findRun(reach: Managing, id: number) {
  return reach.db
    .selectFrom("enrolment_runs as r")
    .innerJoin("courses as c", (join) =>
      join.onRef("c.instance_id", "=", "r.instance_id").onRef("c.id", "=", "r.course_id"),
    )
    .where("r.instance_id", "=", reach.instanceId)
    .where("r.id", "=", id)
    .where(courseInScope(reach, "r.course_id"))
    .where((eb) => eb.or([eb("r.created_by", "=", reach.userId), eb.not(hasForeign(reach))]))
    .select(["r.id", "r.course_id", "c.title", "r.total", "r.done", "r.problem", "r.undone_at"])
    .select((eb) =>
      eb
        .selectFrom("enrolment_run_people as p")
        .whereRef("p.instance_id", "=", "r.instance_id")
        .whereRef("p.run_id", "=", "r.id")
        .where("p.is_new", "=", true)
        .select((count) => count.fn.countAll<number>().as("count"))
        .as("enrolled"),
    )
    .executeTakeFirst();
}

/** Tells whether a run `r` has people who are outside of the reach, or above the caller's rank. */
const hasForeign = (reach: Managing) => sql<boolean>`EXISTS (
  SELECT FROM enrolment_run_people p JOIN users u ON u.instance_id = p.instance_id AND u.id = p.user_id
  WHERE p.instance_id = ${reach.instanceId} AND p.run_id = r.id
    AND (u.role = ANY (${RANK.filter((role) => outranks(role, reach.role))}::text[]) OR NOT ${userInScope(reach, "u.id")}))`;

/** Counts the people whom a filter means, and those of them who are enrolled in the course. */
export async function countMeant(
  reach: Managing,
  courseId: number,
  filter: PeopleFilter,
): Promise<{ total: number; enrolled: number }> {
  const { rows } = await sql<{ total: number; enrolled: number }>`
    SELECT count(*) AS total, count(e.user_id) AS enrolled
    FROM users u JOIN instances i ON i.id = u.instance_id
    LEFT JOIN enrolments e ON e.instance_id = u.instance_id AND e.user_id = u.id AND e.course_id = ${courseId}
    WHERE ${isMeant(reach, filter)}`.execute(reach.db);
  return rows[0]!;
}

/** Stores an enrolment of the people whom a filter means now. @returns its id and how many they are */
export async function insertRun(
  reach: Managing,
  courseId: number,
  filter: PeopleFilter,
  due: DueRule | null,
): Promise<{ id: number; total: number }> {
  const { rows } = await sql<{ id: number; total: number }>`
    WITH meant AS MATERIALIZED (
      SELECT u.id FROM users u JOIN instances i ON i.id = u.instance_id WHERE ${isMeant(reach, filter)}
    ),
    run AS (
      INSERT INTO enrolment_runs (instance_id, course_id, created_by, total, due_on, due_days)
      SELECT ${reach.instanceId}, ${courseId}, ${reach.userId}, count(*), ${due?.on ?? null}::date, ${due?.days ?? null}::integer
      FROM meant
      RETURNING id, total
    ), people AS (
      INSERT INTO enrolment_run_people (instance_id, run_id, user_id)
      SELECT ${reach.instanceId}, run.id, meant.id FROM run, meant
    )
    SELECT id, total FROM run`.execute(reach.db);
  return rows[0]!;
}

/** Locks a run and returns the next people who wait in it; null when it was undone or has failed. */
export async function takeWaiting(
  reach: Managing,
  runId: number,
  most: number,
): Promise<{ courseId: number; userIds: number[]; due: DueRule | null } | null> {
  const run = await reach.db
    .selectFrom("enrolment_runs")
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", runId)
    .where("undone_at", "is", null)
    .where("problem", "is", null)
    .select(["course_id", "due_on", "due_days"])
    .forUpdate()
    .executeTakeFirst();
  if (!run) return null;
  const people = await reach.db
    .selectFrom("enrolment_run_people")
    .where("instance_id", "=", reach.instanceId)
    .where("run_id", "=", runId)
    .where("is_new", "is", null)
    .select("user_id")
    .orderBy("user_id")
    .limit(most)
    .execute();
  const hasRule = run.due_on !== null || run.due_days !== null;
  return {
    courseId: run.course_id,
    userIds: people.map(({ user_id }) => user_id),
    due: hasRule ? { on: run.due_on, days: run.due_days } : null,
  };
}

/** A run in which people still wait, with who started it and their language. */
export interface OpenRun {
  id: number;
  created_by: number | null;
  language: Language | null;
}

/** Lists the runs in which people still wait. */
export async function listOpen(db: Db, instanceId: number): Promise<OpenRun[]> {
  const { rows } = await sql<OpenRun>`
    SELECT r.id, r.created_by, CASE WHEN u.id IS NOT NULL THEN ${userLanguage(instanceId)} END AS language
    FROM enrolment_runs r
    JOIN instances i ON i.id = r.instance_id
    LEFT JOIN users u ON u.instance_id = r.instance_id AND u.id = r.created_by
    WHERE r.instance_id = ${instanceId} AND r.undone_at IS NULL AND r.problem IS NULL AND r.done < r.total
      AND EXISTS (SELECT FROM enrolment_run_people p
        WHERE p.instance_id = ${instanceId} AND p.run_id = r.id AND p.is_new IS NULL)
    ORDER BY r.id`.execute(db);
  return rows;
}

/** Leaves out people who were deactivated or deleted, or whose last day has come, since a run began. */
export async function leaveOutInactive(reach: Managing, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT u.id FROM users u WHERE u.instance_id = ${reach.instanceId} AND u.id = ANY (${[...userIds]}::integer[])
      AND u.deleted_at IS NULL AND ${userIsActive}
    ORDER BY u.id`.execute(reach.db);
  return rows.map(({ id }) => id);
}

/** Notes whom a run has handled, and which of them it enrolled. */
export async function noteHandled(
  reach: Managing,
  runId: number,
  userIds: readonly number[],
  fresh: readonly number[],
): Promise<void> {
  await sql`
    UPDATE enrolment_run_people SET is_new = user_id = ANY (${[...fresh]}::integer[])
    WHERE instance_id = ${reach.instanceId} AND run_id = ${runId} AND user_id = ANY (${[...userIds]}::integer[])`.execute(
    reach.db,
  );
  await sql`
    UPDATE enrolment_runs SET done = done + ${userIds.length}
    WHERE instance_id = ${reach.instanceId} AND id = ${runId}`.execute(reach.db);
}

/** Ends a run with a problem. @returns its course and figures; undefined for one that is gone or over */
export async function noteProblem(
  { db, instanceId }: Pick<Managing, "db" | "instanceId">,
  runId: number,
  problem: string,
): Promise<{ course_id: number; title: string; total: number; done: number } | undefined> {
  const { rows } = await sql<{ course_id: number; title: string; total: number; done: number }>`
    UPDATE enrolment_runs r SET problem = ${problem} FROM courses c
    WHERE r.instance_id = ${instanceId} AND r.id = ${runId} AND r.problem IS NULL AND r.undone_at IS NULL
      AND c.instance_id = r.instance_id AND c.id = r.course_id
    RETURNING r.course_id, c.title, r.total, r.done`.execute(db);
  return rows[0];
}

/**
 * Marks a run as undone, which removes it as the source of enrolments that have another one.
 * @returns of the enrolments that it made, those without another source and those that stay for another; none of those
 * that ended since and were made again; null if it was undone before
 */
export async function undoRun(reach: Managing, runId: number): Promise<{ ending: Pair[]; staying: Pair[] } | null> {
  const { rows } = await sql<{ course_id: number }>`
    UPDATE enrolment_runs SET undone_at = now()
    WHERE instance_id = ${reach.instanceId} AND id = ${runId} AND undone_at IS NULL RETURNING course_id`.execute(
    reach.db,
  );
  if (rows.length === 0) return null;
  const courseId = rows[0]!.course_id;
  const people = await reach.db
    .selectFrom("enrolment_run_people")
    .where("instance_id", "=", reach.instanceId)
    .where("run_id", "=", runId)
    .where("is_new", "=", true)
    .select("user_id")
    .execute();
  const userIds = people.map(({ user_id }) => user_id);
  // Each table alone: right after many were enrolled, the planner takes the tables for small, and a join took 26 s.
  const { rows: kept } = await sql<{ user_id: number }>`
    SELECT user_id FROM enrolment_sources
    WHERE instance_id = ${reach.instanceId} AND course_id = ${courseId} AND source <> 'person'
      AND user_id = ANY (${userIds}::integer[])`.execute(reach.db);
  const { rows: pairs } = await sql<Pair>`
    SELECT user_id, course_id FROM enrolments
    WHERE instance_id = ${reach.instanceId} AND course_id = ${courseId} AND user_id = ANY (${userIds}::integer[])`.execute(
    reach.db,
  );
  const { rows: ended } = await sql<{ user_id: number }>`
    SELECT x.user_id FROM ended_enrolments x
    JOIN enrolment_runs r ON r.instance_id = x.instance_id AND r.id = ${runId} AND x.ended_at >= r.created_at
    WHERE x.instance_id = ${reach.instanceId} AND x.course_id = ${courseId}
      AND x.user_id = ANY (${userIds}::integer[])`.execute(reach.db);
  const again = new Set(ended.map(({ user_id }) => user_id));
  const shared = new Set(kept.map(({ user_id }) => user_id));
  const made = pairs.filter(({ user_id }) => !again.has(user_id));
  const staying = made.filter(({ user_id }) => shared.has(user_id));
  await sql`
    DELETE FROM enrolment_sources WHERE instance_id = ${reach.instanceId} AND course_id = ${courseId} AND source = 'person'
      AND user_id = ANY (${staying.map(({ user_id }) => user_id)}::integer[])`.execute(reach.db);
  return { ending: made.filter(({ user_id }) => !shared.has(user_id)), staying };
}

/** Limits a query to active users `u` of the reach, with their instance `i`, at or below the actor's rank, whom the filter means. */
function isMeant(reach: Managing, filter: PeopleFilter): RawBuilder<unknown> {
  const { user_ids, group_ids, branch_ids, everybody, search, role } = filter;
  const alternatives = [
    ...(everybody ? [sql`true`] : []),
    ...(user_ids?.length ? [sql`u.id = ANY (${[...user_ids]}::integer[])`] : []),
    ...(group_ids?.length ? [isMember("group", sql`${[...group_ids]}::integer[]`)] : []),
    ...(branch_ids?.length ? [isMember("branch", sql`${[...branch_ids]}::integer[]`)] : []),
  ];
  const roles = RANK.filter((each) => !outranks(each, reach.role) && (!role || each === role));
  const conditions = [
    sql`u.instance_id = ${reach.instanceId} AND u.deleted_at IS NULL AND u.platform_user_id IS NULL AND ${personIsActive}`,
    userInScope(reach, "u.id"),
    sql`u.role = ANY (${[...roles]})`,
    alternatives.length === 0 ? sql`false` : sql`(${sql.join(alternatives, sql` OR `)})`,
  ];
  if (search?.trim()) conditions.push(sql`u.search LIKE ${toLikePattern(search.trim().toLowerCase())}`);
  return sql.join(conditions, sql` AND `);
}
