import { isOpen } from "../../access/open-instances.ts";
import { withUser } from "../../access/with-actor.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Platform } from "../../platform/platform.ts";
import { type Expiring, listExpiring } from "./recertification.queries.ts";
import { retakeToRecertify } from "./retakes.service.ts";

const AT_ONCE = 500;

/**
 * Starts courses again for users whose certificate expires within the time that the course has set (`recertify_days`),
 * each in a transaction of its own; nobody's in an instance to which users cannot sign in. May run at any interval and be stopped at any moment: a course that has started again
 * is not complete, so it is not found a second time.
 */
export async function recertifyPeople(platform: Platform, instanceId: number): Promise<void> {
  let after: Expiring | null = null;
  for (;;) {
    const found: Expiring[] = await inInstance(platform.database, instanceId, async (db) =>
      (await isOpen(db, instanceId)) ? listExpiring(db, instanceId, after, AT_ONCE) : [],
    );
    for (const { user_id: userId, course_id, due_on } of found) {
      try {
        await withUser(platform, { instanceId, userId }, (actor) => retakeToRecertify(actor, course_id, due_on));
      } catch (error) {
        // The others must not wait for one; the next run tries again.
        platform.log.error({ err: error, instanceId, userId, courseId: course_id }, "recertification failed");
      }
    }
    after = found.at(-1) ?? null;
    if (found.length < AT_ONCE) return;
  }
}
