import { LRUCache } from "lru-cache";
import { Unauthenticated } from "../errors.ts";
import type { Platform } from "../platform/platform.ts";
import { accessTokenFinder, isAccessToken } from "./access-tokens.ts";
import { Actor } from "./actor.ts";
import type { Visit } from "./person.ts";
import { type Db, WriteRefused } from "../db/client.ts";
import { findByKey, isKey } from "./keys.ts";
import { startAsPerson, UNSETTLED } from "./known-sessions.ts";
import { findByLaunch } from "./launches.ts";
import { findByScim, isScimToken } from "./scim.ts";
import { findById, findPerson, findInstanceId } from "./session.ts";
import { inInstance, inSnapshot, readInInstance } from "./tenancy.ts";
import { findByXapi, isXapiToken } from "./xapi.ts";

export interface ActorOptions {
  /**
   * Whether API keys are accepted besides sessions, or only credentials of the learning record store, or only tokens for
   * provisioning.
   */
  accepts?: "sessions" | "keys" | "xapi" | "scim";
  /** Whether the work also runs anonymously, without a valid token. */
  isPublic?: boolean;
  /**
   * Names work that may be done twice, because it changes nothing outside of its transaction. It starts before the session is
   * read (known-sessions.ts). `reads` says that it only reads; if it writes nevertheless, so does other work of that name.
   */
  early?: { name: string; reads: boolean } | null;
  /** Whether all statements see the rows of one moment, as for a list that is read page by page. The work may be done twice. */
  isSnapshot?: boolean;
}

/**
 * Runs the work of a GraphQL operation or a route as the caller: looks the token up on the instance of this host and opens one
 * transaction, which commits only when `keep` accepts the result. Without a valid token, public work runs without a user and
 * without a transaction, under the concurrency limit of the address.
 * @param accepts which kinds of tokens are looked up: sessions (the default), sessions, API keys and access tokens, or xAPI credentials
 * @throws Unauthenticated without a valid token, where the work is not public
 */
export async function withActor<T>(
  platform: Platform,
  visit: Visit,
  token: string | null,
  work: (actor: Actor) => Promise<T>,
  keep: (result: T) => boolean = () => true,
  { accepts = "sessions", isPublic = false, early = null, isSnapshot = false }: ActorOptions = {},
): Promise<T> {
  const find = token === null ? null : chooseFinder(token, accepts, platform);
  const instanceId = find && visit.instanceLabel ? await findInstanceId(platform.database, visit.instanceLabel) : null;
  if (token && find && instanceId !== null) {
    const inTransaction = () =>
      (isSnapshot ? inSnapshot : inInstance)(
        platform.database,
        instanceId,
        async (db) => {
          const signedIn = await find(db, instanceId, token);
          return signedIn && { result: await work(new Actor(visit, platform, { db, signedIn })) };
        },
        (done) => done !== null && keep(done.result),
      );
    const start = (db: Db) => startAsPerson(platform, visit, { db, instanceId, token }, work);
    const startEarly = async () => {
      const { name, reads } = early!;
      if (reads && !writing.has(name))
        try {
          return await readInInstance(platform.database, instanceId, start);
        } catch (error) {
          if (!(error instanceof WriteRefused)) throw error;
          writing.set(name, true);
        }
      return inInstance(
        platform.database,
        instanceId,
        start,
        (done) => done !== null && done !== UNSETTLED && keep(done.result),
      );
    };
    const outcome = await platform.concurrency.run(instanceId, async () => {
      const started = find === findPerson && early ? await startEarly() : UNSETTLED;
      return started === UNSETTLED ? inTransaction() : started;
    });
    if (outcome) {
      platform.unknownCallers.accept(token);
      return outcome.result;
    }
  }
  if (token) await platform.unknownCallers.reject(visit.address, token);
  if (!isPublic) throw new Unauthenticated();
  return platform.concurrency.run(`anonymous ${visit.address}`, () => work(new Actor(visit, platform, null)));
}

/** The names of work that was to read and wrote. */
const writing = new LRUCache<string, true>({ max: 1_000, ttl: 10 * 60_000 });

/** Returns how a token of this form is looked up for a route; null where it is not accepted. */
function chooseFinder(token: string, accepts: NonNullable<ActorOptions["accepts"]>, { secret }: Platform) {
  if (accepts === "xapi") return isXapiToken(token) ? findByXapi : null;
  if (accepts === "scim") return isScimToken(token) ? findByScim : null;
  if (isXapiToken(token) || isScimToken(token)) return null;
  if (isKey(token)) return accepts === "keys" ? findByKey : null;
  if (isAccessToken(token)) return accepts === "keys" ? accessTokenFinder(secret) : null;
  return findPerson;
}

/**
 * Tells whether an Authorization header holds a valid token of any kind on this instance: a session, an API key, a
 * launched package, credentials of the learning record store, or a token for provisioning.
 */
export async function isValidAuthorization(
  platform: Platform,
  instanceLabel: string | null,
  header: string,
): Promise<boolean> {
  const token = tokenIn(header);
  if (token === null || !instanceLabel) return false;
  const instanceId = await findInstanceId(platform.database, instanceLabel);
  if (instanceId === null) return false;
  const finders = listFinders(token, platform);
  return inInstance(platform.database, instanceId, async (db) => {
    for (const find of finders) if (await find(db, instanceId, token)) return true;
    return false;
  });
}

function listFinders(token: string, { secret }: Platform) {
  if (isXapiToken(token)) return [findByXapi];
  if (isScimToken(token)) return [findByScim];
  if (isAccessToken(token)) return [accessTokenFinder(secret)];
  return isKey(token) ? [findByKey] : [findPerson, findByLaunch];
}

/** Reads the token of an Authorization header of either kind, or null. */
export function tokenIn(header: string): string | null {
  return bearerIn(header) ?? basicIn(header);
}

/** Reads the token of a Bearer header, or null. */
export function bearerIn(header: string): string | null {
  return /^Bearer ([^\s]{1,200})$/.exec(header)?.[1] ?? null;
}

/** Reads `<key>:<secret>` of an HTTP Basic header, or null. */
export function basicIn(header: string): string | null {
  const encoded = /^Basic\s+([A-Za-z0-9+/=_-]{1,400})$/i.exec(header)?.[1];
  return encoded === undefined ? null : Buffer.from(encoded, "base64").toString("utf8");
}

/** The visit of work that no request waits for. */
const NOWHERE: Visit = {
  host: "",
  origin: "",
  address: "",
  userAgent: "",
  language: "en",
  requestId: "",
  instanceLabel: null,
  branchLabel: null,
};

/**
 * Runs the work of a job as the user who asked for it, with what they may do at this moment, in one transaction.
 * @param origin of the request that asked for it, for links in mails
 * @param isFinishing whether the job only ends what the user began, which it may also after they were deactivated
 * @param isSnapshot whether all statements see the rows of one moment
 * @param automation the name of the automation that acts with their rights, for the audit log
 * @throws Unauthenticated when they may no longer sign in
 */
export async function withUser<T>(
  platform: Platform,
  {
    instanceId,
    userId,
    origin = "",
    automation,
    isFinishing = false,
    isSnapshot = false,
  }: {
    instanceId: number;
    userId: number;
    origin?: string;
    automation?: string;
    isFinishing?: boolean;
    isSnapshot?: boolean;
  },
  work: (actor: Actor) => Promise<T>,
): Promise<T> {
  return (isSnapshot ? inSnapshot : inInstance)(platform.database, instanceId, async (db) => {
    const signedIn = await findById(db, instanceId, userId, isFinishing);
    if (!signedIn) throw new Unauthenticated();
    const as = automation === undefined ? signedIn : { ...signedIn, automation };
    return work(new Actor({ ...NOWHERE, origin }, platform, { db, signedIn: as }));
  });
}

/**
 * Runs work for an opened package. Its launch token represents one session of one user with a learner's permissions and nothing
 * else. Returns null when the token has ended, is forged, or belongs to another instance than `visit` names.
 * @param launch the token, and the package whose host the request came to
 */
export async function withLaunch<T>(
  platform: Platform,
  visit: Visit,
  launch: { token: string; packageId: number | "every"; unitId: number | null },
  work: (actor: Actor, launchId: number) => Promise<T>,
): Promise<T | null> {
  const instanceId = visit.instanceLabel ? await findInstanceId(platform.database, visit.instanceLabel) : null;
  if (instanceId === null) return null;
  return inInstance(platform.database, instanceId, async (db) => {
    const found = await findByLaunch(db, instanceId, launch.token);
    const isElsewhere = found?.packageId !== launch.packageId || found.unitId !== launch.unitId;
    if (!found || (launch.packageId !== "every" && isElsewhere)) return null;
    return work(new Actor(visit, platform, { db, signedIn: found.signedIn }), found.launchId);
  });
}
