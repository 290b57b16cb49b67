import type { Actor } from "../../access/actor.ts";
import { withUser } from "../../access/with-actor.ts";
import { inInstance } from "../../access/tenancy.ts";
import { Unauthenticated } from "../../errors.ts";
import type { Platform } from "../../platform/platform.ts";
import * as packages from "../scorm/aus.service.ts";
import { abandon } from "./progress.service.ts";
import * as registrations from "./registrations.queries.ts";
import * as sessions from "./sessions.queries.ts";

const PREVIEWS_KEPT_HOURS = 24;

/** Abandons sessions after their time (cmi5 9.3.6) and deletes previews; part of the housekeeping. */
export async function sweepAuSessions(platform: Platform, instanceId: number): Promise<void> {
  const overdue = await inInstance(platform.database, instanceId, async (db) => {
    await registrations.deletePreviews(db, instanceId, PREVIEWS_KEPT_HOURS);
    return sessions.listOverdue(db, instanceId);
  });
  for (const { id, user_id } of overdue)
    await withUser(platform, { instanceId, userId: user_id }, (actor) => abandonOverdue(actor, id)).catch(
      (error: unknown) => {
        // Users who may not sign in any more cannot open anything: their sessions end when they return.
        if (!(error instanceof Unauthenticated)) throw error;
      },
    );
}

async function abandonOverdue(actor: Actor, id: string): Promise<void> {
  const reach = await actor.reach("learn");
  const found = await sessions.findSession(reach, id);
  if (!found) return;
  const registration = await registrations.findRegistration(reach, found.registration, { held: true });
  const session = await sessions.findSession(reach, id);
  if (!registration || !session || session.ended_at) return;
  await abandon(reach, registration, await packages.findAu(reach, registration.package_id, session.sco_id), session);
}
