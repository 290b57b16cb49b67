import type { Actor, Reach } from "../../access/actor.ts";
import { outranks } from "../../access/permissions.ts";
import { onePage, type PageOptions } from "../../db/page.ts";
import { Conflict, Forbidden, Invalid, NotFound } from "../../errors.ts";
import { recordAudit } from "../audit/audit.service.ts";
import * as queries from "./members.queries.ts";

/** Who belongs to a branch and which courses are available there: for those who manage branches. */
export async function listPeople(actor: Actor, branchId: number): Promise<queries.BranchUser[]> {
  return queries.listPeople(await managing(actor, branchId), branchId, {});
}

export async function pageOfPeople(actor: Actor, branchId: number, options: PageOptions) {
  const reach = await managing(actor, branchId);
  const total = await queries.countPeople(reach, branchId, options.search);
  return { total, rows: await queries.listPeople(reach, branchId, onePage(options)) };
}

export async function listCourses(actor: Actor, branchId: number): Promise<queries.BranchCourse[]> {
  return queries.listCourses(await managing(actor, branchId), branchId, {});
}

export async function pageOfCourses(actor: Actor, branchId: number, options: PageOptions) {
  const reach = await managing(actor, branchId);
  const total = await queries.countCourses(reach, branchId, options.search);
  return { total, rows: await queries.listCourses(reach, branchId, onePage(options)) };
}

const MOST_CHOICES = 100;

/** Who and what a picker offers for a branch: at most a hundred of those that match. */
export async function listPeopleToAdd(actor: Actor, branchId: number, search?: string | null) {
  return queries.listPeopleToAdd(await managing(actor, branchId), branchId, { search, limit: MOST_CHOICES });
}

export async function listCoursesToAdd(actor: Actor, branchId: number, search?: string | null) {
  return queries.listCoursesToAdd(await managing(actor, branchId), branchId, { search, limit: MOST_CHOICES });
}

/**
 * Lets people into branches. Whoever has main-site access finds everybody of the instance; others the people of their own
 * branches. A role is never lowered by this, nor raised: `learner` and `student` both say that somebody joins (decision 7).
 * @throws NotFound for a branch or person outside the reach; Invalid for another role
 */
export async function addPeople(
  actor: Actor,
  input: { userIds: readonly number[]; branchIds: readonly number[]; role?: string | null },
  branchUrl?: string | null,
): Promise<{ id: number }> {
  const reach = await actor.reach("branch.manage", branchUrl);
  if (input.role && !["learner", "student"].includes(input.role))
    throw new Invalid({ role: ["People join a branch as learner or student."] });
  if (input.userIds.length === 0) throw new Invalid({ user_ids: ["Choose at least one person."] });
  if (input.branchIds.length === 0) throw new Invalid({ branch_ids: ["Choose at least one branch."] });
  const branches = await getBranches(reach, input.branchIds);
  const people = await getPeople(await actor.reach("branch.manage"), input.userIds);
  for (const branch of branches) {
    const fresh = new Set(
      await queries.insertPeople(
        reach,
        branch.id,
        people.map(({ id }) => id),
      ),
    );
    if (fresh.size === 0) continue;
    const changes = { people: people.filter(({ id }) => fresh.has(id)).map(({ name }) => name) };
    await recordAudit(actor, reach, { action: "branch.users_added", subject: subjectOf(branch), changes });
  }
  return { id: branches[0]!.id };
}

/** Takes somebody out of a branch; who has no other way in is signed out. @throws Conflict for one's own only way in */
export async function removePerson(
  actor: Actor,
  branchId: number,
  userId: number,
  branchUrl?: string | null,
): Promise<{ id: number }> {
  const reach = await actor.reach("branch.manage", branchUrl);
  const [branch] = await getBranches(reach, [branchId]);
  const [person] = await getPeople(reach, [userId]);
  const { people, loses_access } = await queries.countDependent(reach, branchId, userId);
  if (people === 0) throw new NotFound("User");
  if (loses_access > 0 && userId === actor.person.id)
    throw new Conflict("This branch is your own only way in. Ask somebody else to remove you.");
  await queries.endSessions(reach, branchId, userId);
  await queries.deletePerson(reach, branchId, userId);
  const changes = { person: person!.name, loses_access: loses_access > 0 };
  await recordAudit(actor, reach, { action: "branch.user_removed", subject: subjectOf(branch!), changes });
  return { id: userId };
}

/** Makes courses available in a branch; it enrols nobody (decision 17). */
export async function assignCourses(
  actor: Actor,
  branchId: number,
  courseIds: readonly number[],
): Promise<{ id: number }> {
  const reach = await actor.reach("branch.manage");
  const [branch] = await getBranches(reach, [branchId]);
  const courses = await queries.findCourses(reach, courseIds);
  if (courses.length < new Set(courseIds).size) throw new NotFound("Course");
  const fresh = new Set(await queries.insertCourses(reach, branchId, courseIds));
  if (fresh.size > 0) {
    const changes = { courses: courses.filter(({ id }) => fresh.has(id)).map(({ name }) => name) };
    await recordAudit(actor, reach, { action: "branch.courses_assigned", subject: subjectOf(branch!), changes });
  }
  return { id: branchId };
}

/**
 * Takes a course out of a branch's catalogue. Who is enrolled keeps it.
 * @throws NotFound; Conflict where a person of the branch would lose sight of a course that the branch owns
 */
export async function removeCourse(actor: Actor, branchId: number, courseId: number): Promise<{ id: number }> {
  const reach = await actor.reach("branch.manage");
  const [branch] = await getBranches(reach, [branchId]);
  const [course] = await queries.findCourses(reach, [courseId]);
  if (course && reach.ownBranchIds !== null && course.branch_id === branchId)
    throw new Conflict(`'${course.name}' belongs to this branch. Hide it from the catalog or delete it instead.`);
  if (!course || !(await queries.deleteCourse(reach, branchId, courseId))) throw new NotFound("Course");
  const changes = { course: course.name };
  await recordAudit(actor, reach, { action: "branch.course_removed", subject: subjectOf(branch!), changes });
  return { id: courseId };
}

/** Who would lose all access if the branch were deleted, or this person removed from it: for the dialog that asks. */
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

async function getPeople(reach: Reach<"branch.manage">, ids: readonly number[]): Promise<queries.Named[]> {
  const people = await queries.findPeople(reach, ids);
  if (people.length < new Set(ids).size) throw new NotFound("User");
  if (people.some(({ role }) => outranks(role, reach.role))) throw new Forbidden();
  return people;
}

function subjectOf({ id, name }: { id: number; name: string }) {
  return { type: "branch" as const, id, name };
}
