import type { Actor } from "../../access/actor.ts";
import { RANK } from "../../access/permissions.ts";
import { Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { recordAudits } from "../audit/audit.service.ts";
import { toAuditSubject } from "../users/people.service.ts";
import { takeBack } from "./completion-undo.queries.ts";
import { listIds } from "./course-people.queries.ts";
import { getMeant, type Marked, MOST_PEOPLE } from "./course-people.service.ts";

/** A moment as PostgreSQL writes it. */
const MOMENT = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{1,6})?[+-]\d{2}(:\d{2})?$/;

/**
 * Makes a course incomplete again for people, still enrolled, for whom the caller marked it as complete at a moment. It stays complete for
 * those who have completed it by their own work since, and for those who have a certificate of it. Learning paths and
 * their certificates that came with it are taken back too; what automations did is not.
 * @returns for how many
 * @throws NotFound; Invalid for the moment, or nobody; Forbidden for people above one's rank
 */
export async function takeBackCompletion(
  actor: Actor,
  courseId: number,
  { user_ids, at }: Marked,
  branchUrl?: string | null,
): Promise<number> {
  const reach = await actor.reach("certificate.manage", branchUrl);
  if (user_ids.length === 0) throw new Invalid({ user_ids: [t`Choose at least one person.`] });
  if (!MOMENT.test(at) || Number.isNaN(Date.parse(at))) throw new Invalid({ at: [t`This is not a moment.`] });
  const enrolled = await listIds(reach, courseId, { user_ids }, { roles: RANK, most: MOST_PEOPLE });
  const { people, title } = await getMeant(reach, courseId, { user_ids: enrolled });
  const ids = people.map(({ id }) => id);
  const taken = new Set(await takeBack(reach, courseId, ids, at));
  await recordAudits(
    actor,
    reach,
    people
      .filter(({ id }) => taken.has(id))
      .map((person) => ({
        action: "enrolment.completion_undone",
        subject: toAuditSubject(person),
        changes: { course: title },
      })),
  );
  return taken.size;
}
