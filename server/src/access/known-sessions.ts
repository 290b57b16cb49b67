import { LRUCache } from "lru-cache";
import type { Db } from "../db/client.ts";
import type { Platform } from "../platform/platform.ts";
import { Actor } from "./actor.ts";
import type { Visit } from "./person.ts";
import { hash, readInstanceId, readSession, type SessionRow, type SignedIn, toSignedIn } from "./session.ts";

/** The sessions whose requests start early: a few kilobytes each. */
const MOST_SESSIONS = 2_000;

/** What a session was at its last request, by the hash of its token. */
const known = new LRUCache<string, { text: string; signedIn: SignedIn }>({ max: MOST_SESSIONS });

/** The result of work; null where the session is not valid; `UNSETTLED` where the work does not count and has to be done again. */
export type EarlyOutcome<T> = { result: T } | null | typeof UNSETTLED;

export const UNSETTLED = "unsettled";

/**
 * Runs work as the caller of a session in an open transaction. If the session is known from an earlier request, the work starts
 * as the person it belonged to then, and its statements are sent in one packet with the statement that reads the session. The
 * result counts only if the session still is the same, to the last column. So a session that was closed, a role or a
 * branch that was changed take effect with the next request, on every server.
 * @param work may be done twice: it changes nothing outside of the transaction
 */
export async function startAsPerson<T>(
  platform: Platform,
  visit: Visit,
  { db, instanceId, token }: { db: Db; instanceId: number; token: string },
  work: (actor: Actor) => Promise<T>,
): Promise<EarlyOutcome<T>> {
  // Work never starts as a person of another instance than that of the transaction.
  if (readInstanceId(token) !== instanceId) return null;
  const tokenHash = hash(token);
  const key = tokenHash.toString("base64");
  const start = (signedIn: SignedIn) => work(new Actor(visit, platform, { db, signedIn }));
  const before = known.get(key);
  const reading = readSession(db, instanceId, token);
  const [read, early] = await Promise.allSettled([reading, before && start(before.signedIn)]);
  if (read.status === "rejected") throw read.reason;
  const row = read.value;
  if (!row) {
    known.delete(key);
    return null;
  }
  const text = describe(row);
  const isKnown = before?.text === text;
  if (!isKnown) known.set(key, { text, signedIn: freeze(toSignedIn(row, tokenHash)) });
  // The last use has to be stored; work of another person does not count.
  if (row.is_used_again || (before && !isKnown)) return UNSETTLED;
  if (!before) return { result: await start(toSignedIn(row, tokenHash)) };
  if (early.status === "rejected") throw early.reason;
  return { result: early.value as T };
}

/** Writes all of a session that work depends on as one text. */
function describe(row: SessionRow): string {
  return JSON.stringify({ ...row, is_used_again: undefined });
}

/** Makes a value unchangeable, because several requests share it. */
function freeze<T extends object>(value: T): T {
  for (const each of Object.values(value) as unknown[])
    if (typeof each === "object" && each !== null && !ArrayBuffer.isView(each)) freeze(each);
  return Object.freeze(value);
}
