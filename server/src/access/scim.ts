import { randomBytes } from "node:crypto";
import { CompiledQuery, sql } from "kysely";
import type { Db } from "../db/client.ts";
import {
  hash,
  INSTANCE_IS_OPEN,
  toPerson,
  toSettings,
  type SignedIn,
  type SignedInRow,
  signedInSql,
} from "./session.ts";

const TOKEN = /^scim_([1-9]\d{0,9})_[A-Za-z0-9]{8}_[\w-]{43}$/;

/** Tells whether a bearer token has the form of one for provisioning. */
export function isScimToken(token: string): boolean {
  return TOKEN.test(token);
}

/**
 * Creates a token for provisioning, its prefix for recognition, and the hash that is stored of it. The instance in the
 * token gives no rights.
 */
export function generateScimToken(instanceId: number): { token: string; prefix: string; hash: Buffer } {
  const prefix = `scim_${instanceId}_${randomBytes(4).toString("hex")}`;
  const token = `${prefix}_${randomBytes(32).toString("base64url")}`;
  return { token, prefix, hash: hash(token) };
}

// Only admins of the main site have tokens: a token ends when its creator is no longer one.
const BY_TOKEN = signedInSql({
  table: "scim_tokens",
  userId: "created_by",
  where: `s.token_hash = $2 AND s.revoked_at IS NULL AND (s.expires_at > now()) IS TRUE
    AND NOT i.is_platform AND ${INSTANCE_IS_OPEN}
    AND (u.role = 'super_admin' OR (u.role = 'admin' AND u.is_primary))`,
  columns: "s.id AS token_id, s.name AS token_name",
});

/**
 * Finds the admin for whom a token for provisioning acts on this instance, as an admin of the main site. Null for a
 * token that is revoked or has expired, or whose creator is no admin of the main site any more.
 */
export async function findByScim(db: Db, instanceId: number, token: string): Promise<SignedIn | null> {
  if (Number(TOKEN.exec(token)?.[1]) !== instanceId) return null;
  const tokenHash = hash(token);
  const { rows } = await db.executeQuery<SignedInRow & { token_id: number; token_name: string }>(
    CompiledQuery.raw(BY_TOKEN, [instanceId, tokenHash]),
  );
  const row = rows[0];
  if (!row) return null;
  await rememberUse(db, instanceId, row.token_id);
  return {
    person: { ...toPerson(row), role: "admin" },
    instance: toSettings(row),
    tokenHash,
    apiKey: null,
    scim: { tokenId: row.token_id, name: row.token_name },
  };
}

/** Stores the last use to the minute. Otherwise all requests with the token would wait for one row. */
async function rememberUse(db: Db, instanceId: number, id: number): Promise<void> {
  await sql`
    UPDATE scim_tokens SET last_used_at = now() WHERE instance_id = ${instanceId} AND id IN (
      SELECT id FROM scim_tokens WHERE instance_id = ${instanceId} AND id = ${id}
        AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')
      FOR UPDATE SKIP LOCKED)`.execute(db);
}
