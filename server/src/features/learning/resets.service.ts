import type { Actor } from "../../access/actor.ts";
import { Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { recordActivities } from "../activity/activity.service.ts";
import { recordAudits } from "../audit/audit.service.ts";
import { certify } from "../certificates/certificates.service.ts";
import { type CoursePeopleFilter, getMeant } from "../enrolments/course-people.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import { toAuditSubject } from "../users/people.service.ts";
import * as queries from "./retakes.queries.ts";

/** Each of them may need a certificate of what they completed. */
const MOST_PEOPLE = 1_000;

/**
 * Resets the progress of the people of a course whom a filter means: they take it again, with nothing done. What they did
 * stays readable as a former attempt, and who had completed the course keeps that with the certificate.
 * @returns how many had begun the course; the others stay as they are
 * @throws NotFound; Forbidden for people above one's rank; Invalid for too many
 */
export async function resetProgress(
  actor: Actor,
  courseId: number,
  filter: CoursePeopleFilter,
  branchUrl?: string | null,
): Promise<number> {
  const reach = await actor.reach("certificate.manage", branchUrl);
  const { people, title } = await getMeant(reach, courseId, filter);
  if (people.length > MOST_PEOPLE)
    throw new Invalid({ people: [t`At most ${MOST_PEOPLE} people can be chosen at once.`] });
  const ids = people.map(({ id }) => id);
  const begun = await queries.lockBegun(reach, ids, courseId, actor.instance.timeZone);
  for (const { completed_on, ...done } of begun)
    if (completed_on !== null)
      await certify(reach, { ...done, course_id: courseId, course_title: title, completed_on });
  const attempts = new Map(begun.map(({ user_id, attempt }) => [user_id, attempt]));
  await queries.beginAgain(reach, [...attempts.keys()], courseId);
  const reset = people.filter(({ id }) => attempts.has(id));
  await recordActivities(reach, [...attempts.keys()], { kind: "progress_reset", courseId });
  const notices = reset.map(({ id }) => ({ userId: id, data: { course_id: courseId, course_title: title } }));
  await notify(actor, reach, "begun_again", notices);
  await recordAudits(
    actor,
    reach,
    reset.map((person) => ({
      action: "enrolment.begun_again",
      subject: { ...toAuditSubject(person), type: "enrolment" },
      changes: { course: title, attempt: attempts.get(person.id)! + 1 },
    })),
  );
  return reset.length;
}
