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

/** Invites many people when the transaction commits. A job makes the mails of some hundred, so that the request need not. */
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

/** Makes one job for each mail, all in one transaction: done twice, it was not done the first time. */
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
