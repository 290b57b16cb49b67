import type { Actor } from "../../access/actor.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { getMeant } from "../enrolments/course-people.service.ts";
import { toAuditSubject } from "../users/people.service.ts";
import * as queries from "./test-allowances.queries.ts";

const MOST_EXTRA = 100;

/**
 * Allows one person of a course more attempts at a test than others; 0 takes that back. @returns the attempts that they
 * may make now in all
 * @throws NotFound; Invalid for `extra`; Conflict for a test without a limit; Forbidden for people above one's rank
 */
export async function allowAttempts(
  actor: Actor,
  { course_id, unit_id, user_id, extra }: { course_id: number; unit_id: number; user_id: number; extra: number },
  branchUrl?: string | null,
): Promise<{ id: number; attempts_allowed: number }> {
  const reach = await actor.reach("enrolment.manage", branchUrl);
  if (!Number.isInteger(extra) || extra < 0 || extra > MOST_EXTRA)
    throw new Invalid({ extra: [t`Enter a number from 0 to ${MOST_EXTRA}.`] });
  const { people, title } = await getMeant(reach, course_id, { user_ids: [user_id] });
  const test = await queries.findTest(reach, course_id, unit_id);
  if (!test) throw new NotFound("Unit");
  if (test.attempts_allowed === null) throw new Conflict(t`This test can be taken as often as one likes.`);
  await queries.putAllowance(reach, { course_id, unit_id, user_id, extra });
  await recordAudit(actor, reach, {
    action: "test.attempts_allowed",
    subject: toAuditSubject(people[0]!),
    changes: { course: title, unit: test.title, attempts: extra },
  });
  return { id: user_id, attempts_allowed: test.attempts_allowed + extra };
}

/**
 * Reads how many attempts at a test one person of a course is allowed beyond those of others.
 * @throws NotFound; Forbidden for people above one's rank
 */
export async function getAllowance(
  actor: Actor,
  { course_id, unit_id, user_id }: { course_id: number; unit_id: number; user_id: number },
  branchUrl?: string | null,
): Promise<number> {
  const reach = await actor.reach("enrolment.manage", branchUrl);
  await getMeant(reach, course_id, { user_ids: [user_id] });
  if (!(await queries.findTest(reach, course_id, unit_id))) throw new NotFound("Unit");
  return queries.readAllowance(reach, unit_id, user_id);
}
