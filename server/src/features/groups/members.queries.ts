import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { RANK } from "../../access/permissions.ts";
import { courseInScope, userInScope } from "../../access/scope.ts";
import { containing } from "../../db/like.ts";
import { orderOf, type PageOptions, windowOf } from "../../db/page.ts";

type Reading = Reach<"group.view"> | Reach<"group.manage">;
type Managing = Reach<"group.manage">;

export interface Member {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  role: string;
  is_leader: boolean;
  date_joined: Date;
}

const PEOPLE_SORTS = {
  name: ["u.last_name COLLATE people", "u.first_name COLLATE people"],
  email: ["lower(u.email)"],
};

/** A group's people, as far as they are of the reach. */
export async function listPeople(reach: Reading, groupId: number, options: PageOptions): Promise<Member[]> {
  const { rows } = await sql<Member>`
    SELECT u.id, u.first_name, u.last_name, u.email, u.role, gu.is_leader, gu.date_joined
    FROM ${peopleOf(reach, groupId)} AND ${peopleSearched(options.search)}
    ORDER BY ${orderOf(options, PEOPLE_SORTS, "u.id")} ${windowOf(options)}`.execute(reach.db);
  return rows;
}

export async function countPeople(reach: Reading, groupId: number, search: PageOptions["search"]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM ${peopleOf(reach, groupId)} AND ${peopleSearched(search)}`.execute(reach.db);
  return rows[0]!.total;
}

export interface GroupCourse {
  id: number;
  title: string;
}

const COURSE_SORTS = { title: ["c.title COLLATE people"] };

/** A group's courses, as far as they are of the reach. */
export async function listCourses(reach: Reading, groupId: number, options: PageOptions): Promise<GroupCourse[]> {
  const { rows } = await sql<GroupCourse>`
    SELECT c.id, c.title FROM ${coursesOf(reach, groupId)} AND ${coursesSearched(options.search)}
    ORDER BY ${orderOf(options, COURSE_SORTS, "c.id")} ${windowOf(options)}`.execute(reach.db);
  return rows;
}

export async function countCourses(reach: Reading, groupId: number, search: PageOptions["search"]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM ${coursesOf(reach, groupId)} AND ${coursesSearched(search)}`.execute(reach.db);
  return rows[0]!.total;
}

/** People of the reach who are not in the group, and whom somebody of this rank may put there. */
export async function listPeopleToAdd(
  reach: Reading,
  groupId: number,
  { search, limit }: PageOptions,
): Promise<{ id: number; name: string; email: string }[]> {
  const { rows } = await sql<{ id: number; name: string; email: string }>`
    SELECT u.id, u.first_name || ' ' || u.last_name AS name, u.email FROM users u
    WHERE u.instance_id = ${reach.instanceId} AND u.deleted_at IS NULL AND u.platform_user_id IS NULL
      AND u.role = ANY (${RANK.slice(RANK.indexOf(reach.role))}) AND ${userInScope(reach, "u.id")} AND ${peopleSearched(search)}
      AND NOT EXISTS (SELECT FROM group_users gu
        WHERE gu.instance_id = ${reach.instanceId} AND gu.group_id = ${groupId} AND gu.user_id = u.id)
    ORDER BY u.last_name COLLATE people, u.first_name COLLATE people, u.id LIMIT ${limit}`.execute(reach.db);
  return rows;
}

/** Courses of the reach that the group does not have. */
export async function listCoursesToAdd(
  reach: Reading,
  groupId: number,
  { search, limit }: PageOptions,
): Promise<GroupCourse[]> {
  const { rows } = await sql<GroupCourse>`
    SELECT c.id, c.title FROM courses c
    WHERE c.instance_id = ${reach.instanceId} AND c.deleted_at IS NULL AND ${courseInScope(reach, "c.id")} AND ${coursesSearched(search)}
      AND NOT EXISTS (SELECT FROM group_courses gc
        WHERE gc.instance_id = ${reach.instanceId} AND gc.group_id = ${groupId} AND gc.course_id = c.id)
    ORDER BY c.title COLLATE people, c.id LIMIT ${limit}`.execute(reach.db);
  return rows;
}

export interface Person {
  id: number;
  name: string;
  role: string;
}

/** Those of these people that are of the reach. */
export async function findPeople(reach: Managing, ids: readonly number[]): Promise<Person[]> {
  const { rows } = await sql<Person>`
    SELECT u.id, u.first_name || ' ' || u.last_name AS name, u.role FROM users u
    WHERE u.instance_id = ${reach.instanceId} AND u.id = ANY (${[...ids]}) AND u.deleted_at IS NULL
      AND u.platform_user_id IS NULL AND ${userInScope(reach, "u.id")}`.execute(reach.db);
  return rows;
}

/** Those of these courses that are of the reach. */
export async function findCourses(reach: Managing, ids: readonly number[]): Promise<GroupCourse[]> {
  const { rows } = await sql<GroupCourse>`
    SELECT c.id, c.title FROM courses c
    WHERE c.instance_id = ${reach.instanceId} AND c.id = ANY (${[...ids]}) AND c.deleted_at IS NULL
      AND ${courseInScope(reach, "c.id")}`.execute(reach.db);
  return rows;
}

/** Puts people into a group; returns those who were not in it. */
export async function insertPeople(reach: Managing, groupId: number, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    INSERT INTO group_users (instance_id, group_id, user_id)
    SELECT ${reach.instanceId}, ${groupId}, unnest(${[...userIds]}::integer[])
    ON CONFLICT DO NOTHING RETURNING user_id`.execute(reach.db);
  return rows.map(({ user_id }) => user_id);
}

/** Gives courses to a group; returns those it did not have. */
export async function insertCourses(reach: Managing, groupId: number, courseIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ course_id: number }>`
    INSERT INTO group_courses (instance_id, group_id, course_id)
    SELECT ${reach.instanceId}, ${groupId}, unnest(${[...courseIds]}::integer[])
    ON CONFLICT DO NOTHING RETURNING course_id`.execute(reach.db);
  return rows.map(({ course_id }) => course_id);
}

export async function deletePerson(reach: Managing, groupId: number, userId: number): Promise<boolean> {
  const { numDeletedRows } = await reach.db
    .deleteFrom("group_users")
    .where("instance_id", "=", reach.instanceId)
    .where("group_id", "=", groupId)
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function deleteCourse(reach: Managing, groupId: number, courseId: number): Promise<boolean> {
  const { numDeletedRows } = await reach.db
    .deleteFrom("group_courses")
    .where("instance_id", "=", reach.instanceId)
    .where("group_id", "=", groupId)
    .where("course_id", "=", courseId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** False when the person is not in the group. */
export async function setLeader(reach: Managing, groupId: number, userId: number, isLeader: boolean): Promise<boolean> {
  const { numUpdatedRows } = await reach.db
    .updateTable("group_users")
    .set({ is_leader: isLeader })
    .where("instance_id", "=", reach.instanceId)
    .where("group_id", "=", groupId)
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Everybody of a group and everything given to it, whatever the reach: for what its enrolments follow from. */
export async function listMemberIds(
  reach: Reach,
  groupId: number,
): Promise<{ userIds: number[]; courseIds: number[] }> {
  const { rows } = await sql<{ user_ids: number[]; course_ids: number[] }>`
    SELECT
      ARRAY(SELECT user_id FROM group_users WHERE instance_id = ${reach.instanceId} AND group_id = ${groupId}) AS user_ids,
      ARRAY(SELECT course_id FROM group_courses WHERE instance_id = ${reach.instanceId} AND group_id = ${groupId}) AS course_ids`.execute(
    reach.db,
  );
  return { userIds: rows[0]!.user_ids, courseIds: rows[0]!.course_ids };
}

function peopleOf(reach: Reach, groupId: number): RawBuilder<unknown> {
  return sql`group_users gu
    JOIN users u ON u.instance_id = gu.instance_id AND u.id = gu.user_id AND u.deleted_at IS NULL AND u.platform_user_id IS NULL
    WHERE gu.instance_id = ${reach.instanceId} AND gu.group_id = ${groupId} AND ${userInScope(reach, "u.id")}`;
}

function coursesOf(reach: Reach, groupId: number): RawBuilder<unknown> {
  return sql`group_courses gc
    JOIN courses c ON c.instance_id = gc.instance_id AND c.id = gc.course_id AND c.deleted_at IS NULL
    WHERE gc.instance_id = ${reach.instanceId} AND gc.group_id = ${groupId} AND ${courseInScope(reach, "c.id")}`;
}

function peopleSearched(search: PageOptions["search"]): RawBuilder<boolean> {
  const pattern = containing(search);
  return pattern === null ? sql`true` : sql`(u.first_name || ' ' || u.last_name || ' ' || u.email) ILIKE ${pattern}`;
}

function coursesSearched(search: PageOptions["search"]): RawBuilder<boolean> {
  const pattern = containing(search);
  return pattern === null ? sql`true` : sql`c.title ILIKE ${pattern}`;
}
