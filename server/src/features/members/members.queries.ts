import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { courseInScope, userInScope } from "../../access/scope.ts";
import { toLikePattern } from "../../db/like.ts";
import { limitAndOffset, orderBy, type PageOptions } from "../../db/page.ts";

type Reading = Reach<"group.view"> | Managing;
type Managing = Reach<"group.manage"> | Reach<"branch.manage"> | Reach<"branch.create">;

/** A group or branch whose users and courses are meant. */
export interface Owner {
  kind: "group" | "branch";
  id: number;
}

const TABLES = {
  group: { users: sql.table("group_users"), courses: sql.table("group_courses") },
  branch: { users: sql.table("branch_users"), courses: sql.table("branch_courses") },
};

export interface MemberUser {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  role: string;
}

export interface MemberCourse {
  id: number;
  title: string;
}

const PEOPLE_SORTS = {
  name: ["u.last_name COLLATE people", "u.first_name COLLATE people"],
  email: ["lower(u.email)"],
};
const COURSE_SORTS = { title: ["c.title COLLATE people"] };

/** Lists the users of a group or branch for whom a condition holds, with further columns of the membership `m`. */
export async function listPeople<Row extends MemberUser>(
  reach: Reading,
  owner: Owner,
  options: PageOptions,
  condition: RawBuilder<boolean> = sql`true`,
  columns: RawBuilder<unknown> = sql``,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT u.id, u.first_name, u.last_name, u.email, u.role ${columns}
    FROM ${selectPeople(reach, owner)} AND ${condition} AND ${peopleSearched(options.search)}
    ORDER BY ${orderBy(options, PEOPLE_SORTS, "u.id")} ${limitAndOffset(options)}`.execute(reach.db);
  return rows;
}

export async function countPeople(
  reach: Reading,
  owner: Owner,
  search: PageOptions["search"],
  condition: RawBuilder<boolean> = sql`true`,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total
    FROM ${selectPeople(reach, owner)} AND ${condition} AND ${peopleSearched(search)}`.execute(reach.db);
  return rows[0]!.total;
}

/** Lists the courses of a group or branch for which a condition holds. */
export async function listCourses(
  reach: Reading,
  owner: Owner,
  options: PageOptions,
  condition: RawBuilder<boolean> = sql`true`,
): Promise<MemberCourse[]> {
  const { rows } = await sql<MemberCourse>`
    SELECT c.id, c.title
    FROM ${selectCourses(reach, owner)} AND ${condition} AND ${coursesSearched(options.search)}
    ORDER BY ${orderBy(options, COURSE_SORTS, "c.id")} ${limitAndOffset(options)}`.execute(reach.db);
  return rows;
}

export async function countCourses(
  reach: Reading,
  owner: Owner,
  search: PageOptions["search"],
  condition: RawBuilder<boolean> = sql`true`,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total
    FROM ${selectCourses(reach, owner)} AND ${condition} AND ${coursesSearched(search)}`.execute(reach.db);
  return rows[0]!.total;
}

/** Lists users of the reach who are not in the group or branch, and for whom a condition holds. */
export async function listPeopleToAdd(
  reach: Reading,
  owner: Owner,
  { search, limit }: PageOptions,
  condition: RawBuilder<boolean> = sql`true`,
): Promise<{ id: number; name: string; email: string }[]> {
  const { users } = TABLES[owner.kind];
  const { rows } = await sql<{ id: number; name: string; email: string }>`
    SELECT u.id, u.first_name || ' ' || u.last_name AS name, u.email FROM users u
    WHERE u.instance_id = ${reach.instanceId} AND u.deleted_at IS NULL AND u.platform_user_id IS NULL
      AND ${condition} AND ${userInScope(reach, "u.id")} AND ${peopleSearched(search)}
      AND NOT EXISTS (SELECT FROM ${users} m
        WHERE m.instance_id = ${reach.instanceId} AND ${ownedBy(owner)} AND m.user_id = u.id)
    ORDER BY u.last_name COLLATE people, u.first_name COLLATE people, u.id LIMIT ${limit}`.execute(reach.db);
  return rows;
}

/** Lists courses of the reach that are not in the group or branch. */
export async function listCoursesToAdd(
  reach: Reading,
  owner: Owner,
  { search, limit }: PageOptions,
): Promise<MemberCourse[]> {
  const { courses } = TABLES[owner.kind];
  const { rows } = await sql<MemberCourse>`
    SELECT c.id, c.title FROM courses c
    WHERE c.instance_id = ${reach.instanceId} AND c.deleted_at IS NULL AND ${courseInScope(reach, "c.id")}
      AND ${coursesSearched(search)}
      AND NOT EXISTS (SELECT FROM ${courses} m
        WHERE m.instance_id = ${reach.instanceId} AND ${ownedBy(owner)} AND m.course_id = c.id)
    ORDER BY c.title COLLATE people, c.id LIMIT ${limit}`.execute(reach.db);
  return rows;
}

export interface NamedUser {
  id: number;
  name: string;
  role: string;
}

/** Returns those of these users that are in the reach. */
export async function findPeople(reach: Managing, ids: readonly number[]): Promise<NamedUser[]> {
  const { rows } = await sql<NamedUser>`
    SELECT u.id, u.first_name || ' ' || u.last_name AS name, u.role FROM users u
    WHERE u.instance_id = ${reach.instanceId} AND u.id = ANY (${[...ids]}) AND u.deleted_at IS NULL
      AND u.platform_user_id IS NULL AND ${userInScope(reach, "u.id")}`.execute(reach.db);
  return rows;
}

/** Returns those of these courses that are in the reach, with the branch that owns them. */
export async function findCourses(
  reach: Managing,
  ids: readonly number[],
): Promise<(MemberCourse & { branch_id: number | null })[]> {
  const { rows } = await sql<MemberCourse & { branch_id: number | null }>`
    SELECT c.id, c.title, c.branch_id FROM courses c
    WHERE c.instance_id = ${reach.instanceId} AND c.id = ANY (${[...ids]}) AND c.deleted_at IS NULL
      AND ${courseInScope(reach, "c.id")}`.execute(reach.db);
  return rows;
}

/** Adds users to a group or branch. @returns the ids of those who were not in it */
export async function insertPeople(reach: Managing, owner: Owner, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO ${TABLES[owner.kind].users} (instance_id, ${ownerColumn(owner)}, user_id)
    SELECT ${reach.instanceId}, ${owner.id}, unnest(${[...ids]}::integer[])
    ON CONFLICT DO NOTHING RETURNING user_id AS id`.execute(reach.db);
  return rows.map(({ id }) => id);
}

/** Adds courses to a group or branch. @returns the ids of those that were not in it */
export async function insertCourses(reach: Managing, owner: Owner, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO ${TABLES[owner.kind].courses} (instance_id, ${ownerColumn(owner)}, course_id)
    SELECT ${reach.instanceId}, ${owner.id}, unnest(${[...ids]}::integer[])
    ON CONFLICT DO NOTHING RETURNING course_id AS id`.execute(reach.db);
  return rows.map(({ id }) => id);
}

/** Removes a user from a group or branch. @returns false when they were not in it */
export async function deletePerson(reach: Managing, owner: Owner, userId: number): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM ${TABLES[owner.kind].users} m
    WHERE m.instance_id = ${reach.instanceId} AND ${ownedBy(owner)} AND m.user_id = ${userId} RETURNING true`.execute(
    reach.db,
  );
  return rows.length > 0;
}

/** Removes a course from a group or branch. @returns false when it was not in it */
export async function deleteCourse(reach: Managing, owner: Owner, courseId: number): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM ${TABLES[owner.kind].courses} m
    WHERE m.instance_id = ${reach.instanceId} AND ${ownedBy(owner)} AND m.course_id = ${courseId} RETURNING true`.execute(
    reach.db,
  );
  return rows.length > 0;
}

/** Selects the users `u` of a group or branch with their membership `m`; ends within the condition. */
export function selectPeople(reach: Reach, owner: Owner): RawBuilder<unknown> {
  return sql`${TABLES[owner.kind].users} m
    JOIN users u ON u.instance_id = m.instance_id AND u.id = m.user_id AND u.deleted_at IS NULL AND u.platform_user_id IS NULL
    WHERE m.instance_id = ${reach.instanceId} AND ${ownedBy(owner)}`;
}

function selectCourses(reach: Reach, owner: Owner): RawBuilder<unknown> {
  return sql`${TABLES[owner.kind].courses} m
    JOIN courses c ON c.instance_id = m.instance_id AND c.id = m.course_id AND c.deleted_at IS NULL
    WHERE m.instance_id = ${reach.instanceId} AND ${ownedBy(owner)}`;
}

const ownerColumn = ({ kind }: Owner) => sql.ref(`${kind}_id`);

const ownedBy = (owner: Owner): RawBuilder<boolean> => sql`${sql.ref(`m.${owner.kind}_id`)} = ${owner.id}`;

function peopleSearched(search: PageOptions["search"]): RawBuilder<boolean> {
  const pattern = toLikePattern(search);
  return pattern === null ? sql`true` : sql`(u.first_name || ' ' || u.last_name || ' ' || u.email) ILIKE ${pattern}`;
}

function coursesSearched(search: PageOptions["search"]): RawBuilder<boolean> {
  const pattern = toLikePattern(search);
  return pattern === null ? sql`true` : sql`c.title ILIKE ${pattern}`;
}
