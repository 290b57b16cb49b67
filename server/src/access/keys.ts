import { randomBytes } from "node:crypto";
import { CompiledQuery, sql } from "kysely";
import type { Db } from "../db/client.ts";
import { RANK, type Role } from "./permissions.ts";
import {
  hash,
  INSTANCE_IS_OPEN,
  personOf,
  settingsOf,
  type SignedIn,
  type SignedInRow,
  signedInSql,
} from "./session.ts";

// Told from a session's token by its beginning; secret scanners can know it by that as well.
const KEY = /^cairn_([1-9]\d{0,9})_[\w-]{43}$/;

/** Whether a bearer token is an API key; says nothing of its being one of ours. */
export function isKey(token: string): boolean {
  return KEY.test(token);
}

/** A new key and what is stored of it. The instance in front gives no right: the hash must be found behind its wall. */
export function newKey(instanceId: number): { key: string; hash: Buffer } {
  const key = `cairn_${instanceId}_${randomBytes(32).toString("base64url")}`;
  return { key, hash: hash(key) };
}

// The platform's own people may enter a closed instance; their keys may not.
const BY_KEY = signedInSql({
  table: "api_keys",
  userId: "created_by",
  where: `s.key_hash = $2 AND s.revoked_at IS NULL AND i.api_access AND ${INSTANCE_IS_OPEN}`,
  columns: "s.id AS key_id, s.name AS key_name, s.role AS key_role",
});

interface KeyRow extends SignedInRow {
  key_id: number;
  key_name: string;
  key_role: string;
}

/**
 * Whoever an API key acts for on this instance: the person who made it, with the key's role or their own when that is lower by
 * now. Null for a revoked key, for one whose owner is gone or may not sign in, and where the instance has no API access.
 */
export async function findByKey(db: Db, instanceId: number, token: string): Promise<SignedIn | null> {
  if (Number(KEY.exec(token)?.[1]) !== instanceId) return null;
  const tokenHash = hash(token);
  const { rows } = await db.executeQuery<KeyRow>(CompiledQuery.raw(BY_KEY, [instanceId, tokenHash]));
  const row = rows[0];
  if (!row) return null;
  await rememberUse(db, instanceId, row.key_id);
  const person = personOf(row);
  const role = lower(person.role, row.key_role as Role);
  return {
    person: { ...person, role },
    instance: settingsOf(row),
    tokenHash,
    apiKey: { name: row.key_name, ownerRole: person.role },
  };
}

/** To the minute: a key in use would else be one row that every request waits for. */
async function rememberUse(db: Db, instanceId: number, keyId: number): Promise<void> {
  await sql`
    UPDATE api_keys SET last_used_at = now() WHERE instance_id = ${instanceId} AND id IN (
      SELECT id FROM api_keys WHERE instance_id = ${instanceId} AND id = ${keyId}
        AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')
      FOR UPDATE SKIP LOCKED)`.execute(db);
}

function lower(a: Role, b: Role): Role {
  return RANK.indexOf(a) > RANK.indexOf(b) ? a : b;
}
