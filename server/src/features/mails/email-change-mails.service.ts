import { randomBytes } from "node:crypto";
import type { Actor, Reach } from "../../access/actor.ts";
import { listLinkHosts } from "../../access/custom-hosts.ts";
import { siteOrigin } from "../../access/host.ts";
import { hash } from "../../access/session.ts";
import { inInstance } from "../../access/tenancy.ts";
import { MailRefused } from "../../platform/mail.ts";
import type { Platform } from "../../platform/platform.ts";
import { linkTo, readLogo } from "./mail-header.ts";
import { composeLinkMail } from "./mail-templates.ts";
import { listChanges } from "./message-settings.queries.ts";
import { toOwnLook } from "./own-look.ts";
import * as queries from "./mails.queries.ts";

interface EmailChangeAsked {
  instanceId: number;
  userId: number;
  origin: string;
  branchUrl: string | null;
}

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "mail.email_change": JobPayload & EmailChangeAsked;
  }
}

/** Sends both mails of a change of address when the transaction commits. The job creates the links. */
export async function queueEmailChange(
  { platform, visit, instance }: Actor,
  { db, instanceId, userId }: Reach<"profile.edit">,
): Promise<void> {
  await platform.jobs.enqueue(db, "mail.email_change", {
    instanceId,
    actorId: userId,
    userId,
    origin: siteOrigin(visit.origin, platform.config, instance.domain),
    branchUrl: visit.branchLabel,
  });
}

/** Creates the links and sends them: to the new address, unless another user has it, and to the old one. */
export async function sendEmailChange(
  platform: Platform,
  { instanceId, userId, origin, branchUrl }: EmailChangeAsked,
): Promise<void> {
  const [confirm, stop] = [randomBytes(32).toString("base64url"), randomBytes(32).toString("base64url")];
  const found = await inInstance(platform.database, instanceId, async (db) => {
    const recipient = await queries.findRecipient(db, instanceId, { id: userId }, branchUrl);
    const hashes = { confirm_hash: hash(confirm), stop_hash: hash(stop) };
    const change = recipient && (await queries.putEmailLinks(db, { instanceId, userId }, hashes));
    if (!recipient || !change) return null;
    return {
      recipient,
      change,
      own: await listChanges(db, instanceId),
      hosts: await listLinkHosts(db, instanceId),
      logo: recipient.logo_key ? await queries.findFile(db, instanceId, recipient.logo_key) : undefined,
    };
  });
  if (!found) return;
  const { recipient, change } = found;
  const head = {
    siteName: recipient.site_name,
    language: recipient.language,
    color: recipient.color,
    logo: await readLogo(platform, found.logo),
    ...toOwnLook(recipient, found.own, recipient.language),
  };
  const send = async (to: string, kind: "email_confirm" | "email_changing", path: string, token: string) => {
    const link = linkTo(platform, { origin, hosts: found.hosts }, recipient.branch_url, path);
    link.searchParams.set("token", token);
    const mail = composeLinkMail(kind, head, { name: recipient.first_name }, link.href);
    await platform.mailer.send({ instanceId, to, ...mail });
  };
  // Many change an address because the old one does not exist any more.
  await send(change.old_email, "email_changing", "/stop-email", stop).catch((error: unknown) => {
    if (!(error instanceof MailRefused && error.isPermanent)) throw error;
    platform.log.warn({ err: error, instanceId, userId }, "The old address of a user takes no mails");
  });
  if (change.is_taken) return;
  // Another try would mail the old address again, and the new one is as wrong as before.
  await send(change.new_email, "email_confirm", "/confirm-email", confirm).catch((error: unknown) => {
    if (!(error instanceof MailRefused && error.isPermanent)) throw error;
    platform.log.warn({ err: error, instanceId, userId }, "The new address of a user takes no mails");
  });
}
