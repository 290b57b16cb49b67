import type { Actor } from "../../access/actor.ts";
import { findInstanceId, openSession, platformInstanceId } from "../../access/session.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Db } from "../../db/client.ts";
import { Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { recordSystemAudit } from "../audit/audit.service.ts";
import { queueSecurityEvent } from "../mails/account-mails.service.ts";
import {
  findSignInPasskey,
  putSignInChallenge,
  type SignInPasskey,
  takeSignInChallenge,
  useSignInPasskey,
} from "../sign-in-security/passkey-use.service.ts";
import { admit, type SignIn, UNKNOWN_SITE } from "./accounts.service.ts";
import * as queries from "./accounts.queries.ts";

/** The same for unknown, removed and foreign passkeys, and for every response that does not fit. */
const REFUSED = t`This passkey does not sign in here. Try another one, or log in with your password.`;

/**
 * Begins a sign-in by a passkey alone. The answer names no passkeys, so it says nothing about anybody.
 * @returns what the browser needs, as JSON @throws Invalid without an instance at this host; RateLimited
 */
export async function startPasskeySignIn(actor: Actor): Promise<string> {
  const { platform, visit } = actor;
  const instanceId = await findHere(actor);
  await platform.attempts.begin(String(instanceId), visit.address, "passkey_start");
  return inInstance(platform.database, instanceId, (db) => putSignInChallenge({ db, instanceId }, visit.host));
}

/**
 * Signs a user in with a passkey of this host that has verified its user: it is a second factor in itself, so no other
 * is asked for. All other rules are those of a password: locked and inactive accounts, branches, and passwords that
 * are switched off.
 * @throws Invalid; RateLimited after too many failures of the address or the account
 */
export async function signInWithPasskey(actor: Actor, response: string): Promise<SignIn> {
  const { platform, visit } = actor;
  const { attempts, database } = platform;
  const instanceId = await findHere(actor);
  await attempts.begin(visit.address, visit.address, "passkey");
  // Also a failed use ends the challenge, so it is taken in a transaction of its own.
  const given = await inInstance(database, instanceId, (db) =>
    takeSignInChallenge({ db, instanceId }, visit.host, response),
  );
  const found = given && (await find(actor, instanceId, given.value.id));
  if (!given || !found) throw new Invalid({ response: [REFUSED] });
  const account = `${instanceId}:${found.person.email.toLowerCase()}`;
  await attempts.begin(account, visit.address);
  const count = await found.passkey.verify(given, visit);
  if (count === null) throw new Invalid({ response: [REFUSED] });
  await attempts.giveBack(visit.address, visit.address, "passkey");

  const isUsed = await inInstance(database, found.home, async (db) => {
    const at = { db, instanceId: found.home, userId: found.person.id };
    if (await useSignInPasskey(at, found.passkey, count)) return true;
    await queueSecurityEvent(actor, at, "passkey_refused");
    return false;
  });
  if (!isUsed) {
    await inInstance(database, instanceId, (db) => recordRefusal(actor, { db, instanceId }, found));
    throw new Invalid({ response: [REFUSED] });
  }
  await attempts.succeeded(account, visit.address);
  return inInstance(database, instanceId, async (db) => {
    if (visit.branchLabel && !(await queries.branchExists(db, instanceId, visit.branchLabel)))
      throw new Invalid({ branch_url: [UNKNOWN_SITE] });
    const known = { person: found.person, isVisitor: found.isVisitor };
    const userId = await admit(actor, { db, instanceId, branchUrl: visit.branchLabel, known });
    const { first_name, last_name, email, role } = found.person;
    return {
      token: await openSession(db, instanceId, userId, visit),
      host: visit.host,
      user: { id: userId, first_name, last_name, email, role },
    };
  });
}

async function findHere({ platform, visit }: Actor): Promise<number> {
  const label = visit.instanceLabel;
  const instanceId = label === null ? null : await findInstanceId(platform.database, label);
  if (instanceId === null) throw new Invalid({ instance_url: [UNKNOWN_SITE] });
  return instanceId;
}

interface Found {
  person: queries.Candidate;
  passkey: SignInPasskey;
  /** The instance where the account is stored. */
  home: number;
  isVisitor: boolean;
}

/** Finds the passkey of this host, and its user: one of the instance, else an operator. */
async function find({ platform, visit }: Actor, instanceId: number, credentialId: string): Promise<Found | null> {
  const { database } = platform;
  const findIn = (home: number) =>
    inInstance(database, home, async (db) => {
      const passkey = await findSignInPasskey({ db, instanceId: home }, visit.host, credentialId);
      const person = passkey && (await queries.getCandidate(db, home, passkey.userId));
      return passkey && person ? { passkey, person, home } : null;
    });
  const member = await findIn(instanceId);
  if (member) return { ...member, isVisitor: false };
  const operator = await findIn(await platformInstanceId(database));
  return operator?.person.role === "super_admin" ? { ...operator, isVisitor: true } : null;
}

/** Writes into the audit log that a passkey may have been copied. */
function recordRefusal({ platform }: Actor, at: { db: Db; instanceId: number }, { person, isVisitor }: Found) {
  const name = `${person.first_name} ${person.last_name}`;
  return recordSystemAudit(platform, at, {
    action: "user.passkey_refused",
    subject: { type: "user", id: isVisitor ? null : person.id, name },
  });
}
