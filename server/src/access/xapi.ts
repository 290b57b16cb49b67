import { randomBytes } from "node:crypto";
import { CompiledQuery, sql } from "kysely";
import type { Db } from "../db/client.ts";
import { findByLaunch } from "./launches.ts";
import {
  hash,
  INSTANCE_IS_OPEN,
  readInstanceId,
  toPerson,
  toSettings,
  type SignedIn,
  type SignedInRow,
  signedInSql,
} from "./session.ts";

// `<key>:<secret>` of HTTP Basic; the instance in the key gives no rights.
const CREDENTIALS = /^xapi_([1-9]\d{0,9})_[\w-]{16}:[\w-]{43}$/;

/** The prefix of a launch's token, in place of the key of credentials. */
const LAUNCH = "launch:";

/** The prefix of the token that the fetch URL of an AU returns, once. */
const AU_SESSION = "cmi5:";

/**
 * Tells whether a token has the form of one for the learning record store: credentials, the launch of an xAPI package,
 * or an AU's session.
 */
export function isXapiToken(token: string): boolean {
  return CREDENTIALS.test(token) || token.startsWith(LAUNCH) || token.startsWith(AU_SESSION);
}

/** Creates credentials for the learning record store and the hash that is stored of the secret. */
export function newXapiCredentials(instanceId: number): { key: string; secret: string; hash: Buffer } {
  const key = `xapi_${instanceId}_${randomBytes(12).toString("base64url")}`;
  const secret = randomBytes(32).toString("base64url");
  return { key, secret, hash: hash(secret) };
}

const BY_CREDENTIALS = signedInSql({
  table: "xapi_credentials",
  userId: "created_by",
  where: `s.key = $2 AND s.secret_hash = $3 AND s.revoked_at IS NULL AND ${INSTANCE_IS_OPEN}`,
  columns: "s.id AS credentials_id, s.name AS credentials_name",
});

// Valid from the request of the fetch URL until the session ends (cmi5 8.1.2).
const AU_IS_OPEN = "c.instance_id = $1 AND c.token_hash = $2 AND c.ended_at IS NULL";
const BY_AU_SESSION = signedInSql({
  table: "scorm_sessions",
  userId: "user_id",
  where: `s.expires_at > now() AND s.id = (SELECT c.launch_id FROM cmi5_sessions c WHERE ${AU_IS_OPEN})`,
  columns: `(SELECT c.id FROM cmi5_sessions c WHERE ${AU_IS_OPEN}) AS au_session`,
});

/**
 * Finds the user of a token for the learning record store on this instance: the creator of the credentials, or the
 * learner who launched the package, as a learner whatever their role. Null for an invalid or ended token.
 */
export async function findByXapi(db: Db, instanceId: number, token: string): Promise<SignedIn | null> {
  if (token.startsWith(LAUNCH)) {
    const launched = await findByLaunch(db, instanceId, token.slice(LAUNCH.length));
    return launched && { ...launched.signedIn, xapi: { launchId: launched.launchId } };
  }
  if (token.startsWith(AU_SESSION)) return findByAuSession(db, instanceId, token.slice(AU_SESSION.length));
  if (Number(CREDENTIALS.exec(token)?.[1]) !== instanceId) return null;
  const [key, secret] = token.split(":") as [string, string];
  const secretHash = hash(secret);
  const { rows } = await db.executeQuery<SignedInRow & { credentials_id: number; credentials_name: string }>(
    CompiledQuery.raw(BY_CREDENTIALS, [instanceId, key, secretHash]),
  );
  const row = rows[0];
  if (!row) return null;
  await rememberUse(db, instanceId, row.credentials_id);
  return {
    person: toPerson(row),
    instance: toSettings(row),
    tokenHash: secretHash,
    apiKey: null,
    xapi: { key, name: row.credentials_name },
  };
}

async function findByAuSession(db: Db, instanceId: number, token: string): Promise<SignedIn | null> {
  if (readInstanceId(token) !== instanceId) return null;
  const tokenHash = hash(token);
  const { rows } = await db.executeQuery<SignedInRow & { au_session: string }>(
    CompiledQuery.raw(BY_AU_SESSION, [instanceId, tokenHash]),
  );
  const row = rows[0];
  if (!row) return null;
  const person = { ...toPerson(row), role: "learner" as const };
  return { person, instance: toSettings(row), tokenHash, apiKey: null, xapi: { auSession: row.au_session } };
}

/** Stores the last use to the minute. Otherwise all requests with the credentials would wait for one row. */
async function rememberUse(db: Db, instanceId: number, id: number): Promise<void> {
  await sql`
    UPDATE xapi_credentials SET last_used_at = now() WHERE instance_id = ${instanceId} AND id IN (
      SELECT id FROM xapi_credentials WHERE instance_id = ${instanceId} AND id = ${id}
        AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')
      FOR UPDATE SKIP LOCKED)`.execute(db);
}
