import { createHash, randomBytes } from "node:crypto";
import type { Actor } from "../../access/actor.ts";
import { siteOrigin } from "../../access/host.ts";
import { platformInstanceId } from "../../access/session.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Db } from "../../db/client.ts";
import type { Platform } from "../../platform/platform.ts";
import { linkTo, logoOf } from "./letterhead.ts";
import { contactLetter, type Letterhead, linkLetter } from "./letters.ts";
import type { LinkMail } from "./letter-words.ts";
import * as queries from "./mails.queries.ts";

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
    /** A request for a new password: whether there is such an account is found out here and nowhere before. */
    "mail.reset_request": JobPayload & {
      instanceId: number;
      email: string;
      origin: string;
      branchUrl: string | null;
    };
    "mail.contact": JobPayload & { messageId: number };
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
  const { domain } = await queries.findSite(at.db, at.instanceId);
  await platform.jobs.enqueue(at.db, "mail.link", {
    instanceId: at.instanceId,
    actorId: at.userId ?? null,
    userId,
    kind,
    origin: siteOrigin(visit.origin, platform.config, domain),
    branchUrl,
  });
}

/** Asks for a reset link for whoever has this e-mail at an instance; costs the same whether or not anybody has. */
export async function queueResetRequest(
  actor: Actor,
  instanceId: number,
  email: string,
  branchUrl: string | null,
): Promise<void> {
  const { platform, visit } = actor;
  await inInstance(platform.database, instanceId, async (db) => {
    const { domain } = await queries.findSite(db, instanceId);
    const origin = siteOrigin(visit.origin, platform.config, domain);
    await platform.jobs.enqueue(db, "mail.reset_request", { instanceId, actorId: null, email, origin, branchUrl });
  });
}

/** A message of the contact page is mailed when the transaction commits. */
export async function queueContactMail(platform: Platform, db: Db, messageId: number): Promise<void> {
  await platform.jobs.enqueue(db, "mail.contact", { instanceId: null, actorId: null, messageId });
}

interface LinkRequest {
  instanceId: number;
  kind: LinkMail;
  origin: string;
  branchUrl: string | null;
}

/** Makes the link and sends the mail; nothing goes to somebody who is gone or not active by now. */
export async function sendLinkMail(platform: Platform, request: LinkRequest & { userId: number }): Promise<void> {
  await sendLink(platform, request, { id: request.userId });
}

/** As `sendLinkMail`, to whoever has the e-mail: somebody of the instance, else one of the platform's own people. */
export async function sendResetMail(
  platform: Platform,
  request: Omit<LinkRequest, "kind"> & { email: string },
): Promise<void> {
  const reset = { ...request, kind: "password_reset" as const };
  if (await sendLink(platform, reset, { email: request.email })) return;
  const home = await platformInstanceId(platform.database);
  await sendLink(platform, { ...reset, instanceId: home, branchUrl: null }, { email: request.email });
}

/** The message goes to OPERATOR_EMAIL, else to each of the platform's operators in their language. */
export async function sendContactMail(platform: Platform, { messageId }: { messageId: number }): Promise<void> {
  const { OPERATOR_EMAIL, PRODUCT_NAME } = platform.config;
  const home = await platformInstanceId(platform.database);
  const { message, operators } = await inInstance(platform.database, home, async (db) => ({
    message: await queries.findContactMessage(db, messageId),
    operators: await queries.listOperators(db, home),
  }));
  if (!message) return;
  const to = OPERATOR_EMAIL ? [{ email: OPERATOR_EMAIL, language: "en" as const }] : operators;
  for (const { email, language } of to) {
    const head = { siteName: PRODUCT_NAME, language, color: null, logo: null };
    await platform.mailer.send({ to: email, ...contactLetter(head, message) });
  }
}

/** @returns whether there was somebody to send it to */
async function sendLink(
  platform: Platform,
  { instanceId, kind, origin, branchUrl }: LinkRequest,
  who: { id: number } | { email: string },
): Promise<boolean> {
  const { purpose, path, minutes } = LINKS[kind];
  const token = randomBytes(32).toString("base64url");
  const found = await inInstance(platform.database, instanceId, async (db) => {
    const recipient = await queries.findRecipient(db, instanceId, who, branchUrl);
    if (!recipient) return null;
    const { is_platform } = await queries.findSite(db, instanceId);
    const token_hash = createHash("sha256").update(token).digest();
    await queries.replaceToken(db, { instance_id: instanceId, user_id: recipient.id, purpose, token_hash }, minutes);
    return {
      recipient: is_platform ? { ...recipient, site_name: platform.config.PRODUCT_NAME } : recipient,
      logo: recipient.logo_key ? await queries.findFile(db, instanceId, recipient.logo_key) : undefined,
    };
  });
  if (!found) return false;
  const { recipient } = found;
  const head: Letterhead = {
    siteName: recipient.site_name,
    language: recipient.language,
    color: recipient.color,
    logo: await logoOf(platform, found.logo),
  };
  const link = linkTo(platform, origin, recipient.branch_url, path);
  link.searchParams.set("token", token);
  link.searchParams.set("email", recipient.email);
  await platform.mailer.send({ to: recipient.email, ...linkLetter(kind, head, recipient.first_name, link.href) });
  return true;
}
