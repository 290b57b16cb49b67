import type { Actor, Reach } from "../../access/actor.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { recordActivity } from "../activity/activity.service.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { certificateUrl, certify, expiryOf } from "../certificates/certificates.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import { closedReason } from "./course-window.ts";
import * as queries from "./retakes.queries.ts";
import { getDateFormat } from "../../platform/date-formats.ts";

/** A course may be taken again from so many days before its certificate expires: from the first reminder on. */
const DAYS_BEFORE = 30;

/**
 * Begins a course anew for somebody who has completed it: their progress starts at nothing, and the attempt that is over stays
 * to be read, with its answers and its certificate. For oneself from 30 days before the certificate expires; an admin may have
 * it done at any time.
 * @throws NotFound for a course or person out of reach; Conflict when it is not complete, too early, or closed
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
  if (completed_on === null) throw new Conflict("A course has to be completed before it can be taken again.");
  if (isOwn) {
    const from = retakeFrom(completed_on);
    if (dayIn(actor.instance.timeZone, new Date()) < from)
      throw new Conflict(`You can take this course again from ${from}.`);
    const closed = closedReason(enrolment, actor.instance.timeZone);
    if (closed) throw new Conflict(closed);
  }
  await certify(reach, { user_id: userId, course_id, user_name, course_title: title, certificate_type, completed_on });
  await queries.beginAgain(reach, userId, course_id);
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

/** The first day, yyyy-mm-dd, on which somebody may take a course again that they completed on a day. */
export function retakeFrom(completedOn: string): string {
  const day = new Date(`${expiryOf(completedOn)}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - DAYS_BEFORE);
  return day.toISOString().slice(0, 10);
}

/** The same for a course as this person has it; null while it is not complete. */
export function retakeDay(actor: Actor, { completed_at }: { completed_at: Date | null }): string | null {
  return completed_at && retakeFrom(dayIn(actor.instance.timeZone, completed_at));
}

export interface CourseAttempt extends queries.FormerAttempt {
  /** Where its certificate can be downloaded; null when it was revoked. */
  certificate_url: string | null;
  answers: () => Promise<queries.FormerAnswer[]>;
}

/** Opens the reports of somebody of the reach. @throws NotFound, Forbidden */
async function readerOf(actor: Actor, userId: number, branchUrl?: string | null): Promise<Reach<"report.view">> {
  const reach = await actor.reach("report.view", branchUrl);
  if (!(await queries.personIsThere(reach, userId))) throw new NotFound("User");
  return reach;
}

/**
 * Somebody's attempts at a course that are over, the latest first: one's own, or of a person whose reports one may read.
 * @throws NotFound, Forbidden for somebody else
 */
export async function listAttempts(
  actor: Actor,
  { course_id, user_id }: { course_id: number; user_id?: number | null },
  branchUrl?: string | null,
): Promise<CourseAttempt[]> {
  const isOwn = user_id == null || user_id === actor.person.id;
  const userId = isOwn ? actor.person.id : user_id;
  const reach = isOwn ? await actor.reach("learn", branchUrl) : await readerOf(actor, userId, branchUrl);
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
      );
      return (await answers).filter(({ attempt_id }) => attempt_id === attempt.id);
    },
  }));
}

/** 'yyyy-mm-dd' as the calendars of a time zone show it. */
function dayIn(timeZone: string, moment: Date): string {
  return getDateFormat("sv-SE", { timeZone, dateStyle: "short" }).format(moment);
}
