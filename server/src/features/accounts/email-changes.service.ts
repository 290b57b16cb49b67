import type { Actor, Reach } from "../../access/actor.ts";
import { findInstanceId } from "../../access/session.ts";
import { inInstance } from "../../access/tenancy.ts";
import { Conflict, Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { recordAudit, recordSystemAudit } from "../audit/audit.service.ts";
import { queueSecurityEvent } from "../mails/account-mails.service.ts";
import { queueEmailChange } from "../mails/email-change-mails.service.ts";
import { findEmailProblem } from "../users/email-addresses.service.ts";
import * as queries from "./email-changes.queries.ts";
import { confirmIdentity } from "./passwords.service.ts";
import { endSessions } from "./passwords.queries.ts";

const BAD_LINK = t`This link is not valid any more.`;
const NONE = t`There is no change of your email that waits.`;

/** A new address that waits for its confirmation. */
export interface EmailChange {
  new_email: string;
  /** ISO 8601. */
  expires_at: string;
}

/** Returns the new address that the caller has asked for; null for none. */
export async function findEmailChange(actor: Actor): Promise<EmailChange | null> {
  const found = await queries.findWaiting(await actor.reach("profile.edit"));
  return found ? { new_email: found.new_email, expires_at: found.expires_at.toISOString() } : null;
}

/**
 * Asks for another address: a link goes to the new one, and one that stops it to the old one, which holds until then.
 * The answer is the same for an address that another user has; nothing is sent to that one.
 * @throws Invalid by field; Conflict for operators, for people whom a provider keeps, and in the week after a change;
 * RateLimited
 */
export async function startEmailChange(actor: Actor, input: { email: string; password: string }): Promise<EmailChange> {
  const reach = await actor.reach("profile.edit");
  const { person, platform, visit } = actor;
  const email = input.email.trim();
  refuseIfNoEmail(email);
  if (email.toLowerCase() === person.email.toLowerCase())
    throw new Invalid({ email: [t`This is your email already.`] });
  if (person.platformUserId !== null) throw new Conflict(t`The email of an operator cannot be changed here.`);
  if (await queries.isProvisioned(reach))
    throw new Conflict(t`Your organisation keeps your email. Please ask your training administrator.`);
  if (await queries.isSettling(reach))
    throw new Conflict(t`Your email was changed in the last seven days. Please try again later.`);
  await confirmIdentity(actor, reach, input.password);
  await platform.attempts.begin(`${reach.instanceId}:${reach.userId}`, visit.address, "email_change");
  await queries.putChange(reach, person.email, email);
  await queueEmailChange(actor, reach);
  await recordAudit(actor, reach, { action: "user.email_change_asked", subject: toSubject(person.id, person) });
  return (await findEmailChange(actor))!;
}

/** Sends the links once more; the earlier ones end. @throws Conflict without a change that waits; RateLimited */
export async function resendEmailChange(actor: Actor): Promise<EmailChange> {
  const reach = await actor.reach("profile.edit");
  const found = await findEmailChange(actor);
  if (!found) throw new Conflict(NONE);
  await actor.platform.attempts.begin(`${reach.instanceId}:${reach.userId}`, actor.visit.address, "email_change");
  await queueEmailChange(actor, reach);
  return found;
}

/** Ends the caller's change that waits, with its links. @throws Conflict without one */
export async function cancelEmailChange(actor: Actor): Promise<boolean> {
  const reach = await actor.reach("profile.edit");
  if (!(await queries.findWaiting(reach))) throw new Conflict(NONE);
  await queries.deleteChange(reach);
  return true;
}

/** Changes the address by the link that was sent to the new one. It works once. @throws Invalid; RateLimited */
export async function confirmEmailChange(actor: Actor, token: string): Promise<{ message: string }> {
  return byLink(actor, "confirm_hash", token, async (own, change) => {
    const isStale = change.done_at !== null || change.email !== change.old_email;
    if (isStale || (await queries.isTaken(own, change.new_email))) return null;
    await queries.setEmail(own, change.new_email);
    await queries.markDone(own);
    await recordSystemAudit(actor.platform, own, {
      action: "user.email_changed",
      subject: toSubject(change.id, change),
      changes: { email: [change.old_email, change.new_email] },
    });
    return { message: t`Your email was changed. Use the new one to log in.` };
  });
}

/**
 * Stops a change by the link that was sent to the old address, and signs the user out everywhere. For a week after the
 * change it brings the old address back. @throws Invalid; RateLimited
 */
export async function stopEmailChange(actor: Actor, token: string): Promise<{ message: string }> {
  return byLink(actor, "stop_hash", token, async (own, change) => {
    if (change.done_at !== null) {
      if (await queries.isTaken(own, change.old_email)) return null;
      await queries.setEmail(own, change.old_email);
    }
    await queries.deleteChange(own);
    await endSessions(own.db, own.instanceId, own.userId, null);
    await recordSystemAudit(actor.platform, own, {
      action: "user.email_change_stopped",
      subject: toSubject(change.id, change),
    });
    return {
      message: t`The change was stopped, and you were signed out everywhere. Choose a new password now, by “Forgot password?” on the login page.`,
    };
  });
}

/**
 * Changes the address of a user whom an identity provider keeps, as the provider says, and mails both addresses. A change
 * that the user has asked for ends, with its links. The caller has checked that nobody else has the address.
 * @throws Invalid
 */
export async function changeProvisionedEmail(
  actor: Actor,
  reach: Reach<"user.edit">,
  user: { id: number; first_name: string; last_name: string; email: string },
  email: string,
): Promise<void> {
  refuseIfNoEmail(email);
  const own = { db: reach.db, instanceId: reach.instanceId, userId: user.id };
  await queries.deleteChange(own);
  await queries.setEmail(own, email);
  for (const to of [user.email, email]) await queueSecurityEvent(actor, own, "email", to);
  await recordAudit(actor, reach, {
    action: "user.email_changed",
    subject: toSubject(user.id, user),
    changes: { email: [user.email, email] },
  });
}

function refuseIfNoEmail(email: string): void {
  const problem = findEmailProblem(email);
  if (problem) throw new Invalid({ email: [problem] });
}

type Change = NonNullable<Awaited<ReturnType<typeof queries.takeChange>>>;
type Own = Parameters<typeof queries.setEmail>[0];

/** Runs what a link does, in its own transaction, and counts links that are not valid. */
async function byLink(
  { platform, visit }: Actor,
  column: "confirm_hash" | "stop_hash",
  token: string,
  work: (own: Own, change: Change) => Promise<{ message: string } | null>,
): Promise<{ message: string }> {
  const { attempts, database } = platform;
  await attempts.begin(visit.address, visit.address, "email_link");
  const instanceId = visit.instanceLabel === null ? null : await findInstanceId(database, visit.instanceLabel);
  if (instanceId === null || !/^[\w-]{43}$/.test(token)) throw new Invalid({ token: [BAD_LINK] });
  const done = await inInstance(database, instanceId, async (db) => {
    await queries.lockAddresses(db, instanceId);
    const change = await queries.takeChange(db, instanceId, column, token);
    return change ? work({ db, instanceId, userId: change.id }, change) : null;
  });
  if (!done) throw new Invalid({ token: [BAD_LINK] });
  await attempts.giveBack(visit.address, visit.address, "email_link");
  return done;
}

function toSubject(
  id: number,
  person: { firstName: string; lastName: string } | { first_name: string; last_name: string },
) {
  const name =
    "firstName" in person ? `${person.firstName} ${person.lastName}` : `${person.first_name} ${person.last_name}`;
  return { type: "user" as const, id, name };
}
