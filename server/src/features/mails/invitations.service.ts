import type { Actor, Reach } from "../../access/actor.ts";
import { siteOrigin } from "../../access/host.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Platform } from "../../platform/platform.ts";

interface Invitations {
  instanceId: number;
  actorId: number | null;
  userIds: number[];
  origin: string;
}

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "mail.invitations": JobPayload & Invitations;
  }
}

const AT_ONCE = 200;

/**
 * Invites many users when the transaction commits. A job creates the mails in batches of some hundreds, so that the
 * request does not wait.
 */
export async function queueInvitations(actor: Actor, reach: Reach, userIds: readonly number[]): Promise<void> {
  const { platform, visit, instance } = actor;
  const origin = siteOrigin(visit.origin, platform.config, instance.domain);
  for (let first = 0; first < userIds.length; first += AT_ONCE)
    await platform.jobs.enqueue(reach.db, "mail.invitations", {
      instanceId: reach.instanceId,
      actorId: reach.userId,
      userIds: userIds.slice(first, first + AT_ONCE),
      origin,
    });
}

/** Enqueues one job per mail, all in one transaction: a job that runs twice did nothing the first time. */
export async function sendInvitations(
  platform: Platform,
  { instanceId, actorId, userIds, origin }: Invitations,
): Promise<void> {
  await inInstance(platform.database, instanceId, async (db) => {
    for (const userId of userIds)
      await platform.jobs.enqueue(db, "mail.link", {
        instanceId,
        actorId,
        userId,
        kind: "invitation",
        origin,
        branchUrl: null,
      });
  });
}
