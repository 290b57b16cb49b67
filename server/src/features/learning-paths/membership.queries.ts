import { type RawBuilder, sql } from "kysely";
import type { FollowingPaths } from "../enrolments/enrolments.service.ts";
import { type DueRule, selectToday } from "../due-dates/due.service.ts";

/** A user of a path. */
export interface PathUser {
  path_id: number;
  user_id: number;
}

/** Which paths and which users are meant; all of them if omitted. */
export interface Meant {
  pathIds?: readonly number[];
  userIds?: readonly number[];
}

/** A user who was given a reason. */
export interface Added extends PathUser {
  /** Whether they were not assigned before. */
  is_new: boolean;
}

/** Adds one's own or a person's choice as a reason, with a rule for its due date; the path's own without. */
export async function addSources(
  reach: FollowingPaths,
  pathId: number,
  userIds: readonly number[],
  source: "self" | "person",
  due: DueRule | null,
): Promise<Added[]> {
  const rule = due === null || (due.on === null && due.days === null) ? null : due;
  const dueOn = rule && sql`coalesce(${rule.on}::date, ${selectToday(reach.instanceId)} + ${rule.days}::integer)`;
  return insertSources(
    reach,
    sql`SELECT ${pathId}::integer AS path_id, u.id AS user_id, ${source} AS source, 0 AS source_id FROM users u
      WHERE u.instance_id = ${reach.instanceId} AND u.id = ANY (${[...userIds]}::integer[]) AND u.deleted_at IS NULL`,
    dueOn ? { dueOn } : {},
  );
}

/** Adds the reasons that groups and branches give by now. */
export function addMissing(reach: FollowingPaths, meant: Meant): Promise<Added[]> {
  return insertSources(reach, missing(reach, meant));
}

/**
 * Restores reasons with their due dates: the choices of these users that ended last, or a person's choice where none is known,
 * and for everybody what the groups and branches of the paths give again.
 */
export function restoreSources(
  reach: FollowingPaths,
  pathIds: readonly number[],
  userIds: readonly number[],
): Promise<Added[]> {
  const wasChosen = sql`e.reason ->> 'source' IN ('self', 'person')`;
  return insertSources(
    reach,
    sql`
      SELECT r.path_id, r.user_id, coalesce(e.reason ->> 'source', 'person') AS source, 0 AS source_id, e.reason AS former, r.former_due
      FROM (SELECT p.id AS path_id, u.id AS user_id, ${formerDue} AS former_due, m.ended_sources
        FROM unnest(${[...pathIds]}::integer[]) p (id) CROSS JOIN users u
        LEFT JOIN learning_path_people m ON m.instance_id = u.instance_id AND m.path_id = p.id AND m.user_id = u.id
        WHERE u.instance_id = ${reach.instanceId} AND u.id = ANY (${[...userIds]}::integer[]) AND u.deleted_at IS NULL) r
      LEFT JOIN jsonb_array_elements(r.ended_sources) e (reason) ON ${wasChosen}
      UNION ALL
      SELECT w.path_id, w.user_id, w.source, w.source_id, e.reason, ${formerDue}
      FROM (${missing(reach, { pathIds })}) w
      LEFT JOIN learning_path_people m ON m.instance_id = ${reach.instanceId} AND m.path_id = w.path_id AND m.user_id = w.user_id
      LEFT JOIN jsonb_array_elements(m.ended_sources) e (reason)
        ON e.reason ->> 'source' = w.source AND (e.reason ->> 'source_id')::integer = w.source_id`,
    {
      dueOn: sql`CASE WHEN g.former IS NULL THEN coalesce(g.former_due, ${defaultDue(reach)}) ELSE (g.former ->> 'due_on')::date END`,
      addedBy: sql`CASE WHEN g.former IS NULL THEN ${reach.userId}::integer ELSE (g.former ->> 'added_by')::integer END`,
      addedAt: sql`coalesce((g.former ->> 'added_at')::timestamptz, now())`,
      assignedAt: sql`m.assigned_at`,
    },
  );
}

/** Selects the due date of the assignment `m` that has ended: its reasons are unknown if an earlier release ended it. */
const formerDue = sql`CASE WHEN m.ended_at IS NOT NULL THEN m.due_on END`;

/** Selects the due date that the path `l` gives who is assigned today. */
const defaultDue = ({ instanceId }: FollowingPaths) => sql`${selectToday(instanceId)} + l.due_days`;

/**
 * Inserts reasons `g`, and assigns who had none.
 * @param values what to store of a reason; who is assigned now, by the caller, with the due date of the path, if omitted
 */
async function insertSources(
  reach: FollowingPaths,
  rows: RawBuilder<unknown>,
  {
    dueOn = defaultDue(reach),
    addedBy = sql`${reach.userId}::integer`,
    addedAt = sql`now()`,
    assignedAt = sql`now()`,
  }: Partial<Record<"dueOn" | "addedBy" | "addedAt" | "assignedAt", RawBuilder<unknown>>> = {},
): Promise<Added[]> {
  const { rows: added } = await sql<Added>`
    WITH given AS MATERIALIZED (
      SELECT g.*, ${dueOn} AS due_on, ${addedBy} AS added_by, ${addedAt} AS added_at
      FROM (${rows}) g JOIN learning_paths l ON l.instance_id = ${reach.instanceId} AND l.id = g.path_id
    ), people AS (
      INSERT INTO learning_path_people AS m (instance_id, path_id, user_id, due_on)
      SELECT ${reach.instanceId}, path_id, user_id, min(due_on) FROM given GROUP BY path_id, user_id ORDER BY path_id, user_id
      ON CONFLICT (instance_id, path_id, user_id) DO UPDATE
        SET ended_at = NULL, assigned_at = ${assignedAt}, due_on = excluded.due_on WHERE m.ended_at IS NOT NULL
      RETURNING path_id, user_id
    ), sources AS (
      INSERT INTO learning_path_sources (instance_id, path_id, user_id, source, source_id, added_by, added_at, due_on)
      SELECT ${reach.instanceId}, path_id, user_id, source, source_id, added_by, added_at, due_on FROM given
      ON CONFLICT DO NOTHING
    )
    SELECT DISTINCT g.path_id, g.user_id, p.user_id IS NOT NULL AS is_new
    FROM given g LEFT JOIN people p ON p.path_id = g.path_id AND p.user_id = g.user_id`.execute(reach.db);
  return added;
}

/** Gives people the earliest due date of their reasons. */
export async function keepEarliest(reach: FollowingPaths, pathId: number, userIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE learning_path_people m SET due_on = s.due_on
    FROM (SELECT user_id, min(due_on) AS due_on FROM learning_path_sources
      WHERE instance_id = ${reach.instanceId} AND path_id = ${pathId} AND user_id = ANY (${[...userIds]}::integer[])
      GROUP BY user_id) s
    WHERE m.instance_id = ${reach.instanceId} AND m.path_id = ${pathId} AND m.user_id = s.user_id
      AND m.due_on IS DISTINCT FROM s.due_on`.execute(reach.db);
}

/** An assignment that has ended. The time is as the database writes it, because a Date would lose microseconds. */
export interface FormerAssignment {
  user_id: number;
  ended_at: string;
}

/** Lists the assignments to a path that have ended. */
export async function listFormer(reach: FollowingPaths, pathId: number): Promise<FormerAssignment[]> {
  const { rows } = await sql<FormerAssignment>`
    SELECT user_id, ended_at::text AS ended_at FROM learning_path_people
    WHERE instance_id = ${reach.instanceId} AND path_id = ${pathId} AND ended_at IS NOT NULL`.execute(reach.db);
  return rows;
}

/** Removes a person's choice as a reason. @returns whether each has no other reason */
export function removePersonSources(
  reach: FollowingPaths,
  pathId: number,
  userIds: readonly number[],
): Promise<(PathUser & { is_last: boolean })[]> {
  return deleteSources(
    reach,
    sql`s.path_id = ${pathId} AND s.user_id = ANY (${[...userIds]}::integer[]) AND s.source IN ('person', 'self')`,
  );
}

/** Removes the reasons that groups and branches no longer give. @returns whether each person has another */
export function removeObsolete(
  reach: FollowingPaths,
  { pathIds, userIds }: Meant,
): Promise<(PathUser & { is_last: boolean })[]> {
  const conditions = [
    sql`s.source IN ('group', 'branch')`,
    sql`EXISTS (SELECT FROM users u WHERE u.instance_id = s.instance_id AND u.id = s.user_id AND u.deleted_at IS NULL)`,
    sql`EXISTS (SELECT FROM learning_paths l WHERE l.instance_id = s.instance_id AND l.id = s.path_id AND l.deleted_at IS NULL)`,
    sql`(s.path_id, s.user_id, s.source, s.source_id) NOT IN (
      SELECT w.path_id, w.user_id, w.source, w.source_id FROM (${wanted(reach, { ...(pathIds && { pathIds }), ...(userIds && { userIds }) })}) w)`,
  ];
  if (pathIds) conditions.push(sql`s.path_id = ANY (${[...pathIds]}::integer[])`);
  if (userIds) conditions.push(sql`s.user_id = ANY (${[...userIds]}::integer[])`);
  return deleteSources(reach, sql.join(conditions, sql` AND `));
}

/** Deletes reasons, and keeps them as ended ones of their people. Those of the same kind that ended before are forgotten. */
async function deleteSources(
  reach: FollowingPaths,
  condition: RawBuilder<unknown>,
): Promise<(PathUser & { is_last: boolean })[]> {
  const { rows: gone } = await sql<PathUser & { reason: object }>`
    DELETE FROM learning_path_sources s WHERE s.instance_id = ${reach.instanceId} AND ${condition}
    RETURNING s.path_id, s.user_id, to_jsonb(s) - '{instance_id,path_id,user_id}'::text[] AS reason`.execute(reach.db);
  if (gone.length === 0) return [];
  const { rows } = await sql<PathUser & { is_last: boolean }>`
    UPDATE learning_path_people m
    -- The due date of an assignment that ends comes back with it.
    SET due_on = CASE WHEN left_over.reasons = 0 THEN m.due_on ELSE left_over.due_on END,
      ended_at = CASE WHEN left_over.reasons = 0 THEN now() END,
      ended_sources = left_over.ended || coalesce((
        SELECT jsonb_agg(e.reason) FROM jsonb_array_elements(m.ended_sources) e (reason)
        -- Choices of the person and of staff have the number 0: they end together.
        WHERE NOT EXISTS (SELECT FROM jsonb_array_elements(left_over.ended) n (reason)
          WHERE n.reason -> 'source_id' = e.reason -> 'source_id'
            AND (n.reason ->> 'source_id' = '0' OR n.reason -> 'source' = e.reason -> 'source'))), '[]')
    FROM (
      SELECT g.path_id, g.user_id, g.ended, count(s.source) AS reasons, min(s.due_on) AS due_on
      FROM (SELECT path_id, user_id, jsonb_agg(reason) AS ended
        FROM jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) AS r (path_id integer, user_id integer, reason jsonb)
        GROUP BY path_id, user_id) g
      LEFT JOIN learning_path_sources s ON s.instance_id = ${reach.instanceId} AND s.path_id = g.path_id AND s.user_id = g.user_id
      GROUP BY g.path_id, g.user_id, g.ended) left_over
    WHERE m.instance_id = ${reach.instanceId} AND m.path_id = left_over.path_id AND m.user_id = left_over.user_id
    RETURNING m.path_id, m.user_id, m.ended_at IS NOT NULL AS is_last`.execute(reach.db);
  return rows;
}

/** Selects the reasons that groups and branches give by now and that are not stored. */
const missing = (reach: FollowingPaths, meant: Meant) => sql`
  SELECT w.* FROM (${wanted(reach, meant)}) w
  WHERE NOT EXISTS (SELECT FROM learning_path_sources s WHERE s.instance_id = ${reach.instanceId}
    AND s.path_id = w.path_id AND s.user_id = w.user_id AND s.source = w.source AND s.source_id = w.source_id)`;

/** Selects the reasons that groups and branches give: path, user, kind and id of the group or branch. */
function wanted({ instanceId }: FollowingPaths, { pathIds, userIds }: Meant): RawBuilder<unknown> {
  const of = (kind: "group" | "branch") => {
    const id = sql.ref(`${kind}_id`);
    return sql`
      SELECT a.path_id, m.user_id, ${kind} AS source, m.${id} AS source_id
      FROM learning_path_members a
      JOIN learning_paths l ON l.instance_id = a.instance_id AND l.id = a.path_id AND l.deleted_at IS NULL
      JOIN ${sql.table(`${kind}_users`)} m ON m.instance_id = a.instance_id AND m.${id} = a.${id}
      JOIN ${sql.table(kind === "group" ? "groups" : "branches")} o ON o.instance_id = a.instance_id AND o.id = a.${id} AND o.deleted_at IS NULL
      JOIN users u ON u.instance_id = m.instance_id AND u.id = m.user_id AND u.deleted_at IS NULL AND u.platform_user_id IS NULL
      WHERE a.instance_id = ${instanceId}
        AND ${pathIds ? sql`a.path_id = ANY (${[...pathIds]}::integer[])` : sql`true`}
        AND ${userIds ? sql`m.user_id = ANY (${[...userIds]}::integer[])` : sql`true`}`;
  };
  return sql`${of("group")} UNION ALL ${of("branch")}`;
}

/** Lists the paths that a group or branch has. */
export async function listPathsOf(
  reach: FollowingPaths,
  of: { groupId: number } | { branchId: number },
): Promise<number[]> {
  const condition = "groupId" in of ? sql`group_id = ${of.groupId}` : sql`branch_id = ${of.branchId}`;
  const { rows } = await sql<{ path_id: number }>`
    SELECT path_id FROM learning_path_members WHERE instance_id = ${reach.instanceId} AND ${condition}`.execute(
    reach.db,
  );
  return rows.map(({ path_id }) => path_id);
}

/** Gives groups and branches a path. @returns how many did not have it */
export async function insertMembers(
  reach: FollowingPaths,
  pathId: number,
  { groupIds, branchIds }: { groupIds: readonly number[]; branchIds: readonly number[] },
): Promise<number> {
  const { rows } = await sql`
    INSERT INTO learning_path_members (instance_id, path_id, group_id, branch_id, added_by)
    SELECT ${reach.instanceId}, ${pathId}, m.group_id, m.branch_id, ${reach.userId}::integer FROM (
      SELECT id AS group_id, NULL::integer AS branch_id FROM unnest(${[...groupIds]}::integer[]) AS g (id)
      UNION ALL SELECT NULL, id FROM unnest(${[...branchIds]}::integer[]) AS b (id)) m
    ON CONFLICT DO NOTHING RETURNING id`.execute(reach.db);
  return rows.length;
}

/** Takes a path from groups and branches. */
export async function deleteMembers(
  reach: FollowingPaths,
  pathId: number,
  { groupIds, branchIds }: { groupIds: readonly number[]; branchIds: readonly number[] },
): Promise<void> {
  await sql`
    DELETE FROM learning_path_members WHERE instance_id = ${reach.instanceId} AND path_id = ${pathId}
      AND (group_id = ANY (${[...groupIds]}::integer[]) OR branch_id = ANY (${[...branchIds]}::integer[]))`.execute(
    reach.db,
  );
}

export interface PathShare {
  path_id: number;
  title: string;
  user_ids: number[];
  course_ids: number[];
}

/**
 * Lists paths with the people who are assigned, or those of them who are meant, and their courses.
 * @param isDeleted whether the paths are deleted ones
 */
export async function listShares(
  reach: FollowingPaths,
  { pathIds, userIds, courseId }: Meant & { courseId?: number },
  { isDeleted = false } = {},
): Promise<PathShare[]> {
  const { rows } = await sql<PathShare>`
    SELECT l.id AS path_id, l.title,
      ARRAY(SELECT m.user_id FROM learning_path_people m
        WHERE m.instance_id = l.instance_id AND m.path_id = l.id AND m.ended_at IS NULL
          AND ${userIds ? sql`m.user_id = ANY (${[...userIds]}::integer[])` : sql`true`}) AS user_ids,
      ARRAY(SELECT p.course_id FROM learning_path_courses p WHERE p.instance_id = l.instance_id AND p.path_id = l.id
        AND ${courseId === undefined ? sql`true` : sql`p.course_id = ${courseId}`}) AS course_ids
    FROM learning_paths l
    WHERE l.instance_id = ${reach.instanceId} AND (l.deleted_at IS NOT NULL) = ${isDeleted}
      AND ${pathIds ? sql`l.id = ANY (${[...pathIds]}::integer[])` : sql`true`}
      AND ${
        userIds
          ? sql`EXISTS (SELECT FROM learning_path_people m WHERE m.instance_id = l.instance_id AND m.path_id = l.id
              AND m.ended_at IS NULL AND m.user_id = ANY (${[...userIds]}::integer[]))`
          : sql`true`
      }
      AND ${
        courseId === undefined
          ? sql`true`
          : sql`EXISTS (SELECT FROM learning_path_courses p WHERE p.instance_id = l.instance_id AND p.path_id = l.id AND p.course_id = ${courseId})`
      }
    ORDER BY l.id`.execute(reach.db);
  return rows;
}

/** Stores who has completed these paths by now. */
export async function storeCompletions(
  reach: FollowingPaths,
  pathIds: readonly number[],
  userIds: readonly number[] | null,
): Promise<void> {
  await sql`SELECT complete_learning_paths(${reach.instanceId}, ${[...pathIds]}::integer[], ${userIds === null ? null : [...userIds]}::integer[])`.execute(
    reach.db,
  );
}
