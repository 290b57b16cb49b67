import { createHash, randomBytes } from "node:crypto";
import type { Actor } from "../../access/actor.ts";
import { siteOrigin } from "../../access/host.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Db } from "../../db/client.ts";
import type { Platform } from "../../platform/platform.ts";
import { letterOf } from "./letters.ts";
import * as queries from "./mails.queries.ts";

/** Mails that carry a link to a new password. */
export type LinkMail = "invitation" | "password_reset";

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "mail.link": JobPayload & {
      instanceId: number;
      userId: number;
      kind: LinkMail;
      /** Of the instance, as the sender of the request reached it: scheme, host and port. */
      origin: string;
      branchUrl: string | null;
    };
  }
}

const LINKS = {
  invitation: { purpose: "setup", path: "/set-password", minutes: 7 * 24 * 60 },
  password_reset: { purpose: "reset", path: "/password-reset", minutes: 60 },
} as const;

/**
 * Sends a mail with a link when the transaction commits. The link is made by the job, so that no token lies in the queue.
 * @param at the transaction, and the instance of the person the mail goes to
 */
export async function queueMail(
  actor: Actor,
  at: { db: Db; instanceId: number; userId?: number },
  kind: LinkMail,
  userId: number,
  branchUrl: string | null = null,
): Promise<void> {
  const { platform, visit } = actor;
  const { domain } = await at.db
    .selectFrom("instances")
    .select("domain")
    .where("id", "=", at.instanceId)
    .executeTakeFirstOrThrow();
  await platform.jobs.enqueue(at.db, "mail.link", {
    instanceId: at.instanceId,
    actorId: at.userId ?? null,
    userId,
    kind,
    origin: siteOrigin(visit.origin, platform.config, domain),
    branchUrl,
  });
}

/** Makes the link and sends the mail; nothing goes to somebody who is gone or not active by now. */
export async function sendLinkMail(
  platform: Platform,
  {
    instanceId,
    userId,
    kind,
    origin,
    branchUrl,
  }: { instanceId: number; userId: number; kind: LinkMail; origin: string; branchUrl: string | null },
): Promise<void> {
  const { purpose, path, minutes } = LINKS[kind];
  const token = randomBytes(32).toString("base64url");
  const recipient = await inInstance(platform.database, instanceId, async (db) => {
    const found = await queries.findRecipient(db, instanceId, userId, branchUrl);
    if (found)
      await queries.replaceToken(
        db,
        { instance_id: instanceId, user_id: userId, purpose, token_hash: createHash("sha256").update(token).digest() },
        minutes,
      );
    return found;
  });
  if (!recipient) return;
  const site = new URL(origin);
  if (recipient.branch_url && !platform.config.SINGLE_INSTANCE)
    site.hostname = `${recipient.branch_url}.${site.hostname}`;
  const link = new URL(path, site);
  link.searchParams.set("token", token);
  link.searchParams.set("email", recipient.email);
  await platform.mailer.send({ to: recipient.email, ...letterOf(kind, recipient, link.href) });
}
