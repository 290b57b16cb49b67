import type { RawBuilder } from "kysely";
import type { Actor, Reach } from "../../access/actor.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { notify } from "../notifications/notifications.service.ts";
import * as queries from "./enrolments.queries.ts";

export type { Pair, Withdrawal } from "./enrolments.queries.ts";

/** A statement takes on so many enrolments at most: one for a large group with many courses would run into the database's time limit. */
const MOST_AT_ONCE = 20_000;

/** The permissions that enrol and end enrolments: directly, and by what belongs to a group. */
type Enrolling = Reach<"enrolment.manage"> | Reach<"group.manage">;

/**
 * Enrols people in courses for a reason, whatever their number. Who is enrolled already keeps the progress
 * and gains the reason. The caller has made sure that the people and courses are of its reach. An assignment is not stopped
 * by dates, price or prerequisites, which stop the start of a course; it is stopped by its capacity.
 * @returns the enrolments that are new
 * @throws Conflict when a course has fewer places than this would take
 */
export async function enrolPeople(
  actor: Actor,
  reach: Enrolling | Reach<"deleted.restore">,
  userIds: readonly number[],
  courseIds: readonly number[],
  source: queries.Source,
): Promise<queries.Pair[]> {
  if (userIds.length === 0 || courseIds.length === 0) return [];
  await queries.lockLimited(reach, courseIds);
  const fresh: queries.Pair[] = [];
  for (const courses of inParts(courseIds, MOST_AT_ONCE / userIds.length))
    fresh.push(...(await queries.insertEnrolments(reach, userIds, courses, source)));
  const [full] =
    fresh.length > 0 ? await queries.listOverfull(reach, [...new Set(fresh.map((pair) => pair.course_id))]) : [];
  if (full)
    throw new Conflict(
      `'${full.title}' has a capacity of ${full.capacity}, and this would make ${full.people} people. Nobody was enrolled.`,
    );
  const titles = new Map((await queries.listTitles(reach, courseIds)).map(({ id, title }) => [id, title]));
  await notify(
    actor,
    reach,
    "enrolled",
    fresh.map(({ user_id, course_id }) => ({
      userId: user_id,
      data: { course_id, course_title: titles.get(course_id) ?? "" },
    })),
  );
  return fresh;
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

/** What taking a group away would end, and what stays because there is another reason. */
export function measureWithdrawal(reach: Enrolling, share: queries.GroupShare): Promise<queries.Withdrawal> {
  return queries.measureWithdrawal(reach, share);
}

/** Ends enrolments with all their reasons. Progress, answers and certificates are gone for the learner, and kept 30 days for an admin. */
export async function endEnrolments(reach: Enrolling, pairs: readonly queries.Pair[]): Promise<void> {
  for (const part of inParts(pairs, MOST_AT_ONCE)) await queries.archive(reach, part);
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
  await queries.bringBack(reach, [id], { kind: "person" });
  return ended;
}

/**
 * Makes a restored group the reason of its people's enrolments again. What ended when the group was deleted comes back with
 * its progress; who joined nothing since then is enrolled anew.
 * @param deletedAt when the group was deleted, as the database knows it
 */
export async function reviveGroup(
  actor: Actor,
  reach: Reach<"deleted.restore">,
  groupId: number,
  deletedAt: RawBuilder<Date>,
  share: { userIds: number[]; courseIds: number[] },
): Promise<void> {
  const source = { kind: "group" as const, groupId };
  const ended = await queries.listEndedAt(reach, deletedAt, share);
  for (const part of inParts(ended, MOST_AT_ONCE)) await queries.bringBack(reach, part, source);
  await enrolPeople(actor, reach, share.userIds, share.courseIds, source);
}

function* inParts<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  const step = Math.max(1, Math.floor(size));
  for (let start = 0; start < list.length; start += step) yield list.slice(start, start + step);
}
