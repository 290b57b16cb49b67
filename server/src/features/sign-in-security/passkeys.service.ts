import { randomBytes } from "node:crypto";
import type { Actor } from "../../access/actor.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { confirmIdentity, endOtherSessions } from "../accounts/passwords.service.ts";
import { recordActivity } from "../activity/activity.service.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { queueSecurityEvent } from "../mails/account-mails.service.ts";
import * as queries from "./passkeys.queries.ts";
import { countedFactor, isRequired, NEEDED, refuseUnconfirmed, replaceCodes } from "./second-factor.service.ts";
import { deleteDevices } from "./remembered-devices.queries.ts";
import * as factors from "./second-factor.queries.ts";
import {
  createAuthenticationOptions,
  createRegistrationOptions,
  parseAuthentication,
  parseRegistration,
  verifyAuthentication,
  verifyRegistration,
} from "./webauthn.ts";

/** So many passkeys has a user at most. */
const MOST = 20;
const FAILED = t`The passkey could not be used. Please try again.`;
const NOT_MADE = t`The passkey could not be added. Please try again.`;

/** A passkey of a user. */
export interface Passkey {
  id: number;
  name: string;
  /** The only host at which it works. */
  host: string;
  /** Whether that is the host of the request. */
  is_here: boolean;
  /** ISO 8601. */
  created_at: string;
  /** ISO 8601; null before it is used. */
  last_used_at: string | null;
}

/** Lists the caller's own passkeys, the first added first. */
export async function listPasskeys(actor: Actor): Promise<Passkey[]> {
  const owner = await actor.reachAccount("second_factor.use");
  refuseUnconfirmed(actor);
  return (await queries.listPasskeys(owner)).map((row) => toPasskey(actor, row));
}

/**
 * Begins to add a passkey of this host. @returns what the browser needs, as JSON
 * @throws Invalid for the password, so that a device left open is not enough; Conflict; RateLimited
 */
export async function startPasskey(actor: Actor, password: string): Promise<string> {
  const owner = await actor.reachAccount("second_factor.use");
  refuseUnconfirmed(actor);
  refuseHostOfCustomer(actor);
  await confirmIdentity(actor, owner, password);
  const rows = await queries.listPasskeys(owner);
  if (rows.length >= MOST) throw new Conflict(t`You have as many passkeys as are allowed. Remove one first.`);
  const { person, visit, platform } = actor;
  const existing = rows.filter(({ host }) => host === visit.host);
  const handle = existing[0]?.user_handle ?? randomBytes(32).toString("base64url");
  const { json, challenge } = await createRegistrationOptions({
    site: person.platformUserId === null ? actor.instance.name : platform.config.PRODUCT_NAME,
    host: visit.host,
    account: {
      handle,
      email: person.email,
      name: `${person.firstName} ${person.lastName}`,
    },
    existing,
  });
  await queries.putChallenge(await here(actor), challenge, toUse(actor, "add"), handle);
  return json;
}

/**
 * Adds a passkey that the browser has made. The first second factor of a user ends their other sessions, which were
 * opened without it, and comes with recovery codes.
 * @param input a name for it, and the answer of the browser as JSON
 * @throws Invalid; Conflict for one that was added before, or too late
 */
export async function addPasskey(
  actor: Actor,
  input: { name: string; response: string },
): Promise<{ passkey: Passkey; recovery_codes: string[] }> {
  const owner = await actor.reachAccount("second_factor.use");
  refuseUnconfirmed(actor);
  refuseHostOfCustomer(actor);
  const name = parseName(input.name);
  const given = parseRegistration(input.response);
  if (!given) throw new Invalid({ response: [NOT_MADE] });
  const reach = await here(actor);
  const taken = await queries.takeChallenge(reach, given.challenge, toUse(actor, "add"));
  if (!taken?.handle) throw new Conflict(t`This took too long. Please start again.`);
  const credential = await verifyRegistration(given, { ...actor.visit, challenge: given.challenge });
  if (!credential) throw new Invalid({ response: [NOT_MADE] });
  if ((await queries.listPasskeys(owner)).length >= MOST)
    throw new Conflict(t`You have as many passkeys as are allowed. Remove one first.`);
  const isFirst = !(await factors.hasFactor(owner));
  const made = { name, host: actor.visit.host, handle: taken.handle, credential };
  const row = await queries.insertPasskey(owner, made);
  if (!row) throw new Conflict(t`This passkey was added before.`);
  const codes = isFirst ? await replaceCodes(owner) : [];
  if (isFirst) {
    await endOtherSessions(actor, owner);
    await factors.openFully(reach, actor.sessionHash!);
  }
  await deleteDevices(owner);
  await record(actor, "added", name);
  await queueSecurityEvent(actor, owner, "passkey_added");
  return { passkey: toPasskey(actor, row), recovery_codes: codes };
}

/** Renames a passkey of the caller. @throws NotFound; Invalid */
export async function renamePasskey(actor: Actor, id: number, name: string): Promise<Passkey> {
  const owner = await actor.reachAccount("second_factor.use");
  refuseUnconfirmed(actor);
  const row = await queries.renamePasskey(owner, id, parseName(name));
  if (!row) throw new NotFound("Passkey");
  return toPasskey(actor, row);
}

/**
 * Removes a passkey of the caller. @throws NotFound; Invalid for the password; Conflict for the last second factor when
 * the role needs one; RateLimited
 */
export async function removePasskey(actor: Actor, id: number, password: string): Promise<{ id: number }> {
  const owner = await actor.reachAccount("second_factor.use");
  refuseUnconfirmed(actor);
  await factors.lockOwner(owner);
  const rows = await queries.listPasskeys(owner);
  const row = rows.find((each) => each.id === id);
  if (!row) throw new NotFound("Passkey");
  const isLast = rows.length === 1 && !(await factors.findFactor(owner))?.confirmed_at;
  if (isLast && (await isRequired(actor))) throw new Conflict(NEEDED);
  await confirmIdentity(actor, owner, password);
  await queries.deletePasskey(owner, id);
  await deleteDevices(owner);
  if (isLast) await factors.deleteRecoveryCodes(owner);
  await record(actor, "removed", row.name);
  await queueSecurityEvent(actor, owner, "passkey_removed");
  return { id };
}

/**
 * Begins to show a passkey as the second factor of this sign-in. @returns what the browser needs, as JSON
 * @throws Conflict without a passkey of this host
 */
export async function startPasskeyConfirmation(actor: Actor): Promise<string> {
  const owner = await actor.reachAccount("second_factor.use");
  const rows = (await queries.listPasskeys(owner)).filter(({ host }) => host === actor.visit.host);
  if (rows.length === 0) throw new Conflict(t`You have no passkey for this address.`);
  const { json, challenge } = await createAuthenticationOptions(actor.visit.host, rows);
  await queries.putChallenge(await here(actor), challenge, toUse(actor, "confirm"));
  return json;
}

/**
 * Shows a passkey as the second factor of this sign-in. From then on the session may do what its user may.
 * @returns false for a passkey whose count has not grown: that is recorded, so the operation may not fail
 * @throws Invalid for a response that a passkey of the caller has not signed for this; RateLimited
 */
export async function confirmByPasskey(actor: Actor, response: string): Promise<boolean> {
  const owner = await actor.reachAccount("second_factor.use");
  if (actor.factorDue !== "code") return true;
  const reach = await here(actor);
  let used: { id: number; count: number } | null = null;
  await countedFactor(actor, owner, async () => (used = await checkUse(actor, owner, response)) !== null, {
    response: [FAILED],
  });
  const { id, count } = used!;
  if (!(await queries.usePasskey(owner, id, count))) {
    await recordAudit(actor, reach, { action: "user.passkey_refused", subject: toSubject(actor) });
    await queueSecurityEvent(actor, owner, "passkey_refused");
    return false;
  }
  await factors.openFully(reach, actor.sessionHash!);
  return true;
}

/** Checks that a passkey of the caller has signed a challenge of this session. @returns null otherwise */
async function checkUse(
  actor: Actor,
  owner: factors.Owner,
  response: string,
): Promise<{ id: number; count: number } | null> {
  const given = parseAuthentication(response);
  if (!given || !(await queries.takeChallenge(await here(actor), given.challenge, toUse(actor, "confirm"))))
    return null;
  const stored = await queries.findCredential(owner, actor.visit.host, given.value.id);
  if (stored?.user_id !== owner.userId) return null;
  const expected = { ...actor.visit, challenge: given.challenge };
  const count = await verifyAuthentication(given, expected, stored, { mustVerify: false });
  return count === null ? null : { id: stored.id, count };
}

function parseName(typed: string): string {
  const name = typed.trim();
  if (name === "") throw new Invalid({ name: [t`Enter a name.`] });
  if (name.length > 100) throw new Invalid({ name: [t`This can have at most 100 characters.`] });
  return name;
}

/** Operators sign in to all instances: the holder of a customer's own host name must not be able to ask for their passkeys. */
function refuseHostOfCustomer({ person, visit, platform }: Actor): void {
  if (person.platformUserId !== null && platform.customHosts.find(visit.host))
    throw new Conflict(t`Add passkeys of operators at an address of the product's own domain.`);
}

async function record(actor: Actor, what: "added" | "removed", name: string): Promise<void> {
  const reach = await here(actor);
  await recordActivity(reach, { userId: actor.person.id, kind: `passkey_${what}` });
  await recordAudit(actor, reach, { action: `user.passkey_${what}`, subject: toSubject(actor), changes: { name } });
}

const toSubject = ({ person }: Actor) => ({
  type: "user" as const,
  id: person.id,
  name: `${person.firstName} ${person.lastName}`,
});

const toPasskey = ({ visit }: Actor, { id, name, host, created_at, last_used_at }: queries.PasskeyRow): Passkey => ({
  id,
  name,
  host,
  is_here: host === visit.host,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});

const toUse = ({ visit, sessionHash }: Actor, purpose: "add" | "confirm"): queries.ChallengeUse => ({
  purpose,
  host: visit.host,
  sessionHash,
});

const here = (actor: Actor) => actor.reach("second_factor.use");
