import { type Actor, alsoFor, type Reach } from "../../access/actor.ts";
import { Invalid, NotFound } from "../../errors.ts";
import { recordAudit, recordAudits } from "../audit/audit.service.ts";
import type { DueRule } from "../due-dates/due.service.ts";
import { getPeople, leaveOutDeleted } from "../users/authority.service.ts";
import { checkChoice, toAuditSubject } from "../users/people.service.ts";
import type { Person } from "../users/users.service.ts";
import * as queries from "./assigning.queries.ts";
import { endEnrolments, enrolPeople, followSources, type Pair, restoreEnrolment } from "./enrolments.service.ts";
import { t } from "../../i18n/message.ts";

/**
 * Enrols a user in courses, by an admin or instructor (P17).
 * @throws NotFound for a user or course out of reach; Forbidden for a user above one's rank; Conflict for a full course
 */
export async function enrolUser(
  actor: Actor,
  userId: number,
  courseIds: readonly number[],
  branchUrl?: string | null,
): Promise<Person> {
  const reach = await actor.reach("enrolment.manage", branchUrl);
  const { people } = await assign(actor, reach, [userId], courseIds);
  return { ...people[0]!, reach: alsoFor(reach, "user.read") };
}

/**
 * Enrols several users in several courses, all or none.
 * @param due the rule for the due date of new enrolments; the courses' own without
 * @returns the new enrolments
 */
export async function enrolUsers(
  actor: Actor,
  userIds: readonly number[],
  courseIds: readonly number[],
  branchUrl?: string | null,
  due: DueRule | null = null,
): Promise<Pair[]> {
  const reach = await actor.reach("enrolment.manage", branchUrl);
  return (await assign(actor, reach, checkChoice(userIds), courseIds, due)).enrolled;
}

/** Ends a user's enrolment, whatever its sources. @returns the id by which it can be restored @throws NotFound */
export async function unenrolUser(
  actor: Actor,
  userId: number,
  courseId: number,
  branchUrl?: string | null,
): Promise<{ id: number; ended_id: number }> {
  const reach = await actor.reach("enrolment.manage", branchUrl);
  const [ended] = await unenrol(actor, reach, [{ user_id: userId, course_id: courseId }]);
  return { id: userId, ended_id: ended! };
}

/**
 * Undoes enrolling: ends several enrolments, all or none, except for those that have got another source since, which stay
 * for it alone, and those of people who were deleted since. @returns how many ended @throws NotFound
 */
export async function unenrolUsers(actor: Actor, added: readonly Pair[], branchUrl?: string | null): Promise<number> {
  const reach = await actor.reach("enrolment.manage", branchUrl);
  checkChoice(added.map(({ user_id }) => user_id));
  const pairs = await leaveOutDeleted(reach, added);
  await getEnrolled(reach, pairs);
  const kept = await queries.removePersonSources(reach, pairs);
  if (kept.length > 0) await followSources(reach, kept);
  const stays = new Set(kept.map(({ user_id, course_id }) => `${user_id} ${course_id}`));
  const ending = pairs.filter(({ user_id, course_id }) => !stays.has(`${user_id} ${course_id}`));
  return ending.length === 0 ? 0 : (await unenrol(actor, reach, ending)).length;
}

/** Restores a removed enrolment with its progress and certificate. */
export async function restoreUserEnrolment(actor: Actor, endedId: number): Promise<{ id: number }> {
  const reach = await actor.reach("deleted.restore");
  const ended = await restoreEnrolment(reach, endedId);
  await recordAudit(actor, reach, {
    action: "enrolment.restored",
    subject: toAuditSubject({ ...ended, id: ended.user_id }),
    changes: { course: ended.title },
  });
  return { id: ended.user_id };
}

/** Lists a user's removed enrolments that can be restored; empty for callers who may not restore. */
export async function listEndedEnrolments(actor: Actor, { id, reach }: Person): Promise<queries.EndedEnrolmentRow[]> {
  return actor.can("deleted.restore") ? queries.listEnded(reach, id) : [];
}

async function assign(
  actor: Actor,
  reach: Reach<"enrolment.manage">,
  userIds: readonly number[],
  courseIds: readonly number[],
  due: DueRule | null = null,
) {
  if (courseIds.length === 0) throw new Invalid({ course_ids: [t`Choose a course.`] });
  const wanted = [...new Set(courseIds)];
  const courses = await queries.listCourses(reach, wanted);
  if (courses.length < wanted.length) throw new NotFound("Course");
  const people = await getPeople(reach, userIds);
  const enrolled = await enrolPeople(
    actor,
    reach,
    people.map(({ id }) => id),
    wanted,
    { kind: "person", due },
  );
  const titles = new Map(courses.map(({ id, title }) => [id, title]));
  const addedTo = new Map<number, string[]>(people.map(({ id }) => [id, []]));
  for (const { user_id, course_id } of enrolled) addedTo.get(user_id)!.push(titles.get(course_id)!);
  await recordAudits(
    actor,
    reach,
    people
      .filter(({ id }) => addedTo.get(id)!.length > 0)
      .map((person) => ({
        action: "enrolment.added",
        subject: toAuditSubject(person),
        changes: { courses: addedTo.get(person.id)! },
      })),
  );
  return { people, enrolled };
}

/** Returns the people of these enrolments, with the enrolments. @throws NotFound; Forbidden for people above one's rank */
async function getEnrolled(reach: Reach<"enrolment.manage">, pairs: readonly Pair[]) {
  const people = await getPeople(
    reach,
    pairs.map(({ user_id }) => user_id),
  );
  const found = await queries.listEnrolments(reach, pairs);
  if (found.length < pairs.length) throw new NotFound("Enrolment");
  return { people, found };
}

async function unenrol(actor: Actor, reach: Reach<"enrolment.manage">, pairs: readonly Pair[]): Promise<number[]> {
  const { people, found } = await getEnrolled(reach, pairs);
  await endEnrolments(reach, pairs);
  await recordAudits(
    actor,
    reach,
    people.map((person) => ({
      action: "enrolment.removed",
      subject: toAuditSubject(person),
      changes: { courses: found.filter(({ user_id }) => user_id === person.id).map(({ title }) => title) },
    })),
  );
  return queries.listEndedIds(reach, pairs);
}
