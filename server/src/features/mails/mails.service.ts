import { createHash, randomBytes } from "node:crypto";
import type { Actor } from "../../access/actor.ts";
import { siteOrigin } from "../../access/host.ts";
import { platformInstanceId } from "../../access/session.ts";
import { listLinkHosts } from "../../access/custom-hosts.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Db } from "../../db/client.ts";
import { MailRefused } from "../../platform/mail.ts";
import type { Platform } from "../../platform/platform.ts";
import { sendEach } from "./each-mail.ts";
import { linkTo, readLogo } from "./mail-header.ts";
import { composeContactMail, type MailHeader, composeLinkMail } from "./mail-templates.ts";
import { listChanges } from "./message-settings.queries.ts";
import { toOwnLook } from "./own-look.ts";
import type { ProviderMail } from "./mail-texts.ts";
import * as queries from "./mails.queries.ts";

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "mail.link": JobPayload & {
      instanceId: number;
      userId: number;
      kind: PasswordMail;
      /** The name of the user who sends a password link, if any. */
      by?: string;
      /** The instance's origin, as the request's sender reached it: scheme, host and port. */
      origin: string;
      branchUrl: string | null;
    };
    /** A request to reset a password: only this job looks up whether the account exists. */
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
  password_link: { purpose: "reset", path: "/password-reset", minutes: 60 },
} as const;

/** Mails with a link to set a password. */
export type PasswordMail = keyof typeof LINKS;

/** What is sent instead to people who sign in only by an identity provider. */
const PROVIDER_MAILS = {
  invitation: "provider_invitation",
  password_reset: "provider_sign_in",
  password_link: "provider_sign_in",
} as const satisfies Record<PasswordMail, ProviderMail>;

/**
 * Sends a mail with a link when the transaction commits. The job creates the link, so that the queue contains no token.
 * @param at the transaction, and the recipient's instance
 */
export async function queueMail(
  actor: Actor,
  at: { db: Db; instanceId: number; userId?: number },
  kind: PasswordMail,
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
    by: actor.name,
    origin: siteOrigin(visit.origin, platform.config, domain),
    branchUrl,
  });
}

/** Requests a reset link for an e-mail at an instance; takes the same work whether or not the account exists. */
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

/** Mails a message of the contact page when the transaction commits. */
export async function queueContactMail(platform: Platform, db: Db, messageId: number): Promise<void> {
  await platform.jobs.enqueue(db, "mail.contact", { instanceId: null, actorId: null, messageId });
}

interface LinkRequest {
  instanceId: number;
  kind: PasswordMail;
  by?: string;
  origin: string;
  branchUrl: string | null;
}

/** Creates the link and sends the mail, but not to deleted or inactive users. */
export async function sendLinkMail(platform: Platform, request: LinkRequest & { userId: number }): Promise<void> {
  await sendLink(platform, request, { id: request.userId });
}

/** Sends a link like `sendLinkMail`, to the user with the e-mail: of the instance, else an operator. */
export async function sendResetMail(
  platform: Platform,
  request: Omit<LinkRequest, "kind"> & { email: string },
): Promise<void> {
  const reset = { ...request, kind: "password_reset" as const };
  if (await sendLink(platform, reset, { email: request.email })) return;
  const home = await platformInstanceId(platform.database);
  await sendLink(platform, { ...reset, instanceId: home, branchUrl: null }, { email: request.email });
}

/** Sends the message to OPERATOR_EMAIL, else to each operator in their language. */
export async function sendContactMail(platform: Platform, { messageId }: { messageId: number }): Promise<void> {
  const { OPERATOR_EMAIL, PRODUCT_NAME } = platform.config;
  const home = await platformInstanceId(platform.database);
  const { message, operators } = await inInstance(platform.database, home, async (db) => ({
    message: await queries.findContactMessage(db, messageId),
    operators: await queries.listOperators(db, home),
  }));
  if (!message) return;
  const to = OPERATOR_EMAIL ? [{ email: OPERATOR_EMAIL, language: "en" as const }] : operators;
  let accepted = 0;
  await sendEach(to, async ({ email, language }) => {
    const head = { siteName: PRODUCT_NAME, language, color: null, logo: null };
    await platform.mailer.send({ to: email, ...composeContactMail(head, message) });
    accepted++;
  }).catch((error: unknown) => {
    // One operator has it: a further try would send it to them again.
    if (!(error instanceof MailRefused) || accepted === 0) throw error;
    platform.log.warn({ err: error }, "A message of the contact page was refused for an operator");
  });
}

/**
 * Sends a link to set a password or, to a user who may not have one, to the login page.
 * @returns whether there was a recipient
 */
async function sendLink(
  platform: Platform,
  { instanceId, kind, by, origin, branchUrl }: LinkRequest,
  who: { id: number } | { email: string },
): Promise<boolean> {
  const { purpose, path, minutes } = LINKS[kind];
  const token = randomBytes(32).toString("base64url");
  const found = await inInstance(platform.database, instanceId, async (db) => {
    const recipient = await queries.findRecipient(db, instanceId, who, branchUrl);
    if (!recipient) return null;
    const { is_platform } = await queries.findSite(db, instanceId);
    if (!recipient.must_use_provider) {
      const token_hash = createHash("sha256").update(token).digest();
      await queries.replaceToken(db, { instance_id: instanceId, user_id: recipient.id, purpose, token_hash }, minutes);
    }
    return {
      recipient: is_platform ? { ...recipient, site_name: platform.config.PRODUCT_NAME } : recipient,
      own: await listChanges(db, instanceId),
      hosts: await listLinkHosts(db, instanceId),
      logo: recipient.logo_key ? await queries.findFile(db, instanceId, recipient.logo_key) : undefined,
    };
  });
  if (!found) return false;
  const { recipient } = found;
  const head: MailHeader = {
    siteName: recipient.site_name,
    language: recipient.language,
    color: recipient.color,
    logo: await readLogo(platform, found.logo),
    ...toOwnLook(recipient, found.own, recipient.language),
  };
  const isByProvider = recipient.must_use_provider;
  const link = linkTo(platform, { origin, hosts: found.hosts }, recipient.branch_url, isByProvider ? "/login" : path);
  if (!isByProvider) {
    link.searchParams.set("token", token);
    link.searchParams.set("email", recipient.email);
  }
  const mail = composeLinkMail(
    isByProvider ? PROVIDER_MAILS[kind] : kind,
    head,
    { name: recipient.first_name, by },
    link.href,
  );
  await platform.mailer.send({ instanceId, to: recipient.email, ...mail });
  return true;
}
