import type { Actor } from "../../access/actor.ts";
import { NotFound } from "../../errors.ts";
import { recordActivity } from "../activity/activity.service.ts";
import * as queries from "./sessions.queries.ts";

/** A sign-in of the caller that has not ended. */
export interface Session {
  id: string;
  /** The network address at sign-in. */
  address: string | null;
  /** The browser at sign-in, as it named itself. */
  user_agent: string | null;
  /** ISO 8601. */
  created_at: string;
  /** ISO 8601, to five minutes. */
  last_used_at: string;
  /** Whether it is the session that asks. */
  is_current: boolean;
}

/** Lists the sessions of the caller in this instance, this one first, then the last used. */
export async function listSessions(actor: Actor): Promise<Session[]> {
  const rows = await queries.listSessions(await actor.reach("profile.edit"), getHash(actor));
  return rows.map(({ created_at, last_used_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
  }));
}

/** Ends a session of the caller: its device is signed out with the next request. @throws NotFound */
export async function revokeSession(actor: Actor, id: string): Promise<{ id: string }> {
  const reach = await actor.reach("profile.edit");
  if (!/^[\da-f-]{36}$/i.test(id) || !(await queries.endSession(reach, id))) throw new NotFound("Session");
  await recordActivity(reach, { userId: actor.person.id, kind: "signed_out_device" });
  return { id };
}

/** Ends all sessions of the caller but this one. @returns how many */
export async function revokeOtherSessions(actor: Actor): Promise<number> {
  const reach = await actor.reach("profile.edit");
  const ended = await queries.endOtherSessions(reach, getHash(actor));
  if (ended > 0) await recordActivity(reach, { userId: actor.person.id, kind: "signed_out_device" });
  return ended;
}

/** An API key may not edit a profile, so there is a session. */
const getHash = (actor: Actor): Buffer => actor.sessionHash!;
