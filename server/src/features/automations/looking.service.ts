import { isOpen } from "../../access/open-instances.ts";
import { inInstance } from "../../access/tenancy.ts";
import { withUser } from "../../access/with-actor.ts";
import { AppError } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import type { Platform } from "../../platform/platform.ts";
import { limitToUsers } from "../users/users.service.ts";
import { TIMED_TRIGGERS } from "./automation-kinds.ts";
import { insertEvents } from "./candidates.queries.ts";
import * as queries from "./events.queries.ts";
import { refuseOtherBranch } from "./handling.service.ts";

const CANNOT_LOOK = t`The person with whose rights it runs may no longer see people. Save the automation to run it with your rights.`;

/**
 * Looks at everybody for the automations of an instance with a trigger of time, once on each day of the instance, and
 * writes the events that workers then handle. May run at any interval and be stopped at any moment: an event that exists
 * or was handled is not written a second time. Looks at nobody in an instance to which users cannot sign in.
 * @returns how many events were written
 */
export async function lookAtEverybody(platform: Platform, instanceId: number): Promise<number> {
  const due = await inInstance(platform.database, instanceId, async (db) =>
    (await isOpen(db, instanceId)) ? queries.listToLook({ db, instanceId }, TIMED_TRIGGERS) : [],
  );
  let written = 0;
  for (const automation of due) {
    try {
      written += await lookFor(platform, instanceId, automation);
    } catch (error) {
      // The others must not wait for one; the next run tries again.
      if (!(error instanceof AppError)) {
        platform.log.error({ err: error, instanceId, automationId: automation.id }, "An automation could not look");
        continue;
      }
      const isOfRights = error.code === "UNAUTHENTICATED" || error.code === "FORBIDDEN";
      const problem = isOfRights ? CANNOT_LOOK : error.messages[0]!;
      await inInstance(platform.database, instanceId, (db) =>
        queries.noteProblem({ db, instanceId }, automation.id, problem),
      );
    }
  }
  return written;
}

/** Makes workers look into an instance once more, in case one was stopped, and deletes old records. */
export async function sweepAutomations(platform: Platform, instanceId: number): Promise<void> {
  await lookAtEverybody(platform, instanceId);
  await inInstance(platform.database, instanceId, async (db) => {
    await queries.deleteOldRuns({ db, instanceId }, TIMED_TRIGGERS);
    if (await queries.hasEvents({ db, instanceId })) await queries.insertWake({ db, instanceId });
  });
}

async function lookFor(
  platform: Platform,
  instanceId: number,
  { id, runs_as_id, branch_id, branch_url }: Awaited<ReturnType<typeof queries.listToLook>>[number],
): Promise<number> {
  return withUser(platform, { instanceId, userId: runs_as_id ?? 0 }, async (actor) => {
    const reach = await actor.reach("user.view", branch_url);
    refuseOtherBranch(reach, { branch_id });
    const taken = await queries.takeToLook(reach, id);
    if (!taken) return 0;
    const { trigger, trigger_object, trigger_days, conditions } = taken;
    const written = await insertEvents(reach, id, {
      trigger: { kind: trigger, objectId: trigger_object, days: trigger_days },
      meant: await limitToUsers(reach, conditions),
      includesInactive: conditions.state != null,
    });
    if (written > 0) await queries.insertWake(reach);
    return written;
  });
}
