import { randomBytes } from "node:crypto";
import { CompiledQuery, sql } from "kysely";
import type { Db } from "../db/client.ts";
import { RANK, type Role } from "./permissions.ts";
import {
  hash,
  INSTANCE_IS_OPEN,
  toPerson,
  toSettings,
  type SignedIn,
  type SignedInRow,
  signedInSql,
} from "./session.ts";

// The prefix distinguishes keys from session tokens, also for secret scanners.
const KEY = /^cairn_([1-9]\d{0,9})_[\w-]{43}$/;

/** Tells whether a bearer token has the form of an API key. */
export function isKey(token: string): boolean {
  return KEY.test(token);
}

/**
 * Creates a key and the hash that is stored of it. The instance in the key gives no rights: row-level security hides
 * the hash from other instances.
 */
export function generateKey(instanceId: number): { key: string; hash: Buffer } {
  const key = `cairn_${instanceId}_${randomBytes(32).toString("base64url")}`;
  return { key, hash: hash(key) };
}

// Operators may enter a closed instance; their API keys may not.
const byKeySql = (which: string) =>
  signedInSql({
    table: "api_keys",
    userId: "created_by",
    where: `${which} AND s.revoked_at IS NULL AND (s.expires_at > now()) IS NOT FALSE AND i.api_access AND ${INSTANCE_IS_OPEN}`,
    columns: "s.id AS key_id, s.name AS key_name, s.role AS key_role, s.scopes AS key_scopes",
  });
const BY_KEY = byKeySql("s.key_hash = $2");
const BY_KEY_ID = byKeySql("s.id = $2");
const NO_TOKEN = Buffer.alloc(0);

interface KeyRow extends SignedInRow {
  key_id: number;
  key_name: string;
  key_role: string;
  key_scopes: string[] | null;
}

/**
 * Finds the user for whom an API key acts on this instance, with the lower of the key's role and the user's current
 * role. Null for a key that is revoked or has expired, an owner who may not sign in, or an instance without API access.
 */
export async function findByKey(db: Db, instanceId: number, token: string): Promise<SignedIn | null> {
  return (await findKey(db, instanceId, token))?.signedIn ?? null;
}

/** Finds an API key and the user for whom it acts, as `findByKey` does. */
export async function findKey(
  db: Db,
  instanceId: number,
  token: string,
): Promise<{ id: number; signedIn: SignedIn } | null> {
  if (Number(KEY.exec(token)?.[1]) !== instanceId) return null;
  const tokenHash = hash(token);
  const row = await readKey(db, BY_KEY, [instanceId, tokenHash]);
  return row && { id: row.key_id, signedIn: toSignedIn(row, tokenHash) };
}

/** Finds the user for whom an API key of this id acts, as `findByKey` does. */
export async function findByKeyId(db: Db, instanceId: number, keyId: number): Promise<SignedIn | null> {
  const row = await readKey(db, BY_KEY_ID, [instanceId, keyId]);
  return row && toSignedIn(row, NO_TOKEN);
}

async function readKey(db: Db, statement: string, values: [number, Buffer | number]): Promise<KeyRow | null> {
  const { rows } = await db.executeQuery<KeyRow>(CompiledQuery.raw(statement, values));
  const row = rows[0];
  if (!row) return null;
  await rememberUse(db, values[0], row.key_id);
  return row;
}

function toSignedIn(row: KeyRow, tokenHash: Buffer): SignedIn {
  const person = toPerson(row);
  return {
    person: { ...person, role: lower(person.role, row.key_role as Role) },
    instance: toSettings(row),
    tokenHash,
    apiKey: { name: row.key_name, ownerRole: person.role, scopes: row.key_scopes },
  };
}

/** Stores the last use to the minute. Otherwise all requests with a key would wait for one row. */
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
