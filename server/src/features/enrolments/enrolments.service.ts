import type { RawBuilder } from "kysely";
import type { Actor, Reach } from "../../access/actor.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { notify } from "../notifications/notifications.service.ts";
import * as endings from "./ended.queries.ts";
import * as queries from "./enrolments.queries.ts";
import { inParts } from "./parts.ts";
import { t } from "../../i18n/message.ts";

export type { Pair, Withdrawal } from "./enrolments.queries.ts";

/**
 * The maximum number of enrolments per statement: one for a large group with many courses would exceed the statement
 * time limit.
 */
const MOST_AT_ONCE = 20_000;

/** The permissions that enrol and unenrol: directly, and through groups and learning paths. */
type Enrolling = Reach<"enrolment.manage"> | Reach<"group.manage"> | FollowingPaths;

/** The permissions by which people come to learning paths and leave them, with groups and branches too. */
export type FollowingPaths =
  | Reach<"learning_path.assign">
  | Reach<"learning_path.manage">
  | Reach<"group.manage">
  | Reach<"branch.manage">
  | Reach<"branch.create">
  | Reach<"user.create">
  | Reach<"user.edit">
  | Reach<"user.bulk">
  | Reach<"instance.manage">
  | Reach<"deleted.restore">
  | Reach<"learn">;

/**
 * Enrols any number of users in courses with a source. Enrolled users keep their progress and gain the source. The
 * caller has checked that users and courses are in its reach. Dates, price and prerequisites limit the start of a
 * course, not its assignment; its capacity limits the assignment.
 * @returns the new enrolments
 * @throws Conflict when a course has too few places
 */
export async function enrolPeople(
  actor: Actor,
  reach: Enrolling,
  userIds: readonly number[],
  courseIds: readonly number[],
  source: queries.Source,
): Promise<queries.Pair[]> {
  if (userIds.length === 0 || courseIds.length === 0) return [];
  await queries.lockLimited(reach, courseIds);
  const fresh: queries.Pair[] = [];
  for (const courses of inParts(courseIds, MOST_AT_ONCE / userIds.length))
    fresh.push(...(await queries.insertEnrolments(reach, userIds, courses, source)));
  if (source.kind !== "person" || source.due) await queries.refreshDueDates(reach, userIds, courseIds);
  const [full] =
    fresh.length > 0 ? await queries.listOverfull(reach, [...new Set(fresh.map((pair) => pair.course_id))]) : [];
  if (full) refuseFull(full);
  // Who is assigned a path gets one notification about all of its courses.
  if (source.kind === "path") return fresh;
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

/** Refuses more people than a course has places; it has any number without a capacity. @throws Conflict */
export function refuseFull(course: { title: string; capacity: number | null; people: number }): void {
  if (course.capacity === null || course.people <= course.capacity) return;
  throw new Conflict(
    t`'${course.title}' has a capacity of ${course.capacity}, and this would make ${course.people} people. Nobody was enrolled.`,
  );
}

/**
 * Removes a group or learning path as the source of its users' enrolments, of all or of the given users and courses, and
 * ends those without another source (P17).
 * @returns the ended enrolments
 */
export async function withdraw(reach: Enrolling, share: queries.Share): Promise<queries.Pair[]> {
  const withdrawn = await queries.deleteSources(reach, share);
  const ending = withdrawn.filter(({ is_last }) => is_last).map(({ user_id, course_id }) => ({ user_id, course_id }));
  const staying = withdrawn.filter(({ is_last, had_due }) => !is_last && had_due);
  if (staying.length > 0) await followSources(reach, staying);
  await endEnrolments(reach, ending);
  return ending;
}

/**
 * Takes courses out of what a learning path gives. People who have started one keep it, as if the caller had assigned it
 * to them; the enrolments of others end unless they have another source.
 */
export async function takeOutCourses(
  reach: Reach<"learning_path.manage">,
  pathId: number,
  courseIds: readonly number[],
): Promise<void> {
  await queries.adoptStarted(reach, pathId, courseIds);
  await withdraw(reach, { pathId, courseIds });
}

/** Gives the enrolments of these people through a learning path the due dates that they have in it now. */
export async function followPathDates(
  reach: FollowingPaths,
  pathId: number,
  userIds: readonly number[],
  courseIds: readonly number[],
): Promise<void> {
  await queries.applyPathDates(reach, pathId, userIds);
  await queries.refreshDueDates(reach, userIds, courseIds);
}

/** Gives the enrolments through a group the due date that its rule for a course says now. */
export async function followGroupRule(reach: Reach<"group.manage">, groupId: number, courseId: number): Promise<void> {
  const userIds = await queries.applyGroupRule(reach, groupId, courseId);
  await queries.refreshDueDates(reach, userIds, [courseId]);
}

/** Gives enrolments of which a source has gone the due date of the others. */
export function followSources(reach: Enrolling, pairs: readonly queries.Pair[]): Promise<void> {
  return queries.refreshDueDates(reach, unique(pairs, "user_id"), unique(pairs, "course_id"));
}

/** Counts what removing a group or path would end, and what stays because of another source. */
export function measureWithdrawal(reach: Enrolling, share: queries.Share): Promise<queries.Withdrawal> {
  return queries.measureWithdrawal(reach, share);
}

/**
 * Ends enrolments with all their sources. Learners lose progress, answers and certificates; admins can restore them for
 * 30 days.
 */
export async function endEnrolments(reach: Enrolling, pairs: readonly queries.Pair[]): Promise<void> {
  for (const part of inParts(pairs, MOST_AT_ONCE)) await endings.archive(reach, part);
}

/**
 * Restores an ended enrolment with its progress, answers and certificate.
 * @throws NotFound when it, the user or the course no longer exists; Conflict when the user has started again, or the
 * course is full
 */
export async function restoreEnrolment(reach: Reach<"deleted.restore">, id: number): Promise<endings.EndedEnrolment> {
  const ended = await endings.findEnded(reach, id);
  if (!ended) throw new NotFound("Enrolment");
  if (await endings.isEnrolled(reach, ended))
    throw new Conflict(
      t`${ended.first_name} ${ended.last_name} has been enrolled in '${ended.title}' again. Remove that enrolment first.`,
    );
  await bringBack(reach, [ended], { kind: "person" });
  return ended;
}

/**
 * Restores those of these ended enrolments whose user and course exist and that the user has not started again, all or none.
 * @returns the restored ones
 * @throws Conflict when a course has too few places
 */
export async function restoreEnrolments(
  reach: Reach<"deleted.restore">,
  ids: readonly number[],
): Promise<endings.EndedEnrolment[]> {
  const ended = await endings.listRestorable(reach, ids);
  for (const part of inParts(ended, MOST_AT_ONCE)) await bringBack(reach, part, { kind: "person" });
  return ended;
}

/** Restores these ended enrolments with a source. @throws Conflict when a course has too few places */
async function bringBack(
  reach: Reach<"deleted.restore">,
  ended: readonly Pick<endings.EndedEnrolment, "id" | "course_id">[],
  source: queries.Source,
): Promise<void> {
  const courseIds = [...new Set(ended.map(({ course_id }) => course_id))];
  await queries.lockLimited(reach, courseIds);
  await endings.bringBack(
    reach,
    ended.map(({ id }) => id),
    source,
  );
  const [full] = await queries.listOverfull(reach, courseIds);
  if (full) refuseFull(full);
}

/**
 * Makes a restored group or learning path the source of its users' enrolments again. Enrolments that ended with it return
 * with their progress; other users are enrolled anew.
 * @param deletedAt when it was deleted, as stored
 * @throws Conflict when a course has too few places
 */
export async function revive(
  actor: Actor,
  reach: Reach<"deleted.restore">,
  source: Exclude<queries.Source, { kind: "person" }>,
  deletedAt: RawBuilder<Date>,
  share: { userIds: number[]; courseIds: number[] },
): Promise<void> {
  const ended = await endings.listEndedAt(reach, deletedAt, share);
  for (const part of inParts(ended, MOST_AT_ONCE)) await bringBack(reach, part, source);
  await enrolPeople(actor, reach, share.userIds, share.courseIds, source);
}

const unique = (pairs: readonly queries.Pair[], key: keyof queries.Pair) => [
  ...new Set(pairs.map((pair) => pair[key])),
];
