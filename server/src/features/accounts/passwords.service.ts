import type { Actor } from "../../access/actor.ts";
import { hashPassword, passwordMatches, passwordProblem } from "../../access/passwords.ts";
import { findInstanceId, platformInstanceId } from "../../access/session.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Db } from "../../db/client.ts";
import { Invalid } from "../../errors.ts";
import { recordActivity } from "../activity/activity.service.ts";
import { queueSecurityEvent } from "../mails/account-mails.service.ts";
import { queueResetRequest } from "../mails/mails.service.ts";
import { findSite } from "./accounts.service.ts";
import * as queries from "./passwords.queries.ts";
import { t } from "../../i18n/message.ts";

/** Equal for existing and unknown accounts (P11). */
const SENT = t`Password reset email sent successfully. Please check your inbox.`;
/** How long a sign-in proves who a user without a password is. */
const FRESH_MINUTES = 10;
const BAD_LINK = t`This link is not valid any more. Please ask for a new one.`;

/**
 * Sends a password reset link to the user with this e-mail at the instance of this host, or at the named one. Response
 * and work are equal for unknown e-mails: a job looks the user up.
 * @throws Invalid for a malformed e-mail; RateLimited after too many requests
 */
export async function requestReset(
  actor: Actor,
  input: { email: string; branchUrl?: string | null; instanceUrl?: string | null },
): Promise<string> {
  const { visit, platform } = actor;
  const email = input.email.trim();
  if (email === "") throw new Invalid({ email: [t`Enter your email.`] });
  if (email.length > 320 || !/^\S+@\S+$/.test(email)) throw new Invalid({ email: [t`Enter a valid email address.`] });
  const site = findSite(platform, input.instanceUrl, visit.instanceLabel);
  if (!site) throw new Invalid({ instance_url: [t`Enter the domain of your training site.`] });
  const here = site === visit.instanceLabel;
  await platform.attempts.begin(`${site}:${email.toLowerCase()}`, visit.address, "reset_request");
  const instanceId = await findInstanceId(platform.database, site);
  const branchUrl = input.branchUrl || (here ? visit.branchLabel : null);
  if (instanceId !== null) await queueResetRequest(actor, instanceId, email, branchUrl);
  return SENT;
}

/**
 * Sets a password with a link of a reset or an invitation, and ends the user's sessions. The link works once.
 * @throws Invalid for token or password; RateLimited after too many invalid links
 */
export async function resetPassword(
  actor: Actor,
  input: { email: string; token: string; password: string },
): Promise<{ message: string }> {
  const { visit, platform } = actor;
  const { database, attempts } = platform;
  const [email, token] = [input.email.trim(), input.token.trim()];
  const account = `${visit.instanceLabel ?? ""}:${email.toLowerCase()}`;
  await attempts.begin(account, visit.address, "reset");
  const home = await platformInstanceId(database);
  const here = visit.instanceLabel === null ? null : await findInstanceId(database, visit.instanceLabel);
  const found = (await ownerIn(actor, here, token, email)) ?? (await ownerIn(actor, home, token, email));
  if (!found) throw new Invalid({ token: [BAD_LINK] });
  const { instanceId, owner } = found;
  const problem = passwordProblem(input.password, [owner.email, owner.first_name, owner.last_name]);
  if (problem) throw new Invalid({ password: [problem] });
  const passwordHash = await hashPassword(input.password, String(instanceId));
  await inInstance(database, instanceId, async (db) => {
    const taken = await queries.takeToken(db, instanceId, token, email);
    if (!taken) throw new Invalid({ token: [BAD_LINK] });
    await queries.setPassword(db, instanceId, taken.id, passwordHash);
    await queries.endSessions(db, instanceId, taken.id, null);
    if (instanceId === home) await queries.endVisits(db, taken.id, null);
    await recordActivity({ db, instanceId, userId: taken.id }, { userId: taken.id, kind: "password_changed" });
    if (owner.has_password) await queueSecurityEvent(actor, { db, instanceId, userId: taken.id }, "password");
  });
  await attempts.succeeded(account, visit.address, "reset");
  // A user who was locked out for guessing has proved their identity.
  await attempts.clear(`${here ?? instanceId}:${email.toLowerCase()}`);
  return { message: t`Your password has been set. You can log in now.` };
}

/**
 * Changes the caller's password and ends all their other sessions. Operators change the password that they use
 * everywhere.
 * @throws Invalid by field; RateLimited after too many wrong guesses of the current one
 */
export async function updatePassword(
  actor: Actor,
  input: { current: string; password: string; confirmation: string },
): Promise<{ message: string }> {
  const reach = await actor.reach("profile.edit");
  const { person } = actor;
  if (input.password !== input.confirmation)
    throw new Invalid({ new_password_confirmation: [t`New password and confirmation do not match.`] });
  const problem = passwordProblem(input.password, [person.email, person.firstName, person.lastName]);
  if (problem) throw new Invalid({ new_password: [problem] });
  const at = await actor.reachAccount("profile.edit");

  await checkPassword(actor, at, { current_password: input.current });
  await queries.setPassword(at.db, at.instanceId, at.userId, await hashPassword(input.password, String(at.instanceId)));
  await queries.endTokens(at.db, at.instanceId, at.userId);
  await endOtherSessions(actor, at);
  await recordActivity(reach, { userId: person.id, kind: "password_changed" });
  await queueSecurityEvent(actor, at, "password");
  return { message: t`Password updated successfully!` };
}

/** Where the account of a user is stored. */
interface Account {
  db: Db;
  instanceId: number;
  userId: number;
}

/**
 * Checks the caller's own password once more, before a change that needs it.
 * @param given the password by the name of its field @throws Invalid by that field; RateLimited after too many
 */
export async function checkPassword(
  { platform, visit, person, instance }: Actor,
  { db, instanceId, userId }: Account,
  given: Record<string, string>,
): Promise<void> {
  const [[field, password]] = Object.entries(given) as [[string, string]];
  const account = `${instance.id}:${person.email.toLowerCase()}`;
  await platform.attempts.begin(account, visit.address);
  const stored = await queries.findPasswordHash(db, instanceId, userId);
  if (!(await passwordMatches(stored, password, String(instanceId))))
    throw new Invalid({ [field]: [t`The current password is not correct.`] });
  await platform.attempts.succeeded(account, visit.address);
}

/** Tells whether the caller has a password; people who sign in by a provider may have none. */
export async function hasPassword({ db, instanceId, userId }: Account): Promise<boolean> {
  return (await queries.findPasswordHash(db, instanceId, userId)) !== null;
}

/**
 * Checks that the caller is who signed in, so that a device left open is not enough for a change of how they sign in: by
 * the password or, for a user without one, by a sign-in within the last minutes.
 * @throws Invalid for the password; RateLimited
 */
export async function confirmIdentity(actor: Actor, at: Account, password: string): Promise<void> {
  if (await hasPassword(at)) return checkPassword(actor, at, { password });
  if (!(await queries.isNewSession(at.db, at.instanceId, actor.sessionHash!, FRESH_MINUTES)))
    throw new Invalid({
      password: [t`You have no password here. Sign out, sign in again, and do this within ${FRESH_MINUTES} minutes.`],
    });
}

/** Ends all sessions of the caller but this one; of operators, those in all instances. */
export async function endOtherSessions(
  { person, sessionHash }: Actor,
  { db, instanceId, userId }: Account,
): Promise<void> {
  if (person.platformUserId !== null) await queries.endVisits(db, person.platformUserId, sessionHash);
  else await queries.endSessions(db, instanceId, userId, sessionHash);
}

async function ownerIn({ platform }: Actor, instanceId: number | null, token: string, email: string) {
  if (instanceId === null || token === "" || token.length > 200) return null;
  const owner = await inInstance(platform.database, instanceId, (db) =>
    queries.findTokenOwner(db, instanceId, token, email),
  );
  return owner ? { instanceId, owner } : null;
}
