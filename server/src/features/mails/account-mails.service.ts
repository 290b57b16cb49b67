import type { Actor, Reach } from "../../access/actor.ts";
import type { Role } from "../../access/permissions.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Language } from "../../i18n/translate.ts";
import type { Platform } from "../../platform/platform.ts";
import {
  ACCOUNT_TEXTS,
  type AccountChange,
  describeChange,
  SECURITY_TEXTS,
  type SecurityEvent,
} from "./account-texts.ts";
import { readLogo } from "./mail-header.ts";
import { composeAccountMail } from "./mail-templates.ts";
import { toOwnLook } from "./own-look.ts";
import { listChanges } from "./message-settings.queries.ts";
import * as queries from "./mails.queries.ts";

export type { AccountChange } from "./account-texts.ts";

interface AccountChanged {
  instanceId: number;
  userId: number;
  /** The name of the user who made the changes. */
  by: string;
  changes: AccountChange[];
}

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "mail.account_changed": JobPayload & AccountChanged;
  }
}

/**
 * Mails a user, when the transaction commits, that another user changed their role or access. Own changes are not
 * mailed.
 */
export async function queueAccountChange(
  actor: Actor,
  at: Pick<Reach, "db" | "instanceId" | "userId">,
  userId: number,
  changes: AccountChange[],
): Promise<void> {
  const { instanceId } = at;
  if (changes.length === 0 || (instanceId === actor.instance.id && userId === at.userId)) return;
  const job = { instanceId, actorId: at.userId, userId, by: actor.name, changes };
  await actor.platform.jobs.enqueue(at.db, "mail.account_changed", job);
}

interface SecurityChanged {
  instanceId: number;
  userId: number;
  event: SecurityEvent;
  address: string;
  /** ISO 8601. */
  at: string;
  /** The address, if it is not the user's present one. */
  to?: string;
}

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "mail.security": JobPayload & SecurityChanged;
  }
}

/**
 * Mails a user, when the transaction commits, that the way they sign in has changed, or of a sign-in with a new browser.
 * @param to the address, if it is not the user's present one
 */
export async function queueSecurityEvent(
  { platform, visit }: Actor,
  { db, instanceId, userId }: Pick<Reach, "db" | "instanceId" | "userId">,
  event: SecurityEvent,
  to?: string,
): Promise<void> {
  const at = new Date().toISOString();
  const job = {
    instanceId,
    actorId: userId,
    userId,
    event,
    address: visit.address,
    at,
    ...(to !== undefined && { to }),
  };
  await platform.jobs.enqueue(db, "mail.security", job);
}

/** Sends the mail, also to users who turned other mails off, but not to deleted or inactive users. */
export async function sendAccountChange(
  platform: Platform,
  { instanceId, userId, by, changes }: AccountChanged,
): Promise<void> {
  const found = await findRecipient(platform, instanceId, userId);
  if (!found) return;
  const { recipient, site, head } = found;
  const newRole = changes.some(({ kind }) => kind === "role");
  const what = newRole ? "role" : "access";
  const role = recipient.role as Role;
  const texts = {
    kind: newRole ? ("role_changed" as const) : ("access_changed" as const),
    name: recipient.first_name,
    changes: changes.map((change) => describeChange(change, { by, site, role })),
    after: [...(newRole ? [ACCOUNT_TEXTS.signedOut] : []), ACCOUNT_TEXTS.question],
  };
  const [subject, title] = [ACCOUNT_TEXTS.subjects[what](site), ACCOUNT_TEXTS.titles[what]];
  await send(platform, instanceId, recipient.email, composeAccountMail(head, { subject, title, ...texts }));
}

/** Sends the mail about a security event, to everybody who may sign in. */
export async function sendSecurityEvent(
  platform: Platform,
  { instanceId, userId, event, address, at, to }: SecurityChanged,
): Promise<void> {
  const found = await findRecipient(platform, instanceId, userId);
  if (!found) return;
  const { recipient, site, head } = found;
  const time = formatTime(new Date(at), head.language, recipient.time_zone);
  const texts = {
    kind: "security_changed" as const,
    name: recipient.first_name,
    changes: [SECURITY_TEXTS.events[event](site), SECURITY_TEXTS.where(time, address)],
    after: [SECURITY_TEXTS.question],
  };
  const [subject, title] = [SECURITY_TEXTS.subject(site), SECURITY_TEXTS.title];
  await send(platform, instanceId, to ?? recipient.email, composeAccountMail(head, { subject, title, ...texts }));
}

const send = (platform: Platform, instanceId: number, to: string, mail: ReturnType<typeof composeAccountMail>) =>
  platform.mailer.send({ instanceId, to, ...mail });

const formatTime = (time: Date, language: Language, timeZone: string) =>
  new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    dateStyle: "long",
    timeStyle: "long",
    timeZone,
  }).format(time);

/** Finds a recipient with the head of their mail; null for deleted and inactive users. */
async function findRecipient(platform: Platform, instanceId: number, userId: number) {
  const found = await inInstance(platform.database, instanceId, async (db) => {
    const recipient = await queries.findRecipient(db, instanceId, { id: userId }, null);
    if (!recipient) return null;
    const { name, is_platform } = await queries.findSite(db, instanceId);
    return {
      recipient,
      own: await listChanges(db, instanceId),
      site: is_platform ? platform.config.PRODUCT_NAME : name,
      logo: recipient.logo_key ? await queries.findFile(db, instanceId, recipient.logo_key) : undefined,
    };
  });
  if (!found) return null;
  const { recipient, site } = found;
  const { language, color } = recipient;
  const head = {
    siteName: recipient.site_name,
    language,
    color,
    logo: await readLogo(platform, found.logo),
    ...toOwnLook(recipient, found.own, language),
  };
  return { recipient, site, head };
}
