import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { courseInScope, userInScope } from "../../access/scope.ts";
import { containing } from "../../db/like.ts";
import { orderOf, type PageOptions, windowOf } from "../../db/page.ts";

type Managing = Reach<"branch.manage"> | Reach<"branch.create">;

export interface BranchUser {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  role: string;
}

const PEOPLE_SORTS = {
  name: ["u.last_name COLLATE people", "u.first_name COLLATE people"],
  email: ["lower(u.email)"],
};

export async function listPeople(reach: Managing, branchId: number, options: PageOptions): Promise<BranchUser[]> {
  const { rows } = await sql<BranchUser>`
    SELECT u.id, u.first_name, u.last_name, u.email, u.role FROM ${peopleOf(reach, branchId, options.search)}
    ORDER BY ${orderOf(options, PEOPLE_SORTS, "u.id")} ${windowOf(options)}`.execute(reach.db);
  return rows;
}

export async function countPeople(reach: Managing, branchId: number, search: PageOptions["search"]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM ${peopleOf(reach, branchId, search)}`.execute(reach.db);
  return rows[0]!.total;
}

export interface BranchCourse {
  id: number;
  title: string;
}

const COURSE_SORTS = { title: ["c.title COLLATE people"] };

export async function listCourses(reach: Managing, branchId: number, options: PageOptions): Promise<BranchCourse[]> {
  const { rows } = await sql<BranchCourse>`
    SELECT c.id, c.title FROM ${coursesOf(reach, branchId, options.search)}
    ORDER BY ${orderOf(options, COURSE_SORTS, "c.id")} ${windowOf(options)}`.execute(reach.db);
  return rows;
}

export async function countCourses(reach: Managing, branchId: number, search: PageOptions["search"]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM ${coursesOf(reach, branchId, search)}`.execute(reach.db);
  return rows[0]!.total;
}

/** People of the reach who are not in the branch. */
export async function listPeopleToAdd(
  reach: Managing,
  branchId: number,
  { search, limit }: PageOptions,
): Promise<{ id: number; name: string; email: string }[]> {
  const { rows } = await sql<{ id: number; name: string; email: string }>`
    SELECT u.id, u.first_name || ' ' || u.last_name AS name, u.email FROM users u
    WHERE u.instance_id = ${reach.instanceId} AND u.deleted_at IS NULL AND u.platform_user_id IS NULL
      AND ${userInScope(reach, "u.id")} AND ${peopleSearched(search)}
      AND NOT EXISTS (SELECT FROM branch_users bu
        WHERE bu.instance_id = ${reach.instanceId} AND bu.branch_id = ${branchId} AND bu.user_id = u.id)
    ORDER BY u.last_name COLLATE people, u.first_name COLLATE people, u.id LIMIT ${limit}`.execute(reach.db);
  return rows;
}

/** Courses of the reach that are not in the branch. */
export async function listCoursesToAdd(
  reach: Managing,
  branchId: number,
  { search, limit }: PageOptions,
): Promise<BranchCourse[]> {
  const { rows } = await sql<BranchCourse>`
    SELECT c.id, c.title FROM courses c
    WHERE c.instance_id = ${reach.instanceId} AND c.deleted_at IS NULL AND ${courseInScope(reach, "c.id")} AND ${coursesSearched(search)}
      AND NOT EXISTS (SELECT FROM branch_courses bc
        WHERE bc.instance_id = ${reach.instanceId} AND bc.branch_id = ${branchId} AND bc.course_id = c.id)
    ORDER BY c.title COLLATE people, c.id LIMIT ${limit}`.execute(reach.db);
  return rows;
}

export interface Named {
  id: number;
  name: string;
}

/** Those of these branches that are of the reach, held on to: none is deleted while somebody joins it. */
export async function lockBranches(reach: Managing, ids: readonly number[]): Promise<Named[]> {
  const own = reach.branchIds === null ? sql`true` : sql`b.id = ANY (${reach.branchIds})`;
  const { rows } = await sql<Named>`
    SELECT b.id, b.name FROM branches b
    WHERE b.instance_id = ${reach.instanceId} AND b.id = ANY (${[...ids]}) AND b.deleted_at IS NULL AND ${own}
    ORDER BY b.id FOR UPDATE`.execute(reach.db);
  return rows;
}

/** Those of these people that are of the reach. */
export async function findPeople(reach: Managing, ids: readonly number[]): Promise<(Named & { role: string })[]> {
  const { rows } = await sql<Named & { role: string }>`
    SELECT u.id, u.first_name || ' ' || u.last_name AS name, u.role FROM users u
    WHERE u.instance_id = ${reach.instanceId} AND u.id = ANY (${[...ids]}) AND u.deleted_at IS NULL
      AND u.platform_user_id IS NULL AND ${userInScope(reach, "u.id")}`.execute(reach.db);
  return rows;
}

/** Those of these courses that are of the reach. */
export async function findCourses(
  reach: Managing,
  ids: readonly number[],
): Promise<{ id: number; name: string; branch_id: number | null }[]> {
  const { rows } = await sql<{ id: number; name: string; branch_id: number | null }>`
    SELECT c.id, c.title AS name, c.branch_id FROM courses c
    WHERE c.instance_id = ${reach.instanceId} AND c.id = ANY (${[...ids]}) AND c.deleted_at IS NULL
      AND ${courseInScope(reach, "c.id")}`.execute(reach.db);
  return rows;
}

/** Lets people into a branch; returns those who were not in it. */
export async function insertPeople(reach: Managing, branchId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO branch_users (instance_id, branch_id, user_id)
    SELECT ${reach.instanceId}, ${branchId}, unnest(${[...ids]}::integer[])
    ON CONFLICT DO NOTHING RETURNING user_id AS id`.execute(reach.db);
  return rows.map(({ id }) => id);
}

/** Makes courses available in a branch; returns those that were not. */
export async function insertCourses(reach: Managing, branchId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO branch_courses (instance_id, branch_id, course_id)
    SELECT ${reach.instanceId}, ${branchId}, unnest(${[...ids]}::integer[])
    ON CONFLICT DO NOTHING RETURNING course_id AS id`.execute(reach.db);
  return rows.map(({ id }) => id);
}

export async function deletePerson(reach: Managing, branchId: number, userId: number): Promise<boolean> {
  const { numDeletedRows } = await reach.db
    .deleteFrom("branch_users")
    .where("instance_id", "=", reach.instanceId)
    .where("branch_id", "=", branchId)
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function deleteCourse(reach: Managing, branchId: number, courseId: number): Promise<boolean> {
  const { numDeletedRows } = await reach.db
    .deleteFrom("branch_courses")
    .where("instance_id", "=", reach.instanceId)
    .where("branch_id", "=", branchId)
    .where("course_id", "=", courseId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** How many people there are, and how many of them have no way in but this branch. `userId` asks for one of them. */
export async function countDependent(
  reach: Managing,
  branchId: number,
  userId: number | null,
): Promise<{ people: number; loses_access: number }> {
  const { rows } = await sql<{ people: number; loses_access: number }>`
    SELECT count(*) AS people, count(*) FILTER (WHERE ${dependsOn(reach, branchId)}) AS loses_access
    FROM ${peopleOf(reach, branchId, null)} AND (${userId}::integer IS NULL OR u.id = ${userId}::integer)`.execute(
    reach.db,
  );
  return rows[0]!;
}

/** Ends the sessions of those who have no way in but this branch, all of them or one. */
export async function endSessions(reach: Managing, branchId: number, userId: number | null): Promise<void> {
  await sql`
    DELETE FROM sessions s
    WHERE s.instance_id = ${reach.instanceId} AND s.user_id IN (
      SELECT u.id FROM ${peopleOf(reach, branchId, null)} AND (${userId}::integer IS NULL OR u.id = ${userId}::integer)
        AND ${dependsOn(reach, branchId)})`.execute(reach.db);
}

function dependsOn(reach: Reach, branchId: number): RawBuilder<boolean> {
  return sql`(NOT u.is_primary AND NOT EXISTS (
    SELECT FROM branch_users ou
    JOIN branches ob ON ob.instance_id = ou.instance_id AND ob.id = ou.branch_id AND ob.deleted_at IS NULL
    WHERE ou.instance_id = ${reach.instanceId} AND ou.user_id = u.id AND ou.branch_id <> ${branchId}))`;
}

function peopleOf(reach: Reach, branchId: number, search: PageOptions["search"]): RawBuilder<unknown> {
  return sql`branch_users bu
    JOIN users u ON u.instance_id = bu.instance_id AND u.id = bu.user_id AND u.deleted_at IS NULL AND u.platform_user_id IS NULL
    WHERE bu.instance_id = ${reach.instanceId} AND bu.branch_id = ${branchId} AND ${peopleSearched(search)}`;
}

function coursesOf(reach: Reach, branchId: number, search: PageOptions["search"]): RawBuilder<unknown> {
  return sql`branch_courses bc
    JOIN courses c ON c.instance_id = bc.instance_id AND c.id = bc.course_id AND c.deleted_at IS NULL
    WHERE bc.instance_id = ${reach.instanceId} AND bc.branch_id = ${branchId} AND ${coursesSearched(search)}`;
}

function peopleSearched(search: PageOptions["search"]): RawBuilder<boolean> {
  const pattern = containing(search);
  return pattern === null ? sql`true` : sql`(u.first_name || ' ' || u.last_name || ' ' || u.email) ILIKE ${pattern}`;
}

function coursesSearched(search: PageOptions["search"]): RawBuilder<boolean> {
  const pattern = containing(search);
  return pattern === null ? sql`true` : sql`c.title ILIKE ${pattern}`;
}
