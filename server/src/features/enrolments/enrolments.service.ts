import type { Reach } from "../../access/actor.ts";
import { Conflict, NotFound } from "../../errors.ts";
import * as queries from "./enrolments.queries.ts";

export type { GroupShare, Pair, Source } from "./enrolments.queries.ts";

/** The permissions that enrol and end enrolments: directly, and by what belongs to a group. */
type Enrolling = Reach<"enrolment.manage"> | Reach<"group.manage">;

/**
 * Enrols people in courses for a reason, whatever their number, in one statement. Who is enrolled already keeps the progress
 * and gains the reason. The caller has made sure that the people and courses are of its reach.
 * @returns the enrolments that are new
 */
export function enrolPeople(
  reach: Enrolling,
  userIds: readonly number[],
  courseIds: readonly number[],
  source: queries.Source,
): Promise<queries.Pair[]> {
  if (userIds.length === 0 || courseIds.length === 0) return Promise.resolve([]);
  return queries.insertEnrolments(reach, userIds, courseIds, source);
}

/**
 * Takes a group away as the reason of its people's enrolments, of all or of the people and courses named; those that have no
 * other reason end (decision 17).
 * @returns the enrolments that ended
 */
export async function withdrawGroup(reach: Enrolling, share: queries.GroupShare): Promise<queries.Pair[]> {
  const ending = await queries.deleteGroupSources(reach, share);
  await endEnrolments(reach, ending);
  return ending;
}

/** How many people would keep a course although the group is withdrawn, because they have another reason. */
export function countKeeping(reach: Enrolling, share: queries.GroupShare): Promise<number> {
  return queries.countKeeping(reach, share);
}

/** Ends enrolments with all their reasons. Progress, answers and certificates are gone for the learner, and kept 30 days for an admin. */
export async function endEnrolments(reach: Enrolling, pairs: readonly queries.Pair[]): Promise<void> {
  if (pairs.length > 0) await queries.archive(reach, pairs);
}

/**
 * Brings back an enrolment that ended, with its progress, answers and certificate.
 * @throws NotFound when it, the person or the course is gone; Conflict when the person has begun anew
 */
export async function restoreEnrolment(reach: Reach<"deleted.restore">, id: number): Promise<queries.EndedEnrolment> {
  const ended = await queries.findEnded(reach, id);
  if (!ended) throw new NotFound("Enrolment");
  if (await queries.isEnrolled(reach, ended))
    throw new Conflict(
      `${ended.first_name} ${ended.last_name} has been enrolled in '${ended.title}' again. Remove that enrolment first.`,
    );
  await queries.bringBack(reach, ended);
  return ended;
}
