import { type Actor, alsoFor, type Reach } from "../../access/actor.ts";
import { Conflict } from "../../errors.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { queueMail } from "../mails/mails.service.ts";
import { getChangeable, isOneself, mayChange, usesLicence } from "./authority.service.ts";
import { toAuditSubject } from "./people.service.ts";
import * as queries from "./person.queries.ts";
import type { Person } from "./users.service.ts";
import { t } from "../../i18n/message.ts";

/**
 * Mails a user a link to set a new password, or the invitation if they never set one. Password and sessions stay until
 * they use it.
 * @throws NotFound; Forbidden; Conflict for oneself and for a closed account; RateLimited after too many links
 */
export async function sendPasswordLink(actor: Actor, id: number, branchUrl?: string | null): Promise<Person> {
  const reach = await actor.reachRow("user.send_password_link", "users", id, branchUrl);
  const [person] = await getChangeable(actor, reach, [id]);
  if (isOneself(actor, reach, id)) throw new Conflict(t`Change your own password in your profile.`);
  await refuseClosed(reach, person!, t`This account is not active. Activate it before you send a link.`);
  await countLink(actor, reach, id);
  const kind = person!.password_hash === null ? "invitation" : "password_link";
  await queueMail(actor, reach, kind, id, branchUrl ?? null);
  await recordAudit(actor, reach, { action: "user.password_link_sent", subject: toAuditSubject(person!) });
  return readable(reach, person!);
}

/**
 * Sends the invitation again, with a new link.
 * @throws Conflict when the user needs none or may not sign in; as `sendPasswordLink`
 */
export async function resendInvitation(actor: Actor, id: number, branchUrl?: string | null): Promise<Person> {
  const reach = await actor.reachRow("user.edit", "users", id, branchUrl);
  const [person] = await getChangeable(actor, reach, [id]);
  if (person!.password_hash !== null)
    throw new Conflict(t`This user has set a password already. They can ask for a new one on the login page.`);
  await refuseClosed(reach, person!, t`This account is not active. Activate it before you send an invitation.`);
  await countLink(actor, reach, id);
  await queueMail(actor, reach, "invitation", id, branchUrl ?? null);
  await recordAudit(actor, reach, { action: "user.invited", subject: toAuditSubject(person!) });
  return readable(reach, person!);
}

/** Tells whether the actor may send a user a link to set a password, so that the client offers it. */
export async function maySendPasswordLink(actor: Actor, { reach, ...person }: Person): Promise<boolean> {
  if (!actor.can("user.send_password_link") || isOneself(actor, reach, person.id)) return false;
  const { today } = await queries.readInstance(reach);
  return usesLicence(person, today) && mayChange(actor, reach, person);
}

/** Refuses an account that is not active or past its last day, because the user could not sign in. @throws Conflict */
async function refuseClosed(reach: Reach, person: queries.PersonRow, reason: string): Promise<void> {
  const { today } = await queries.readInstance(reach);
  if (!usesLicence(person, today)) throw new Conflict(reason);
}

/**
 * Counts a link to a user before it is enqueued, and after the permission is checked, so that other callers cannot use
 * up a user's links.
 * @throws RateLimited
 */
async function countLink(actor: Actor, reach: Reach, id: number): Promise<void> {
  await actor.platform.attempts.begin(`${reach.instanceId}:${id}`, actor.visit.address, "password_link");
}

function readable(reach: Reach, person: queries.PersonRow): Person {
  return { ...person, reach: alsoFor(reach, "user.read") };
}
