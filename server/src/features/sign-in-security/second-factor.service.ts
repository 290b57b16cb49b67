import type { Actor } from "../../access/actor.ts";
import { seal, unseal } from "../../access/sealed.ts";
import { Conflict, Invalid, SecondFactorDue, type Validation } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { confirmIdentity, endOtherSessions, hasPassword } from "../accounts/passwords.service.ts";
import { recordActivity } from "../activity/activity.service.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { queueSecurityEvent } from "../mails/account-mails.service.ts";
import { getChangeable, isOneself, mayChange } from "../users/authority.service.ts";
import { toAuditSubject } from "../users/people.service.ts";
import type { Person } from "../users/users.service.ts";
import { deleteDevices } from "./remembered-devices.queries.ts";
import * as queries from "./second-factor.queries.ts";
import { createRecoveryCodes, createSecret, findPeriod, toRecoveryCode, toUri } from "./totp.ts";

const PURPOSE = "second factor";
const WRONG_CODE = t`This code is not correct. Enter the code that your app shows now.`;
const NOT_STARTED = t`Start again: there is no second factor that waits for a code.`;
const NONE = t`You have no second factor.`;
export const NEEDED = t`Your organisation asks for a second factor. You cannot remove the last one.`;
const IN_USE = t`You have an authenticator app already. Remove it before you set up another one.`;

/** The second factors of a user. */
export interface SecondFactor {
  /** Whether an authenticator app is in use. */
  is_on: boolean;
  /** ISO 8601; null while there is no app. */
  since: string | null;
  /** How many passkeys the user has, at all hosts. */
  passkeys: number;
  /** How many of them work at the host of the request. */
  passkeys_here: number;
  /** How many recovery codes are left. */
  recovery_codes: number;
  /** Whether the user has a password; without one, a sign-in of the last minutes is asked for instead. */
  has_password: boolean;
  /** Whether the role of the user needs one, so that the last one cannot be removed. */
  is_required: boolean;
}

/** What an authenticator app needs. */
export interface NewTotp {
  /** In Base32, to type it. */
  secret: string;
  /** The same as an address that apps open. */
  uri: string;
  /** The address as a QR code: an SVG image. */
  qr_code: string;
}

/** Returns whether the caller signs in with a second factor. */
export async function getSecondFactor(actor: Actor): Promise<SecondFactor> {
  const owner = await actor.reachAccount("second_factor.use");
  const factor = await queries.findFactor(owner);
  const passkeys = await queries.countPasskeys(owner, actor.visit.host);
  return {
    is_on: Boolean(factor?.confirmed_at),
    since: factor?.confirmed_at?.toISOString() ?? null,
    passkeys: passkeys.all,
    passkeys_here: passkeys.ofHost,
    recovery_codes: await queries.countRecoveryCodes(owner),
    has_password: await hasPassword(owner),
    is_required: await isRequired(actor),
  };
}

/**
 * Creates a secret for an authenticator app. It is in use once a first code is entered; until then, another start
 * replaces it.
 * @throws Invalid for the password, so that a device left open is not enough; Conflict with one in use; RateLimited
 */
export async function startTotp(actor: Actor, password: string): Promise<NewTotp> {
  const owner = await actor.reachAccount("second_factor.use");
  refuseUnconfirmed(actor);
  await confirmIdentity(actor, owner, password);
  const secret = createSecret();
  const { PRODUCT_NAME } = actor.platform.config;
  const site = actor.person.platformUserId === null ? actor.instance.name : PRODUCT_NAME;
  const uri = toUri(secret, { site, email: actor.person.email });
  if (!(await queries.putSecret(owner, seal(actor.platform.secret, PURPOSE, toContext(owner), secret))))
    throw new Conflict(IN_USE);
  const { default: QRCode } = await import("qrcode");
  return { secret, uri, qr_code: await QRCode.toString(uri, { type: "svg", margin: 1 }) };
}

/**
 * Puts a second factor into use with its first code. Ends all other sessions of the user, which were opened without it.
 * @returns the recovery codes, which nobody can read again
 * @throws Invalid for the code; Conflict without a start; RateLimited
 */
export async function confirmTotp(actor: Actor, code: string): Promise<string[]> {
  const owner = await actor.reachAccount("second_factor.use");
  refuseUnconfirmed(actor);
  const factor = await queries.findFactor(owner);
  if (!factor) throw new Conflict(NOT_STARTED);
  if (factor.confirmed_at) throw new Conflict(IN_USE);
  await countedFactor(actor, owner, () => useTotp(actor, owner, factor, code));
  await queries.markConfirmed(owner);
  const codes = await replaceCodes(owner);
  await endOtherSessions(actor, owner);
  await queries.openFully(await here(actor), actor.sessionHash!);
  await recordActivity(await here(actor), { userId: actor.person.id, kind: "second_factor_on" });
  await queueSecurityEvent(actor, owner, "factor_on");
  return codes;
}

/**
 * Shows the second factor of a sign-in: a code of the app, or a recovery code, which is then used up. From then on the
 * session may do what its user may.
 * @throws Invalid for a wrong code and for one that was used before; RateLimited after too many
 */
export async function confirmSecondFactor(actor: Actor, code: string): Promise<boolean> {
  const owner = await actor.reachAccount("second_factor.use");
  if (actor.factorDue !== "code") return true;
  await checkCode(actor, owner, code);
  await queries.openFully(await here(actor), actor.sessionHash!);
  return true;
}

/**
 * Creates new recovery codes; the earlier ones end. @throws Invalid for the code; Conflict without a second factor;
 * RateLimited
 */
export async function renewRecoveryCodes(actor: Actor, code: string): Promise<string[]> {
  const owner = await actor.reachAccount("second_factor.use");
  refuseUnconfirmed(actor);
  await checkCode(actor, owner, code);
  return replaceCodes(owner);
}

/**
 * Removes the caller's authenticator app. @throws Invalid for the password or the code; Conflict without one, and when the
 * role needs it; RateLimited
 */
export async function removeTotp(actor: Actor, input: { password: string; code: string }): Promise<boolean> {
  const owner = await actor.reachAccount("second_factor.use");
  refuseUnconfirmed(actor);
  await queries.lockOwner(owner);
  const isLast = (await queries.countPasskeys(owner)).all === 0;
  if (isLast && (await isRequired(actor))) throw new Conflict(NEEDED);
  await confirmIdentity(actor, owner, input.password);
  if (!(await queries.findFactor(owner))?.confirmed_at) throw new Conflict(NONE);
  await checkCode(actor, owner, input.code);
  await queries.deleteTotp(owner);
  await deleteDevices(owner);
  if (isLast) await queries.deleteRecoveryCodes(owner);
  await recordActivity(await here(actor), { userId: actor.person.id, kind: "second_factor_off" });
  await queueSecurityEvent(actor, owner, "factor_off");
  return true;
}

/**
 * Removes the second factors of a user who has lost them, and ends their sessions. They sign in with their password, and set
 * one up again if their role needs it.
 * @throws NotFound; Forbidden; Conflict for oneself and for a user without one
 */
export async function resetSecondFactor(actor: Actor, id: number, branchUrl?: string | null): Promise<{ id: number }> {
  const reach = await actor.reachRow("user.send_password_link", "users", id, branchUrl);
  const [person] = await getChangeable(actor, reach, [id]);
  if (isOneself(actor, reach, id)) throw new Conflict(t`Remove your own second factor in your profile.`);
  const { db, instanceId } = reach;
  if (!(await queries.deleteFactors({ db, instanceId, userId: id })))
    throw new Conflict(t`This user has no second factor.`);
  await queries.endSessionsOf({ db, instanceId, userId: id });
  // Wrong codes of the former factor must not keep its user from setting up another.
  await actor.platform.attempts.clear(`${instanceId}:${id}`, "second_factor");
  await queueSecurityEvent(actor, { db, instanceId, userId: id }, "factor_reset");
  await recordAudit(actor, reach, { action: "user.second_factor_reset", subject: toAuditSubject(person!) });
  return { id };
}

/** Tells whether a user has a second factor that the actor may reset, so that the client offers it. */
export async function mayResetSecondFactor(actor: Actor, { reach, ...person }: Person): Promise<boolean> {
  if (!actor.can("user.send_password_link") || isOneself(actor, reach, person.id)) return false;
  const { db, instanceId } = reach;
  return (await queries.hasFactor({ db, instanceId, userId: person.id })) && mayChange(actor, reach, person);
}

/** Refuses sessions that wait for the second factor: they must not change it. @throws SecondFactorDue */
export function refuseUnconfirmed(actor: Actor): void {
  if (actor.factorDue === "code") throw new SecondFactorDue();
}

/** Checks a code of the app, or a recovery code. @throws Invalid; Conflict without a second factor; RateLimited */
async function checkCode(actor: Actor, owner: queries.Owner, code: string): Promise<void> {
  const factor = await queries.findFactor(owner);
  if (!factor?.confirmed_at && !(await queries.hasFactor(owner))) throw new Conflict(NONE);
  const typed = code.trim();
  const isOfApp = factor?.confirmed_at && /^[\d\s]*$/.test(typed);
  await countedFactor(actor, owner, async () =>
    isOfApp ? useTotp(actor, owner, factor, typed) : queries.takeRecoveryCode(owner, toRecoveryCode(typed)),
  );
}

async function useTotp(
  { platform }: Actor,
  owner: queries.Owner,
  { secret }: queries.Factor,
  code: string,
): Promise<boolean> {
  const period = findPeriod(unseal(platform.secret, PURPOSE, toContext(owner), secret), code.replace(/\s/g, ""));
  return period !== null && queries.usePeriod(owner, period);
}

/**
 * Counts what is shown of a second factor before it is checked, so that parallel guesses cannot all pass.
 * @param wrong the messages when it does not pass @throws Invalid, RateLimited
 */
export async function countedFactor(
  { platform, visit }: Actor,
  owner: queries.Owner,
  check: () => Promise<boolean>,
  wrong: Validation = { code: [WRONG_CODE] },
): Promise<void> {
  const account = `${owner.instanceId}:${owner.userId}`;
  await platform.attempts.begin(account, visit.address, "second_factor");
  if (!(await check())) throw new Invalid(wrong);
  await platform.attempts.succeeded(account, visit.address, "second_factor");
}

/** Tells whether the role of the caller needs a second factor in this instance; operators need one outside demo mode. */
export async function isRequired(actor: Actor): Promise<boolean> {
  if (actor.person.platformUserId !== null) return actor.platform.config.DEMO === "off";
  return queries.isRequired(await here(actor), actor.person.role);
}

/** Creates new recovery codes in place of the earlier ones. */
export async function replaceCodes(owner: queries.Owner): Promise<string[]> {
  const codes = createRecoveryCodes();
  await queries.replaceRecoveryCodes(owner, codes);
  return codes;
}

const here = (actor: Actor) => actor.reach("second_factor.use");

const toContext = ({ instanceId, userId }: queries.Owner) => `${instanceId}:${userId}`;
