import type { Actor, Reach } from "../../access/actor.ts";
import { outranks } from "../../access/permissions.ts";
import { toPageOptions, type PageOptions } from "../../db/page.ts";
import { Conflict, Forbidden, Invalid, NotFound } from "../../errors.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { followPaths } from "../learning-paths/membership.service.ts";
import { queueAccountChange } from "../mails/account-mails.service.ts";
import {
  findCourses,
  findPeople,
  type MemberCourse,
  type MemberUser,
  type NamedUser,
} from "../members/members.service.ts";
import { leaveOutDeleted, refuseStaffByKey } from "../users/authority.service.ts";
import * as queries from "./members.queries.ts";
import { t } from "../../i18n/message.ts";

/** Lists the users of a branch, for those who manage branches. */
export async function listPeople(actor: Actor, branchId: number): Promise<MemberUser[]> {
  return queries.listPeople(await managing(actor, branchId), branchId, {});
}

export async function getPageOfPeople(actor: Actor, branchId: number, options: PageOptions) {
  const reach = await managing(actor, branchId);
  const total = await queries.countPeople(reach, branchId, options.search);
  return { total, rows: await queries.listPeople(reach, branchId, toPageOptions(options)) };
}

export async function listCourses(actor: Actor, branchId: number): Promise<MemberCourse[]> {
  return queries.listCourses(await managing(actor, branchId), branchId, {});
}

export async function getPageOfCourses(actor: Actor, branchId: number, options: PageOptions) {
  const reach = await managing(actor, branchId);
  const total = await queries.countCourses(reach, branchId, options.search);
  return { total, rows: await queries.listCourses(reach, branchId, toPageOptions(options)) };
}

const MOST_CHOICES = 100;

/** Lists users and courses for a branch's picker: at most a hundred matches. */
export async function listPeopleToAdd(actor: Actor, branchId: number, search?: string | null) {
  return queries.listPeopleToAdd(await managing(actor, branchId), branchId, { search, limit: MOST_CHOICES });
}

export async function listCoursesToAdd(actor: Actor, branchId: number, search?: string | null) {
  return queries.listCoursesToAdd(await managing(actor, branchId), branchId, { search, limit: MOST_CHOICES });
}

/**
 * Adds users to branches. Callers with main-site access find all users of the instance; others those of their own
 * branches. Roles never change: `learner` and `student` both only join (P7).
 * @returns the new memberships
 * @throws NotFound for a branch or user outside the reach; Invalid for another role
 */
export async function addPeople(
  actor: Actor,
  input: { userIds: readonly number[]; branchIds: readonly number[]; role?: string | null },
  branchUrl?: string | null,
): Promise<{ id: number; memberships: BranchMembership[] }> {
  const reach = await actor.reach("branch.manage", branchUrl);
  const memberships: BranchMembership[] = [];
  if (input.role && !["learner", "student"].includes(input.role))
    throw new Invalid({ role: [t`People join a branch as learner or student.`] });
  if (input.userIds.length === 0) throw new Invalid({ user_ids: [t`Choose at least one person.`] });
  if (input.branchIds.length === 0) throw new Invalid({ branch_ids: [t`Choose at least one branch.`] });
  const branches = await getBranches(reach, input.branchIds);
  const people = await getPeople(actor, await actor.reach("branch.manage"), input.userIds);
  for (const branch of branches) {
    const fresh = new Set(
      await queries.insertPeople(
        reach,
        branch.id,
        people.map(({ id }) => id),
      ),
    );
    if (fresh.size === 0) continue;
    const added = people.filter(({ id }) => fresh.has(id));
    for (const { id } of added) memberships.push({ user_id: id, branch_id: branch.id });
    const changes = { people: added.map(({ name }) => name) };
    await recordAudit(actor, reach, { action: "branch.users_added", subject: toAuditSubject(branch), changes });
    for (const person of added) await queueBranchChange(actor, reach, person, { branch: branch.name, has: true });
  }
  await followPaths(actor, reach, { userIds: people.map(({ id }) => id) });
  return { id: branches[0]!.id, memberships };
}

/** A user in a branch. */
export interface BranchMembership {
  user_id: number;
  branch_id: number;
}

const MOST_MEMBERSHIPS = 1_000;

/**
 * Takes back what `addPeople` did: removes users from branches, without those who were deleted or removed since.
 * @returns how many memberships ended
 * @throws NotFound when none of them exists any more; Conflict for one's own only access; Invalid for none or too many
 */
export async function removeMemberships(
  actor: Actor,
  added: readonly BranchMembership[],
  branchUrl?: string | null,
): Promise<number> {
  const reach = await actor.reach("branch.manage", branchUrl);
  if (added.length === 0) throw new Invalid({ memberships: [t`Choose at least one person.`] });
  if (added.length > MOST_MEMBERSHIPS)
    throw new Invalid({ memberships: [t`At most ${MOST_MEMBERSHIPS} people can be chosen at once.`] });
  const memberships = await leaveOutDeleted(reach, added);
  let ended = 0;
  for (const { user_id, branch_id } of memberships)
    if (await endMembership(actor, branch_id, user_id, branchUrl)) ended++;
  if (ended === 0 && memberships.length > 0) throw new NotFound("User");
  return ended;
}

/**
 * Removes a user from a branch and ends their sessions if they have no other access. @throws NotFound for one who is not
 * in it; Conflict for one's own only access
 */
export async function removePerson(
  actor: Actor,
  branchId: number,
  userId: number,
  branchUrl?: string | null,
): Promise<{ id: number }> {
  if (!(await endMembership(actor, branchId, userId, branchUrl))) throw new NotFound("User");
  return { id: userId };
}

/** Removes a user from a branch. @returns false when they are not in it @throws as `removePerson` */
async function endMembership(
  actor: Actor,
  branchId: number,
  userId: number,
  branchUrl?: string | null,
): Promise<boolean> {
  const reach = await actor.reach("branch.manage", branchUrl);
  const [branch] = await getBranches(reach, [branchId]);
  const [person] = await getPeople(actor, reach, [userId]);
  const { people, loses_access } = await queries.countDependent(reach, branchId, userId);
  if (people === 0) return false;
  if (loses_access > 0 && userId === actor.person.id)
    throw new Conflict(t`This branch is your only access. Ask another user to remove you.`);
  await queries.endSessions(reach, branchId, userId);
  await queries.deletePerson(reach, branchId, userId);
  await followPaths(actor, reach, { userIds: [userId] });
  const changes = { person: person!.name, loses_access: loses_access > 0 };
  await recordAudit(actor, reach, { action: "branch.user_removed", subject: toAuditSubject(branch!), changes });
  await queueBranchChange(actor, reach, person!, { branch: branch!.name, has: false });
  return true;
}

/** Adds courses to a branch; enrols no user (P17). */
export async function assignCourses(
  actor: Actor,
  branchId: number,
  courseIds: readonly number[],
): Promise<{ id: number }> {
  const reach = await actor.reach("branch.manage");
  const [branch] = await getBranches(reach, [branchId]);
  const courses = await findCourses(reach, courseIds);
  if (courses.length < new Set(courseIds).size) throw new NotFound("Course");
  const fresh = new Set(await queries.insertCourses(reach, branchId, courseIds));
  if (fresh.size > 0) {
    const changes = { courses: courses.filter(({ id }) => fresh.has(id)).map(({ title }) => title) };
    await recordAudit(actor, reach, { action: "branch.courses_assigned", subject: toAuditSubject(branch!), changes });
  }
  return { id: branchId };
}

/**
 * Removes a course from a branch's catalog. Enrolled users keep it.
 * @throws NotFound; Conflict when users of the branch would lose a course that the branch owns
 */
export async function removeCourse(actor: Actor, branchId: number, courseId: number): Promise<{ id: number }> {
  const reach = await actor.reach("branch.manage");
  const [branch] = await getBranches(reach, [branchId]);
  const [course] = await findCourses(reach, [courseId]);
  if (course && reach.ownBranchIds !== null && course.branch_id === branchId)
    throw new Conflict(t`'${course.title}' belongs to this branch. Hide it from the catalog or delete it instead.`);
  if (!course || !(await queries.deleteCourse(reach, branchId, courseId))) throw new NotFound("Course");
  const changes = { course: course.title };
  await recordAudit(actor, reach, { action: "branch.course_removed", subject: toAuditSubject(branch!), changes });
  return { id: courseId };
}

/**
 * Counts the users who would lose all access if the branch were deleted, or this user removed from it, for the
 * confirmation dialog.
 */
export async function measureRemoval(actor: Actor, branchId: number, userId: number | null, branchUrl?: string | null) {
  const reach = await actor.reach("branch.manage", branchUrl);
  await getBranches(reach, [branchId]);
  return queries.countDependent(reach, branchId, userId);
}

async function managing(actor: Actor, branchId: number): Promise<Reach<"branch.manage">> {
  const reach = await actor.reach("branch.manage");
  if (reach.branchIds !== null && !reach.branchIds.includes(branchId)) throw new NotFound("Branch");
  return reach;
}

async function getBranches(reach: Reach<"branch.manage">, ids: readonly number[]): Promise<queries.Named[]> {
  const branches = await queries.lockBranches(reach, ids);
  if (branches.length < new Set(ids).size) throw new NotFound("Branch");
  return branches;
}

/** Mails a user above learner that another user added them to a branch or removed them from one. */
async function queueBranchChange(
  actor: Actor,
  reach: Reach<"branch.manage">,
  { id, role }: NamedUser,
  change: { branch: string; has: boolean },
): Promise<void> {
  if (role !== "learner") await queueAccountChange(actor, reach, id, [{ kind: "branch", ...change }]);
}

/**
 * Returns these users of the reach. @throws NotFound; Forbidden above the actor's rank, and for an API key above
 * learner (P79)
 */
async function getPeople(actor: Actor, reach: Reach<"branch.manage">, ids: readonly number[]): Promise<NamedUser[]> {
  const people = await findPeople(reach, ids);
  if (people.length < new Set(ids).size) throw new NotFound("User");
  if (people.some(({ role }) => outranks(role, reach.role))) throw new Forbidden();
  refuseStaffByKey(actor, people);
  return people;
}

function toAuditSubject({ id, name }: { id: number; name: string }) {
  return { type: "branch" as const, id, name };
}
