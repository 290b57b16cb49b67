import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import type { PageOptions } from "../../db/page.ts";
import * as members from "../members/members.service.ts";

type Managing = Reach<"branch.manage"> | Reach<"branch.create">;

const inBranch = (id: number) => ({ kind: "branch" as const, id });

export function listPeople(reach: Managing, branchId: number, options: PageOptions): Promise<members.MemberUser[]> {
  return members.listPeople(reach, inBranch(branchId), options);
}

export function countPeople(reach: Managing, branchId: number, search: PageOptions["search"]): Promise<number> {
  return members.countPeople(reach, inBranch(branchId), search);
}

export function listCourses(reach: Managing, branchId: number, options: PageOptions): Promise<members.MemberCourse[]> {
  return members.listCourses(reach, inBranch(branchId), options);
}

export function countCourses(reach: Managing, branchId: number, search: PageOptions["search"]): Promise<number> {
  return members.countCourses(reach, inBranch(branchId), search);
}

/** Lists users of the reach who are not in the branch. */
export function listPeopleToAdd(reach: Managing, branchId: number, options: PageOptions) {
  return members.listPeopleToAdd(reach, inBranch(branchId), options);
}

/** Lists courses of the reach that are not in the branch. */
export function listCoursesToAdd(reach: Managing, branchId: number, options: PageOptions) {
  return members.listCoursesToAdd(reach, inBranch(branchId), options);
}

export interface Named {
  id: number;
  name: string;
}

/** Locks those of these branches that are in the reach: none is deleted while users join it. */
export async function lockBranches(reach: Managing, ids: readonly number[]): Promise<Named[]> {
  const own = reach.branchIds === null ? sql`true` : sql`b.id = ANY (${reach.branchIds})`;
  const { rows } = await sql<Named>`
    SELECT b.id, b.name FROM branches b
    WHERE b.instance_id = ${reach.instanceId} AND b.id = ANY (${[...ids]}) AND b.deleted_at IS NULL AND ${own}
    ORDER BY b.id FOR UPDATE`.execute(reach.db);
  return rows;
}

/** Adds users to a branch. @returns the ids of those who were not in it */
export function insertPeople(reach: Managing, branchId: number, ids: readonly number[]): Promise<number[]> {
  return members.insertPeople(reach, inBranch(branchId), ids);
}

/** Adds courses to a branch. @returns the ids of those that were not in it */
export function insertCourses(reach: Managing, branchId: number, ids: readonly number[]): Promise<number[]> {
  return members.insertCourses(reach, inBranch(branchId), ids);
}

export function deletePerson(reach: Managing, branchId: number, userId: number): Promise<boolean> {
  return members.deletePerson(reach, inBranch(branchId), userId);
}

export function deleteCourse(reach: Managing, branchId: number, courseId: number): Promise<boolean> {
  return members.deleteCourse(reach, inBranch(branchId), courseId);
}

/** Counts the users of a branch, and those whose only access is this branch. `userId` limits it to one user. */
export async function countDependent(
  reach: Managing,
  branchId: number,
  userId: number | null,
): Promise<{ people: number; loses_access: number }> {
  const { rows } = await sql<{ people: number; loses_access: number }>`
    SELECT count(*) AS people, count(*) FILTER (WHERE ${dependsOn(reach, branchId)}) AS loses_access
    FROM ${members.selectPeople(reach, inBranch(branchId))} AND (${userId}::integer IS NULL OR u.id = ${userId}::integer)`.execute(
    reach.db,
  );
  return rows[0]!;
}

/** Ends the sessions of users whose only access is this branch, of all or of one. */
export async function endSessions(reach: Managing, branchId: number, userId: number | null): Promise<void> {
  await sql`
    DELETE FROM sessions s
    WHERE s.instance_id = ${reach.instanceId} AND s.user_id IN (
      SELECT u.id FROM ${members.selectPeople(reach, inBranch(branchId))} AND (${userId}::integer IS NULL OR u.id = ${userId}::integer)
        AND ${dependsOn(reach, branchId)})`.execute(reach.db);
}

function dependsOn(reach: Reach, branchId: number): RawBuilder<boolean> {
  return sql`(NOT u.is_primary AND NOT EXISTS (
    SELECT FROM branch_users ou
    JOIN branches ob ON ob.instance_id = ou.instance_id AND ob.id = ou.branch_id AND ob.deleted_at IS NULL
    WHERE ou.instance_id = ${reach.instanceId} AND ou.user_id = u.id AND ou.branch_id <> ${branchId}))`;
}
