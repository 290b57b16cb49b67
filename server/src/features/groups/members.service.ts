import type { Actor, Reach } from "../../access/actor.ts";
import { outranks } from "../../access/permissions.ts";
import { Forbidden, Invalid, NotFound } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { type DueRule, type DueRuleInput, toDueRule } from "../due-dates/due.service.ts";
import {
  enrolPeople,
  followGroupRule,
  measureWithdrawal,
  type Withdrawal,
  withdraw,
} from "../enrolments/enrolments.service.ts";
import { followPaths } from "../learning-paths/membership.service.ts";
import { findCourses, findPeople, type NamedUser } from "../members/members.service.ts";
import { leaveOutDeleted, refuseStaffByKey } from "../users/authority.service.ts";
import * as queries from "./groups.queries.ts";
import * as members from "./members.queries.ts";

/** A user in a group. */
export interface Membership {
  user_id: number;
  group_id: number;
}

const MOST_MEMBERSHIPS = 20_000;

/**
 * Adds users to groups and enrols them in the groups' courses (P17). Existing members stay as they are.
 * @returns the new memberships, and how many they are
 * @throws NotFound for a group or user outside the reach; Forbidden for a user above the actor's rank; Conflict when a
 * course is full
 */
export async function addPeople(
  actor: Actor,
  userIds: readonly number[],
  groupIds: readonly number[],
  branchUrl?: string | null,
): Promise<{ added: number; memberships: Membership[] }> {
  const reach = await actor.reach("group.manage", branchUrl);
  const groups = await lockGroups(reach, groupIds);
  const people = await getPeople(reach, userIds);
  const joined = new Set<number>();
  const memberships: Membership[] = [];
  for (const group of groups) {
    const fresh = new Set(
      await members.insertPeople(
        reach,
        group.id,
        people.map(({ id }) => id),
      ),
    );
    if (fresh.size === 0) continue;
    for (const id of fresh) {
      joined.add(id);
      memberships.push({ user_id: id, group_id: group.id });
    }
    const { courseIds } = await members.listMemberIds(reach, group.id);
    await enrolPeople(actor, reach, [...fresh], courseIds, { kind: "group", groupId: group.id });
    const changes = { people: people.filter(({ id }) => fresh.has(id)).map(({ name }) => name) };
    await recordAudit(actor, reach, { action: "group.users_added", subject: toAuditSubject(group), changes });
  }
  await followPaths(actor, reach, { userIds: [...joined] });
  return { added: memberships.length, memberships };
}

/** Removes a user from a group, and from the group's courses unless they have another source. */
export async function removePerson(
  actor: Actor,
  groupId: number,
  userId: number,
  branchUrl?: string | null,
): Promise<{ id: number }> {
  const reach = await actor.reach("group.manage", branchUrl);
  const [group] = await lockGroups(reach, [groupId]);
  const [person] = await getPeople(reach, [userId]);
  if (!(await members.deletePerson(reach, groupId, userId))) throw new NotFound("User");
  const ended = await withdraw(reach, { groupId, userIds: [userId] });
  await followPaths(actor, reach, { userIds: [userId] });
  const changes = { person: person!.name, enrolments_ended: ended.length };
  await recordAudit(actor, reach, { action: "group.user_removed", subject: toAuditSubject(group!), changes });
  return { id: userId };
}

/**
 * Removes several users from a group, and from the group's courses unless they have another source.
 * @throws NotFound when one of them is outside the reach or not in the group; Forbidden for a user above the actor's rank
 */
export async function removePeople(
  actor: Actor,
  groupId: number,
  userIds: readonly number[],
  branchUrl?: string | null,
): Promise<void> {
  const removed = await removeMembers(actor, groupId, userIds, branchUrl);
  if (removed < new Set(userIds).size) throw new NotFound("User");
}

/** Removes those of these users who are in a group. @returns how many @throws as `removePeople` for the reach and the rank */
async function removeMembers(
  actor: Actor,
  groupId: number,
  chosen: readonly number[],
  branchUrl?: string | null,
): Promise<number> {
  const reach = await actor.reach("group.manage", branchUrl);
  const [group] = await lockGroups(reach, [groupId]);
  const people: NamedUser[] = [];
  for (const person of await getPeople(reach, chosen))
    if (await members.deletePerson(reach, groupId, person.id)) people.push(person);
  if (people.length === 0) return 0;
  const userIds = people.map(({ id }) => id);
  const ended = await withdraw(reach, { groupId, userIds });
  await followPaths(actor, reach, { userIds });
  const changes = { people: people.map(({ name }) => name), enrolments_ended: ended.length };
  await recordAudit(actor, reach, { action: "group.user_removed", subject: toAuditSubject(group!), changes });
  return people.length;
}

/**
 * Takes back what `addPeople` did: removes users from groups, and from the groups' courses unless they have another source.
 * Users who were deleted or removed since are left out.
 * @returns how many memberships ended
 * @throws NotFound when none of them exists any more; Forbidden for a user above the actor's rank; Invalid for none or too many
 */
export async function removeMemberships(
  actor: Actor,
  added: readonly Membership[],
  branchUrl?: string | null,
): Promise<number> {
  const reach = await actor.reach("group.manage", branchUrl);
  if (added.length === 0) throw new Invalid({ memberships: [t`Choose at least one person.`] });
  if (added.length > MOST_MEMBERSHIPS)
    throw new Invalid({ memberships: [t`At most ${MOST_MEMBERSHIPS} people can be chosen at once.`] });
  const memberships = await leaveOutDeleted(reach, added);
  const usersByGroup = Map.groupBy(memberships, ({ group_id }) => group_id);
  let ended = 0;
  for (const [groupId, users] of [...usersByGroup].toSorted(([a], [b]) => a - b)) {
    const userIds = [...new Set(users.map(({ user_id }) => user_id))];
    ended += await removeMembers(actor, groupId, userIds, branchUrl);
  }
  if (ended === 0 && memberships.length > 0) throw new NotFound("User");
  return ended;
}

/** Adds courses to a group and enrols its users. @throws NotFound; Conflict when a course is full */
export async function addCourses(
  actor: Actor,
  groupId: number,
  courseIds: readonly number[],
  branchUrl?: string | null,
): Promise<{ id: number }> {
  const reach = await actor.reach("group.manage", branchUrl);
  const [group] = await lockGroups(reach, [groupId]);
  const courses = await findCourses(reach, courseIds);
  if (courses.length < new Set(courseIds).size) throw new NotFound("Course");
  const fresh = new Set(await members.insertCourses(reach, groupId, courseIds));
  if (fresh.size === 0) return { id: groupId };
  const { userIds } = await members.listMemberIds(reach, groupId);
  await enrolPeople(actor, reach, userIds, [...fresh], { kind: "group", groupId });
  const changes = { courses: courses.filter(({ id }) => fresh.has(id)).map(({ title }) => title) };
  await recordAudit(actor, reach, { action: "group.courses_added", subject: toAuditSubject(group!), changes });
  return { id: groupId };
}

/** Removes a course from a group, and from its users unless they have another source. */
export async function removeCourse(
  actor: Actor,
  groupId: number,
  courseId: number,
  branchUrl?: string | null,
): Promise<{ id: number }> {
  const reach = await actor.reach("group.manage", branchUrl);
  const [group] = await lockGroups(reach, [groupId]);
  const [course] = await findCourses(reach, [courseId]);
  if (!course || !(await members.deleteCourse(reach, groupId, courseId))) throw new NotFound("Course");
  const ended = await withdraw(reach, { groupId, courseIds: [courseId] });
  const changes = { course: course.title, enrolments_ended: ended.length };
  await recordAudit(actor, reach, { action: "group.course_removed", subject: toAuditSubject(group!), changes });
  return { id: courseId };
}

/**
 * Sets by when the users of a group complete one of its courses; null for no due date. Applies to those who are enrolled
 * through the group already, with days counted from their joining.
 * @throws NotFound; Invalid for `due`
 */
export async function setDueRule(
  actor: Actor,
  { groupId, courseId, due }: { groupId: number; courseId: number; due: DueRuleInput | null },
  branchUrl?: string | null,
): Promise<{ id: number }> {
  const reach = await actor.reach("group.manage", branchUrl);
  const rule = toDueRule(due ?? {});
  const [group] = await lockGroups(reach, [groupId]);
  const [course] = await findCourses(reach, [courseId]);
  const before = course && (await members.updateDueRule(reach, groupId, courseId, rule));
  if (!before) throw new NotFound("Course");
  await followGroupRule(reach, groupId, courseId);
  const changes = { course: course.title, due: [nameRule(before), nameRule(rule)] };
  await recordAudit(actor, reach, { action: "group.due_rule_changed", subject: toAuditSubject(group!), changes });
  return { id: courseId };
}

const nameRule = ({ on, days }: DueRule) => on ?? days ?? "none";

/**
 * Makes a manager a leader of a group, who reads its reports (P15), or ends that. @throws NotFound when the user is not
 * in the group
 */
export async function setLeader(
  actor: Actor,
  input: { groupId: number; userId: number; isLeader: boolean },
  branchUrl?: string | null,
): Promise<{ id: number }> {
  const reach = await actor.reach("group.manage", branchUrl);
  const [group] = await lockGroups(reach, [input.groupId]);
  const [person] = await getPeople(reach, [input.userId]);
  refuseStaffByKey(actor, [person!]);
  const wasLeader = await members.setLeader(reach, group!.id, input.userId, input.isLeader);
  if (wasLeader === undefined) throw new NotFound("User");
  if (wasLeader === input.isLeader) return { id: input.userId };
  const changes = { person: person!.name, is_leader: [wasLeader, input.isLeader] };
  await recordAudit(actor, reach, { action: "group.leader_changed", subject: toAuditSubject(group!), changes });
  return { id: input.userId };
}

/** Counts what removing a user, a course or the whole group would end and keep, for the confirmation dialog. */
export async function measureRemoval(
  actor: Actor,
  input: { groupId: number; userId?: number | null; courseId?: number | null },
  branchUrl?: string | null,
): Promise<Withdrawal> {
  const reach = await actor.reach("group.manage", branchUrl);
  if (!(await queries.findGroup(reach, input.groupId))) throw new NotFound("Group");
  return measureWithdrawal(reach, {
    groupId: input.groupId,
    ...(input.userId != null && { userIds: [input.userId] }),
    ...(input.courseId != null && { courseIds: [input.courseId] }),
  });
}

async function lockGroups(reach: Reach<"group.manage">, ids: readonly number[]): Promise<queries.GroupRow[]> {
  const groups = await queries.lockGroups(reach, ids);
  if (groups.length < new Set(ids).size) throw new NotFound("Group");
  return groups;
}

/** Returns users at or below the caller's rank: a group enrols and unenrols them. */
async function getPeople(reach: Reach<"group.manage">, ids: readonly number[]): Promise<NamedUser[]> {
  const people = await findPeople(reach, ids);
  if (people.length < new Set(ids).size) throw new NotFound("User");
  if (people.some(({ role }) => outranks(role, reach.role))) throw new Forbidden();
  return people;
}

function toAuditSubject({ id, name }: { id: number; name: string }) {
  return { type: "group" as const, id, name };
}
