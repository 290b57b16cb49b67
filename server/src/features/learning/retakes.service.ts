import type { Actor, Reach } from "../../access/actor.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { recordActivity } from "../activity/activity.service.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { certificateUrl, certify, getExpiry } from "../certificates/certificates.service.ts";
import { notify, notifyFromJob } from "../notifications/notifications.service.ts";
import { closedReason } from "./course-window.ts";
import * as queries from "./retakes.queries.ts";
import { getDateFormat } from "../../platform/date-formats.ts";
import { t } from "../../i18n/message.ts";

/** A course can be retaken from this many days before its certificate expires, when the first reminder is sent. */
const DAYS_BEFORE = 30;

/**
 * Starts a course again for a user who has completed it: progress starts at nothing, and the former attempt stays
 * readable with its answers and certificate. Learners may from 30 days before the certificate expires, or once it was
 * revoked; admins may at any time.
 * @throws NotFound for a course or user out of reach; Conflict when it is not complete, too early, or closed
 */
export async function retakeCourse(
  actor: Actor,
  { course_id, user_id }: { course_id: number; user_id?: number | null },
  branchUrl?: string | null,
): Promise<{ id: number; title: string; attempt: number }> {
  const isOwn = user_id == null || user_id === actor.person.id;
  const reach = isOwn ? await actor.reach("learn", branchUrl) : await actor.reach("certificate.manage", branchUrl);
  const userId = isOwn ? actor.person.id : user_id;
  const enrolment = await queries.findEnrolment(reach, userId, course_id, actor.instance.timeZone);
  if (!enrolment) throw new NotFound("Course");
  const { completed_on, title, certificate_type, user_name } = enrolment;
  if (completed_on === null) throw new Conflict(t`A course has to be completed before it can be taken again.`);
  if (isOwn) {
    const completion = { userId: actor.person.id, courseId: course_id, completedOn: completed_on };
    const from = retakeFrom(completed_on, await queries.findRevocation(reach, completion));
    if (dayIn(actor.instance.timeZone, new Date()) < from)
      throw new Conflict(t`You can take this course again from ${{ day: from }}.`);
    const closed = closedReason(enrolment, actor.instance.timeZone);
    if (closed) throw new Conflict(closed);
  }
  await certify(reach, { user_id: userId, course_id, user_name, course_title: title, certificate_type, completed_on });
  await queries.beginAgain(reach, [userId], course_id);
  await recordActivity(reach, { userId, kind: "started_again", courseId: course_id });
  if (!isOwn) {
    await notify(actor, reach, "begun_again", [{ userId, data: { course_id, course_title: title } }]);
    await recordAudit(actor, reach, {
      action: "enrolment.begun_again",
      subject: { type: "enrolment", id: userId, name: user_name },
      changes: { course: title, attempt: enrolment.attempt + 1 },
    });
  }
  return { id: course_id, title, attempt: enrolment.attempt + 1 };
}

/**
 * Starts a course again for the actor, because its certificate expires: by a job, for a user who did not ask for it.
 * @param due the new due date, yyyy-mm-dd, which counts like one that was set by hand
 * @returns false when the course is not complete any more, or closed
 */
export async function retakeToRecertify(actor: Actor, courseId: number, due: string): Promise<boolean> {
  const reach = await actor.reach("learn");
  const { userId } = reach;
  const enrolment = await queries.findEnrolment(reach, userId, courseId, actor.instance.timeZone);
  if (!enrolment?.completed_on || closedReason(enrolment, actor.instance.timeZone)) return false;
  const { completed_on, title, certificate_type, user_name } = enrolment;
  const certificate = { user_id: userId, course_id: courseId, user_name, course_title: title, certificate_type };
  await certify(reach, { ...certificate, completed_on });
  await queries.beginAgain(reach, [userId], courseId);
  await queries.setDue(reach, courseId, due);
  await recordActivity(reach, { userId, kind: "recertified", courseId });
  const notice = { userId, data: { course_id: courseId, course_title: title } };
  await notifyFromJob(actor.platform, reach, "begun_again", [notice]);
  return true;
}

/**
 * Returns the first day, yyyy-mm-dd, on which a learner can retake a course that was completed on a day. With a revoked certificate,
 * it is the day of the revocation, but not that of the completion: two completions of one day have one certificate.
 */
export function retakeFrom(completedOn: string, revokedOn: string | null = null): string {
  const usual = addDays(getExpiry(completedOn), -DAYS_BEFORE);
  if (revokedOn === null) return usual;
  return [usual, [revokedOn, addDays(completedOn, 1)].toSorted()[1]!].toSorted()[0]!;
}

function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Returns that day for a course of the caller; null while it is not complete. */
export function getRetakeDay(
  actor: Actor,
  { completed_at, revoked_on }: { completed_at: Date | null; revoked_on: string | null },
): string | null {
  return completed_at && retakeFrom(dayIn(actor.instance.timeZone, completed_at), revoked_on);
}

export interface CourseAttempt extends queries.FormerAttempt {
  /** The address of its certificate; null when it was revoked. */
  certificate_url: string | null;
  answers: () => Promise<queries.FormerAnswer[]>;
}

/** Returns the reach of a user's reports. @throws NotFound, Forbidden */
export async function findReader(
  actor: Actor,
  userId: number,
  branchUrl?: string | null,
): Promise<Reach<"report.view">> {
  const reach = await actor.reach("report.view", branchUrl);
  if (!(await queries.personIsThere(reach, userId))) throw new NotFound("User");
  return reach;
}

/**
 * Lists a user's former attempts at a course, the latest first: the caller's own, or of a user whose reports the caller
 * may read.
 * @throws NotFound, Forbidden for another user
 */
export async function listAttempts(
  actor: Actor,
  { course_id, user_id }: { course_id: number; user_id?: number | null },
  branchUrl?: string | null,
): Promise<CourseAttempt[]> {
  const isOwn = user_id == null || user_id === actor.person.id;
  const userId = isOwn ? actor.person.id : user_id;
  const reach = isOwn ? await actor.reach("learn", branchUrl) : await findReader(actor, userId, branchUrl);
  const attempts = await queries.listFormerAttempts(reach, userId, course_id, actor.instance.timeZone);
  let answers: Promise<queries.FormerAnswer[]> | undefined;
  return attempts.map((attempt) => ({
    ...attempt,
    certificate_url:
      attempt.certificate_id === null || attempt.is_revoked
        ? null
        : certificateUrl(actor, reach, attempt.certificate_id),
    answers: async () => {
      answers ??= queries.listFormerAnswers(
        reach,
        attempts.map(({ id }) => id),
        isOwn,
      );
      return (await answers).filter(({ attempt_id }) => attempt_id === attempt.id);
    },
  }));
}

/** Formats a moment as 'yyyy-mm-dd' in a time zone. */
function dayIn(timeZone: string, moment: Date): string {
  return getDateFormat("sv-SE", { timeZone, dateStyle: "short" }).format(moment);
}
