import { randomBytes } from "node:crypto";
import type { Actor } from "../../access/actor.ts";
import { toDeviceCookie } from "../../access/remembered.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import * as queries from "./remembered-devices.queries.ts";
import { refuseUnconfirmed } from "./second-factor.service.ts";

const DAY_SECONDS = 24 * 60 * 60;

/** A device that is not asked for the second factor. */
export interface RememberedDevice {
  id: string;
  host: string;
  address: string;
  user_agent: string;
  /** ISO 8601. */
  created_at: string;
  /** ISO 8601. */
  last_used_at: string;
}

/** Returns for how many days a device of the caller can be remembered; null for none, as for operators. */
export async function findRememberDays(actor: Actor): Promise<number | null> {
  if (actor.person.platformUserId !== null) return null;
  return queries.findDays(await actor.reach("second_factor.use"));
}

/**
 * Remembers the caller's device, so that it is not asked for the second factor for some days.
 * @returns the cookie that names it
 * @throws Conflict where devices are not remembered, and for a session in which no second factor was just shown
 */
export async function rememberDevice(actor: Actor): Promise<string> {
  const owner = await actor.reach("second_factor.use");
  refuseUnconfirmed(actor);
  const days = await findRememberDays(actor);
  if (days === null) throw new Conflict(t`This site asks for the second factor at each sign-in.`);
  if (!actor.sessionHash || !(await queries.wasJustShown(owner, actor.sessionHash)))
    throw new Conflict(t`Sign in with your second factor first.`);
  const { visit } = actor;
  const token = randomBytes(32).toString("base64url");
  await queries.insertDevice(owner, { ...visit, token, days });
  const secure = visit.origin.startsWith("https:") ? "; Secure" : "";
  const name = toDeviceCookie(visit, owner.userId);
  return `${name}=${token}; Path=/; Max-Age=${days * DAY_SECONDS}; HttpOnly; SameSite=Strict${secure}`;
}

/** Lists the caller's devices that are not asked for the second factor, the last used first. */
export async function listRememberedDevices(actor: Actor): Promise<RememberedDevice[]> {
  const owner = await actor.reach("second_factor.use");
  refuseUnconfirmed(actor);
  return (await queries.listDevices(owner)).map(({ created_at, last_used_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
  }));
}

/** Forgets a device of the caller, which is asked for the second factor again. @throws NotFound */
export async function forgetDevice(actor: Actor, id: string): Promise<{ id: string }> {
  const owner = await actor.reach("second_factor.use");
  refuseUnconfirmed(actor);
  if (!/^[\da-f-]{36}$/i.test(id) || !(await queries.deleteDevice(owner, id))) throw new NotFound("Device");
  return { id };
}
