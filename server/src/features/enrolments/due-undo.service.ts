import type { Actor } from "../../access/actor.ts";
import { Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { recordAudits } from "../audit/audit.service.ts";
import { type DueRuleInput, toDueRule } from "../due-dates/due.service.ts";
import { leaveOutDeleted } from "../users/authority.service.ts";
import { toAuditSubject } from "../users/people.service.ts";
import { type CoursePeopleFilter, getMeant, setDueDate } from "./course-people.service.ts";
import * as queries from "./due-undo.queries.ts";

export type { DueDateOfPerson } from "./due-undo.queries.ts";

/**
 * Sets due dates as `setDueDate` does. @returns what each person had before, with which `restoreDueDates` takes it back
 * @throws NotFound; Invalid for `due`; Forbidden for people above one's rank
 */
export async function changeDueDates(
  actor: Actor,
  courseId: number,
  change: { filter: CoursePeopleFilter; due: DueRuleInput | null },
  branchUrl?: string | null,
): Promise<queries.DueDateOfPerson[]> {
  const reach = await actor.reach("enrolment.manage", branchUrl);
  const { people } = await getMeant(reach, courseId, change.filter);
  const former = await queries.listDueDates(
    reach,
    courseId,
    people.map(({ id }) => id),
  );
  await setDueDate(actor, courseId, change, branchUrl);
  return former;
}

/**
 * Gives people of a course the due dates that they had: those set by hand, and for others what the rules say now. People who are
 * not enrolled any more, or were deleted, are left out.
 * @returns for how many
 * @throws NotFound; Invalid for a date, or nobody; Forbidden for people above one's rank
 */
export async function restoreDueDates(
  actor: Actor,
  courseId: number,
  dates: readonly queries.DueDateOfPerson[],
  branchUrl?: string | null,
): Promise<number> {
  const reach = await actor.reach("enrolment.manage", branchUrl);
  if (dates.length === 0) throw new Invalid({ dates: [t`Choose at least one person.`] });
  const parsed = new Map(
    dates.map(({ due_on, ...each }) => [each.user_id, { ...each, due_on: toDueRule({ on: due_on }).on }]),
  );
  const enrolled = await leaveOutDeleted(reach, await queries.listDueDates(reach, courseId, [...parsed.keys()]));
  const { people, title } = await getMeant(reach, courseId, { user_ids: enrolled.map(({ user_id }) => user_id) });
  await queries.restoreDueDates(
    reach,
    courseId,
    people.map(({ id }) => parsed.get(id)!),
  );
  await recordAudits(
    actor,
    reach,
    people.map((person) => {
      const { due_on, is_by_hand } = parsed.get(person.id)!;
      return {
        action: "enrolment.due_set",
        subject: toAuditSubject(person),
        changes: { course: title, due: is_by_hand ? (due_on ?? "none") : "by_rules" },
      };
    }),
  );
  return people.length;
}
