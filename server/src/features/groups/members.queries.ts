import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { RANK } from "../../access/permissions.ts";
import { courseInScope, userInScope } from "../../access/scope.ts";
import type { PageOptions } from "../../db/page.ts";
import type { DueRule } from "../due-dates/due.service.ts";
import * as members from "../members/members.service.ts";

type Reading = Reach<"group.view"> | Reach<"group.manage">;
type Managing = Reach<"group.manage">;

export interface Member extends members.MemberUser {
  is_leader: boolean;
  date_joined: Date;
}

const inGroup = (id: number) => ({ kind: "group" as const, id });

/** Lists a group's users within the reach. */
export function listPeople(reach: Reading, groupId: number, options: PageOptions): Promise<Member[]> {
  const columns = sql`, m.is_leader, m.date_joined`;
  return members.listPeople(reach, inGroup(groupId), options, userInScope(reach, "u.id"), columns);
}

export function countPeople(reach: Reading, groupId: number, search: PageOptions["search"]): Promise<number> {
  return members.countPeople(reach, inGroup(groupId), search, userInScope(reach, "u.id"));
}

/** Lists a group's courses within the reach. */
export function listCourses(reach: Reading, groupId: number, options: PageOptions): Promise<members.MemberCourse[]> {
  return members.listCourses(reach, inGroup(groupId), options, courseInScope(reach, "c.id"));
}

export function countCourses(reach: Reading, groupId: number, search: PageOptions["search"]): Promise<number> {
  return members.countCourses(reach, inGroup(groupId), search, courseInScope(reach, "c.id"));
}

/** Lists users of the reach who are not in the group and not above the caller's rank. */
export function listPeopleToAdd(reach: Reading, groupId: number, options: PageOptions) {
  const notAbove = sql<boolean>`u.role = ANY (${RANK.slice(RANK.indexOf(reach.role))})`;
  return members.listPeopleToAdd(reach, inGroup(groupId), options, notAbove);
}

/** Lists courses of the reach that the group does not have. */
export function listCoursesToAdd(reach: Reading, groupId: number, options: PageOptions) {
  return members.listCoursesToAdd(reach, inGroup(groupId), options);
}

/** Adds users to a group. @returns those who were not in it */
export function insertPeople(reach: Managing, groupId: number, userIds: readonly number[]): Promise<number[]> {
  return members.insertPeople(reach, inGroup(groupId), userIds);
}

/** Adds courses to a group. @returns those it did not have */
export function insertCourses(reach: Managing, groupId: number, courseIds: readonly number[]): Promise<number[]> {
  return members.insertCourses(reach, inGroup(groupId), courseIds);
}

export function deletePerson(reach: Managing, groupId: number, userId: number): Promise<boolean> {
  return members.deletePerson(reach, inGroup(groupId), userId);
}

export function deleteCourse(reach: Managing, groupId: number, courseId: number): Promise<boolean> {
  return members.deleteCourse(reach, inGroup(groupId), courseId);
}

/** Lists the courses of a group that have a rule for the due date. */
export function listDueRules(reach: Reading, groupId: number): Promise<(DueRule & { course_id: number })[]> {
  return reach.db
    .selectFrom("group_courses")
    .where("instance_id", "=", reach.instanceId)
    .where("group_id", "=", groupId)
    .where((eb) => eb.or([eb("due_on", "is not", null), eb("due_days", "is not", null)]))
    .select(["course_id", "due_on as on", "due_days as days"])
    .execute();
}

/** Sets the rule for the due date of a group's course. @returns the rule before; undefined if the group has no such course */
export async function updateDueRule(
  reach: Managing,
  groupId: number,
  courseId: number,
  { on, days }: DueRule,
): Promise<DueRule | undefined> {
  const { rows } = await sql<DueRule>`
    UPDATE group_courses g SET due_on = ${on}::date, due_days = ${days}::integer
    FROM (SELECT * FROM group_courses
      WHERE instance_id = ${reach.instanceId} AND group_id = ${groupId} AND course_id = ${courseId} FOR UPDATE) old
    WHERE g.instance_id = ${reach.instanceId} AND g.group_id = old.group_id AND g.course_id = old.course_id
    RETURNING old.due_on AS on, old.due_days AS days`.execute(reach.db);
  return rows[0];
}

/** Sets whether a user leads a group. @returns whether the user led it before; undefined when the user is not in the group */
export async function setLeader(
  reach: Managing,
  groupId: number,
  userId: number,
  isLeader: boolean,
): Promise<boolean | undefined> {
  const { rows } = await sql<{ was_leader: boolean }>`
    UPDATE group_users g SET is_leader = ${isLeader}
    FROM (SELECT * FROM group_users
      WHERE instance_id = ${reach.instanceId} AND group_id = ${groupId} AND user_id = ${userId} FOR UPDATE) old
    WHERE g.instance_id = ${reach.instanceId} AND g.group_id = old.group_id AND g.user_id = old.user_id
    RETURNING old.is_leader AS was_leader`.execute(reach.db);
  return rows[0]?.was_leader;
}

/** Lists all users and courses of a group, whatever the reach, because enrolments follow from all of them. */
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
