import { Unauthenticated } from "../errors.ts";
import type { Platform } from "../platform/platform.ts";
import { Actor, type Visit } from "./actor.ts";
import { findByKey, isKey } from "./keys.ts";
import { findByLaunch } from "./launches.ts";
import { findById, findPerson, instanceIdOf } from "./session.ts";
import { inInstance } from "./tenancy.ts";
import { findByXapi, isXapiToken } from "./xapi.ts";

export interface DoorOptions {
  /** Whether an API key opens it as well as a session, or credentials of the learning record store do and nothing else. */
  accepts?: "sessions" | "keys" | "xapi";
  /** Whether the work also runs for callers without a valid token, as nobody. */
  isPublic?: boolean;
}

/**
 * The one way in, for every GraphQL operation and every route: finds whose token it is on the instance of this host and runs
 * the work as that person, in one transaction that commits only when `keep` says so of the result.
 * Without a valid token, work that is public runs as nobody, with no transaction and so no connection held, and a few at a time
 * for each address.
 * @throws Unauthenticated without a valid token, where the work is not public
 */
export async function asActor<T>(
  platform: Platform,
  visit: Visit,
  token: string | null,
  work: (actor: Actor) => Promise<T>,
  keep: (result: T) => boolean = () => true,
  { accepts = "sessions", isPublic = false }: DoorOptions = {},
): Promise<T> {
  const find = token === null ? null : finderOf(token, accepts);
  const instanceId = find && visit.instanceLabel ? await instanceIdOf(platform.database, visit.instanceLabel) : null;
  if (token && find && instanceId !== null) {
    const inTransaction = () =>
      inInstance(
        platform.database,
        instanceId,
        async (db) => {
          const signedIn = await find(db, instanceId, token);
          return signedIn && { result: await work(new Actor(visit, platform, { db, signedIn })) };
        },
        (done) => done !== null && keep(done.result),
      );
    const outcome = await platform.turns.take(instanceId, inTransaction);
    if (outcome) return outcome.result;
  }
  if (!isPublic) throw new Unauthenticated();
  return platform.turns.take(`anonymous ${visit.address}`, () => work(new Actor(visit, platform, null)));
}

/** How a token of this form is looked up at such a door; null where it opens nothing. */
function finderOf(token: string, accepts: NonNullable<DoorOptions["accepts"]>) {
  if (accepts === "xapi") return isXapiToken(token) ? findByXapi : null;
  if (isXapiToken(token)) return null;
  if (isKey(token)) return accepts === "keys" ? findByKey : null;
  return findPerson;
}

/**
 * Whether an Authorization header holds a token of any kind that is valid on this instance: a session, an API key, a
 * launched package, or credentials of the learning record store.
 */
export async function isValidAuthorization(
  platform: Platform,
  instanceLabel: string | null,
  header: string,
): Promise<boolean> {
  const token = bearerIn(header) ?? basicIn(header);
  if (token === null || !instanceLabel) return false;
  const instanceId = await instanceIdOf(platform.database, instanceLabel);
  if (instanceId === null) return false;
  const finders = isXapiToken(token) ? [findByXapi] : isKey(token) ? [findByKey] : [findPerson, findByLaunch];
  return inInstance(platform.database, instanceId, async (db) => {
    for (const find of finders) if (await find(db, instanceId, token)) return true;
    return false;
  });
}

/** The token of a Bearer header, or null. */
export function bearerIn(header: string): string | null {
  return /^Bearer ([^\s]{1,200})$/.exec(header)?.[1] ?? null;
}

/** `<key>:<secret>` of HTTP Basic, or null. */
export function basicIn(header: string): string | null {
  const encoded = /^Basic\s+([A-Za-z0-9+/=_-]{1,400})$/i.exec(header)?.[1];
  return encoded === undefined ? null : Buffer.from(encoded, "base64").toString("utf8");
}

/** Where work is done that no request waits for. */
const NOWHERE: Visit = {
  host: "",
  origin: "",
  address: "",
  userAgent: "",
  requestId: "",
  instanceLabel: null,
  branchLabel: null,
};

/**
 * The door for jobs: runs the work as the person who asked for it, with what they may do at this moment, in one transaction.
 * @throws Unauthenticated when they may no longer sign in
 */
export async function asPerson<T>(
  platform: Platform,
  { instanceId, userId }: { instanceId: number; userId: number },
  work: (actor: Actor) => Promise<T>,
): Promise<T> {
  return inInstance(platform.database, instanceId, async (db) => {
    const signedIn = await findById(db, instanceId, userId);
    if (!signedIn) throw new Unauthenticated();
    return work(new Actor(NOWHERE, platform, { db, signedIn }));
  });
}

/**
 * The way in for a package that was opened: its launch token stands for one session of one person, and opens what a learner may do
 * and nothing else. Null when it is over, forged, or of another instance than `visit` is at.
 * @param launch the token, and the package whose host the request came to
 */
export async function asLaunched<T>(
  platform: Platform,
  visit: Visit,
  launch: { token: string; packageId: number | "every" },
  work: (actor: Actor, launchId: number) => Promise<T>,
): Promise<T | null> {
  const instanceId = visit.instanceLabel ? await instanceIdOf(platform.database, visit.instanceLabel) : null;
  if (instanceId === null) return null;
  return inInstance(platform.database, instanceId, async (db) => {
    const found = await findByLaunch(db, instanceId, launch.token);
    if (!found || (launch.packageId !== "every" && launch.packageId !== found.packageId)) return null;
    return work(new Actor(visit, platform, { db, signedIn: found.signedIn }), found.launchId);
  });
}
