import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { outranks, RANK } from "../../access/permissions.ts";
import { userIsListed, userInScope, userIsActive } from "../../access/scope.ts";
import { toLikePattern } from "../../db/like.ts";
import { limitAndOffset, orderBy, type PageOptions } from "../../db/page.ts";
import { selectToday } from "../due-dates/due.service.ts";

type Viewing = Reach<"learning_path.view">;
type Assigning = Reach<"learning_path.assign">;

export type PathPeopleFilter = PageOptions & {
  status?: string | null | undefined;
  due?: string | null | undefined;
};

export interface PathPerson {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  assigned_at: Date;
  completed_at: Date | null;
  due_on: string | null;
  due_status: string | null;
  courses_done: number;
  courses_needed: number;
  progress: number;
  is_met: boolean;
  status: string;
  sources: { kind: string; name: string | null }[];
}

const SORTS = {
  name: ["u.last_name COLLATE people", "u.first_name COLLATE people"],
  email: ["u.email COLLATE people"],
  status: ["v.status"],
  progress: ["v.progress"],
  due: ["m.due_on"],
  assigned: ["m.assigned_at"],
  completed: ["m.completed_at"],
};

const isSortedByProgress = ({ sort }: PathPeopleFilter) => /^-?(status|progress)$/.test(sort ?? "");

/**
 * Lists the people of the reach who are assigned to a path, with their progress. The progress is worked out from the courses of each
 * person: unless the list is sorted or limited by it, only for those of the page.
 */
export async function listPeople(reach: Viewing, pathId: number, filter: PathPeopleFilter): Promise<PathPerson[]> {
  const order = orderBy(filter, SORTS, "u.id");
  const { rows } = await sql<PathPerson>`
    SELECT u.id, u.first_name, u.last_name, u.email, m.assigned_at, m.completed_at, m.due_on,
      ${dueStatus(reach)} AS due_status, v.courses_done, v.courses_needed, v.progress, v.is_met, v.status,
      coalesce((SELECT json_agg(json_build_object('kind', s.source, 'name', coalesce(g.name, b.name)) ORDER BY s.added_at)
        FROM learning_path_sources s
        LEFT JOIN groups g ON g.instance_id = s.instance_id AND g.id = s.source_id AND s.source = 'group'
        LEFT JOIN branches b ON b.instance_id = s.instance_id AND b.id = s.source_id AND s.source = 'branch'
        WHERE s.instance_id = v.instance_id AND s.path_id = v.path_id AND s.user_id = v.user_id), '[]') AS sources
    FROM (
      SELECT m.instance_id, m.path_id, m.user_id, m.assigned_at, m.completed_at, m.due_on
      FROM ${selectPeople(reach, pathId, filter)} ORDER BY ${order} ${limitAndOffset(filter)}
    ) m
    JOIN users u ON u.instance_id = m.instance_id AND u.id = m.user_id
    JOIN learning_path_progress v ON v.instance_id = m.instance_id AND v.path_id = m.path_id AND v.user_id = m.user_id
    ORDER BY ${order}`.execute(reach.db);
  return rows;
}

export async function countPeople(reach: Viewing, pathId: number, filter: PathPeopleFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM ${selectPeople(reach, pathId, { ...filter, sort: null })}`.execute(reach.db);
  return rows[0]!.total;
}

export interface PathFigures {
  people: number;
  completed: number;
  in_progress: number;
  overdue: number;
}

/** Counts the people of the reach who are assigned to a path, by how far they are. */
export async function readFigures(reach: Viewing, pathId: number): Promise<PathFigures> {
  const { rows } = await sql<PathFigures>`
    SELECT count(*) AS people,
      count(*) FILTER (WHERE m.completed_at IS NOT NULL) AS completed,
      -- Who has completed it is not in progress; working out the progress of the others takes most of the time.
      count(*) FILTER (WHERE m.completed_at IS NULL AND (
        SELECT v.status FROM learning_path_progress v
        WHERE v.instance_id = m.instance_id AND v.path_id = m.path_id AND v.user_id = m.user_id) = 'in_progress') AS in_progress,
      count(*) FILTER (WHERE ${dueStatus(reach)} = 'overdue') AS overdue
    FROM ${selectPeople(reach, pathId, {})}`.execute(reach.db);
  return rows[0]!;
}

const dueStatus = (reach: Viewing) => sql`due_status(m.due_on, m.completed_at, ${selectToday(reach.instanceId)})`;

/** Selects the assignments `m` with their users `u`, and with the progress `v` where the list is sorted or limited by it. */
function selectPeople(reach: Viewing, pathId: number, filter: PathPeopleFilter): RawBuilder<unknown> {
  const { search, status, due } = filter;
  const conditions: RawBuilder<unknown>[] = [
    sql`m.instance_id = ${reach.instanceId} AND m.path_id = ${pathId} AND m.ended_at IS NULL`,
    userIsListed("u"),
    userInScope(reach, "u.id"),
  ];
  if (search?.trim()) conditions.push(sql`u.search LIKE ${toLikePattern(search.trim().toLowerCase())}`);
  if (status) conditions.push(sql`v.status = ${status}`);
  if (due) conditions.push(due === "none" ? sql`m.due_on IS NULL` : sql`${dueStatus(reach)} = ${due}`);
  const progress = sql`JOIN learning_path_progress v
      ON v.instance_id = m.instance_id AND v.path_id = m.path_id AND v.user_id = m.user_id`;
  return sql`learning_path_people m
    JOIN users u ON u.instance_id = m.instance_id AND u.id = m.user_id
    ${status || isSortedByProgress(filter) ? progress : sql``}
    WHERE ${sql.join(conditions, sql` AND `)}`;
}

/** A group or branch that has a path. */
export interface PathMember {
  kind: "group" | "branch";
  id: number;
  name: string;
  people: number;
}

/** Lists the groups and branches of the reach that have a path. */
export async function listMembers(reach: Viewing, pathId: number): Promise<PathMember[]> {
  const { rows } = await sql<PathMember>`
    SELECT CASE WHEN a.group_id IS NULL THEN 'branch' ELSE 'group' END AS kind, coalesce(g.id, b.id) AS id,
      coalesce(g.name, b.name) AS name,
      (SELECT count(*) FROM learning_path_sources s
        WHERE s.instance_id = a.instance_id AND s.path_id = a.path_id
          AND s.source = CASE WHEN a.group_id IS NULL THEN 'branch' ELSE 'group' END
          AND s.source_id = coalesce(a.group_id, a.branch_id)) AS people
    FROM learning_path_members a
    LEFT JOIN groups g ON g.instance_id = a.instance_id AND g.id = a.group_id AND g.deleted_at IS NULL AND ${groupIsOfReach(reach)}
    LEFT JOIN branches b ON b.instance_id = a.instance_id AND b.id = a.branch_id AND b.deleted_at IS NULL AND ${branchIsOfReach(reach)}
    WHERE a.instance_id = ${reach.instanceId} AND a.path_id = ${pathId} AND coalesce(g.id, b.id) IS NOT NULL
    ORDER BY kind, coalesce(g.name, b.name) COLLATE people`.execute(reach.db);
  return rows;
}

export interface Choice {
  id: number;
  name: string;
  detail: string | null;
}

const MOST_CHOICES = 50;

/** Lists people, groups and branches to whom the caller may assign a path and who do not have it, at most fifty of each. */
export async function listChoices(
  reach: Assigning,
  pathId: number,
  search: string | null | undefined,
): Promise<{ people: Choice[]; groups: Choice[]; branches: Choice[] }> {
  const pattern = toLikePattern(search);
  const named = (column: string) => (pattern === null ? sql`true` : sql`${sql.ref(column)} ILIKE ${pattern}`);
  const without = (column: string, id: string) => sql`NOT EXISTS (SELECT FROM learning_path_members a
    WHERE a.instance_id = ${reach.instanceId} AND a.path_id = ${pathId} AND ${sql.ref(`a.${column}`)} = ${sql.ref(id)})`;
  const roles = RANK.filter((role) => !outranks(role, reach.role));
  const { rows: people } = await sql<Choice>`
    SELECT u.id, u.first_name || ' ' || u.last_name AS name, u.email AS detail FROM users u
    WHERE u.instance_id = ${reach.instanceId} AND ${userIsListed("u")} AND ${userIsActive}
      AND u.role = ANY (${roles}) AND ${userInScope(reach, "u.id")}
      AND ${search?.trim() ? sql`u.search LIKE ${toLikePattern(search.trim().toLowerCase())}` : sql`true`}
      AND NOT EXISTS (SELECT FROM learning_path_sources s WHERE s.instance_id = u.instance_id AND s.path_id = ${pathId}
        AND s.user_id = u.id AND s.source = 'person')
    ORDER BY u.last_name COLLATE people, u.first_name COLLATE people, u.id LIMIT ${MOST_CHOICES}`.execute(reach.db);
  const { rows: groups } = await sql<Choice>`
    SELECT g.id, g.name, g.description AS detail FROM groups g
    WHERE g.instance_id = ${reach.instanceId} AND g.deleted_at IS NULL AND ${groupIsOfReach(reach)} AND ${named("g.name")}
      AND ${without("group_id", "g.id")}
    ORDER BY g.name COLLATE people, g.id LIMIT ${MOST_CHOICES}`.execute(reach.db);
  const { rows: branches } = await sql<Choice>`
    SELECT b.id, b.name, b.url AS detail FROM branches b
    WHERE b.instance_id = ${reach.instanceId} AND b.deleted_at IS NULL AND ${branchIsOfReach(reach)} AND ${named("b.name")}
      AND ${without("branch_id", "b.id")}
    ORDER BY b.name COLLATE people, b.id LIMIT ${MOST_CHOICES}`.execute(reach.db);
  return { people, groups, branches };
}

/** Lists those of these groups that are in the reach. */
export async function listGroups(reach: Assigning, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT g.id, g.name FROM groups g
    WHERE g.instance_id = ${reach.instanceId} AND g.id = ANY (${[...ids]}::integer[]) AND g.deleted_at IS NULL
      AND ${groupIsOfReach(reach)}`.execute(reach.db);
  return rows;
}

/** Lists those of these branches that are in the reach. */
export async function listBranches(reach: Assigning, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT b.id, b.name FROM branches b
    WHERE b.instance_id = ${reach.instanceId} AND b.id = ANY (${[...ids]}::integer[]) AND b.deleted_at IS NULL
      AND ${branchIsOfReach(reach)}`.execute(reach.db);
  return rows;
}

/** Counts everybody who is assigned to a path. */
export async function countAssigned(reach: Assigning, pathId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM learning_path_people
    WHERE instance_id = ${reach.instanceId} AND path_id = ${pathId} AND ended_at IS NULL`.execute(reach.db);
  return rows[0]!.total;
}

/** Limits a query to groups `g`: those of the branches, and those that a manager leads; all without a branch limit. */
const groupIsOfReach = (reach: Viewing | Assigning) =>
  reach.branchIds === null
    ? sql<boolean>`true`
    : sql<boolean>`(g.branch_id = ANY (${reach.branchIds}) OR g.id = ANY (${reach.ledGroupIds}))`;

const branchIsOfReach = (reach: Viewing | Assigning) =>
  reach.branchIds === null ? sql<boolean>`true` : sql<boolean>`b.id = ANY (${reach.branchIds})`;
