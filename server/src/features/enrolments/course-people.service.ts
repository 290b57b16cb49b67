import { type Actor, alsoFor, type Reach } from "../../access/actor.ts";
import { outranks, RANK, type Role } from "../../access/permissions.ts";
import { type PageOptions, toPageOptions } from "../../db/page.ts";
import { Forbidden, Invalid, NotFound } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { recordAudits } from "../audit/audit.service.ts";
import { type DueRuleInput, toDueRule } from "../due-dates/due.service.ts";
import { getPeople } from "../users/authority.service.ts";
import { toAuditSubject } from "../users/people.service.ts";
import { loadPeople } from "./course-people-pages.ts";
import * as queries from "./course-people.queries.ts";
import { endEnrolments, restoreEnrolments as bringBack } from "./enrolments.service.ts";
import { listEndedIds } from "./assigning.queries.ts";

export type { CoursePeopleFilter } from "./course-people.queries.ts";

export interface CoursePerson extends queries.CoursePerson {
  /** Whether the caller may end their enrolment: they are not above the caller's rank. */
  may_manage: boolean;
}

/** One transaction ends or completes the enrolments of at most so many people. */
export const MOST_PEOPLE = 20_000;
const LONGEST_REASON = 500;

/** Returns a page of the people of a course. @throws NotFound */
export async function listCoursePeople(
  actor: Actor,
  courseId: number,
  options: queries.CoursePeopleFilter & PageOptions,
  branchUrl?: string | null,
): Promise<{ total: number; rows: CoursePerson[] }> {
  const reach = await actor.reach("enrolment.manage", branchUrl);
  // In one round trip. Outside of the reach, the people that were read do not count.
  const [, { total, rows }] = await Promise.all([
    getCourse(reach, courseId),
    loadPeople(actor.platform.database, reach, courseId, toPageOptions(options)),
  ]);
  return { total, rows: rows.map((row) => ({ ...row, may_manage: !outranks(row.role, reach.role as Role) })) };
}

/**
 * Ends the enrolments of the people of a course whom a filter means. @returns the ids by which they can be restored
 * @throws NotFound; Forbidden for people above one's rank
 */
export async function endCourseEnrolments(
  actor: Actor,
  courseId: number,
  filter: queries.CoursePeopleFilter,
  branchUrl?: string | null,
): Promise<number[]> {
  const reach = await actor.reach("enrolment.manage", branchUrl);
  const { people, title } = await getMeant(reach, courseId, filter);
  const pairs = people.map(({ id }) => ({ user_id: id, course_id: courseId }));
  await endEnrolments(reach, pairs);
  await recordAudits(
    actor,
    reach,
    people.map((person) => ({
      action: "enrolment.removed",
      subject: toAuditSubject(person),
      changes: { courses: [title] },
    })),
  );
  return listEndedIds(reach, pairs);
}

/**
 * Restores ended enrolments with their progress and certificates, except for those of people who are enrolled again.
 * @returns how many were restored
 * @throws NotFound when it is none
 */
export async function restoreEnrolments(actor: Actor, ids: readonly number[]): Promise<number> {
  const reach = await actor.reach("deleted.restore");
  const restored = await bringBack(reach, ids);
  if (restored.length === 0) throw new NotFound("Enrolment");
  await recordAudits(
    actor,
    reach,
    restored.map((each) => ({
      action: "enrolment.restored",
      subject: toAuditSubject({ ...each, id: each.user_id }),
      changes: { course: each.title },
    })),
  );
  return restored.length;
}

/** For whom a course was marked as complete, and when, as the database writes it. */
export interface Marked {
  user_ids: number[];
  at: string;
}

/**
 * Marks a course as complete for the people whom a filter means, with a reason: they took part in a classroom, or have a
 * certificate from elsewhere. Their units stay as they are. @returns for whom it was not complete before
 * @throws Invalid without a reason; NotFound; Forbidden for people above one's rank
 */
export async function completeForPeople(
  actor: Actor,
  courseId: number,
  { filter, reason }: { filter: queries.CoursePeopleFilter; reason: string },
  branchUrl?: string | null,
): Promise<Marked> {
  const reach = await actor.reach("certificate.manage", branchUrl);
  const given = reason.trim();
  if (given === "") throw new Invalid({ reason: [t`Give a reason.`] });
  if (given.length > LONGEST_REASON) throw new Invalid({ reason: [t`Use at most ${LONGEST_REASON} characters.`] });
  const { people, title } = await getMeant(reach, courseId, filter);
  const { user_ids, at } = await queries.complete(
    reach,
    courseId,
    people.map(({ id }) => id),
  );
  const completed = new Set(user_ids);
  await recordAudits(
    actor,
    reach,
    people
      .filter(({ id }) => completed.has(id))
      .map((person) => ({
        action: "enrolment.completed",
        subject: toAuditSubject(person),
        changes: { course: title, reason: given },
      })),
  );
  return { user_ids, at };
}

/**
 * Sets the due date of the people of a course whom a filter means. It stays whatever the reasons of their enrolment say;
 * null gives it back to them.
 * @returns how many people are meant
 * @throws NotFound; Invalid for `due`; Forbidden for people above one's rank
 */
export async function setDueDate(
  actor: Actor,
  courseId: number,
  { filter, due }: { filter: queries.CoursePeopleFilter; due: DueRuleInput | null },
  branchUrl?: string | null,
): Promise<number> {
  const reach = await actor.reach("enrolment.manage", branchUrl);
  const rule = due && toDueRule(due);
  const { people, title } = await getMeant(reach, courseId, filter);
  await queries.setDue(
    reach,
    courseId,
    people.map(({ id }) => id),
    rule,
  );
  await recordAudits(
    actor,
    reach,
    people.map((person) => ({
      action: "enrolment.due_set",
      subject: toAuditSubject(person),
      changes: { course: title, due: rule === null ? "by_rules" : (rule.on ?? rule.days ?? "none") },
    })),
  );
  return people.length;
}

/**
 * Lists the ids of the people of a course whom a filter means, at or below the caller's rank, to write to them.
 * @throws NotFound; Forbidden for a named person above one's rank; Invalid for more than `most`
 */
export async function listMeant(
  actor: Actor,
  courseId: number,
  filter: queries.CoursePeopleFilter,
  most: number,
  branchUrl?: string | null,
): Promise<number[]> {
  const reach = alsoFor(await actor.reach("user.message", branchUrl), "enrolment.manage");
  await getCourse(reach, courseId);
  const within = RANK.filter((role) => !outranks(role, reach.role));
  const ids = await listAtMost(reach, courseId, filter, { roles: within, most });
  if (ids.length < new Set(filter.user_ids).size) {
    const all = await queries.listIds(reach, courseId, filter, { roles: RANK, most: most + 1 });
    throw all.length < new Set(filter.user_ids).size ? new NotFound("Enrolment") : new Forbidden();
  }
  return ids;
}

/** Returns a course of the reach. @throws NotFound */
export async function getCourse(reach: Reach<"enrolment.manage"> | Reach<"certificate.manage">, id: number) {
  const course = await queries.findCourse(reach, id);
  if (!course) throw new NotFound("Course");
  return course;
}

/** Counts the enrolments of a course, which take its places. */
export function countEnrolments(reach: Reach<"enrolment.manage">, courseId: number): Promise<number> {
  return queries.countEnrolments(reach, courseId);
}

/** Returns the people of a course whom a filter means, locked. @throws NotFound, Forbidden; Invalid for too many */
export async function getMeant(
  reach: Reach<"enrolment.manage"> | Reach<"certificate.manage">,
  courseId: number,
  filter: queries.CoursePeopleFilter,
) {
  const { title } = await getCourse(reach, courseId);
  // People above one's rank are left out of a filter, and refused where they are named.
  const roles = filter.user_ids ? RANK : RANK.filter((role) => !outranks(role, reach.role));
  const ids = await listAtMost(reach, courseId, filter, { roles, most: MOST_PEOPLE });
  if (ids.length < new Set(filter.user_ids).size) throw new NotFound("Enrolment");
  return { title, people: await getPeople(reach, ids) };
}

/** Lists the ids of the people of a course whom a filter means. @throws Invalid for more than `most` */
async function listAtMost(
  reach: Parameters<typeof queries.listIds>[0],
  courseId: number,
  filter: queries.CoursePeopleFilter,
  { roles, most }: { roles: readonly Role[]; most: number },
): Promise<number[]> {
  const ids = await queries.listIds(reach, courseId, filter, { roles, most: most + 1 });
  if (ids.length > most) throw new Invalid({ people: [t`At most ${most} people can be chosen at once.`] });
  return ids;
}
