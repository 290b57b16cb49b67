import { sql } from "kysely";
import { hash } from "../../access/session.ts";
import type { Db } from "../../db/client.ts";
import type { Owner } from "./second-factor.queries.ts";
import type { NewCredential } from "./webauthn.ts";

/** Where challenges are given out: the instance of the host. */
interface Place {
  db: Db;
  instanceId: number;
}

/** What a challenge is for. */
export interface ChallengeUse {
  purpose: "add" | "confirm" | "sign_in";
  host: string;
  /** Of the session that asks; null before sign-in. */
  sessionHash: Buffer | null;
}

const CHALLENGE_SECONDS = 5 * 60;

/**
 * Stores a challenge that was given out. Of a session, it ends the earlier ones for the same purpose.
 * @param handle the account handle that a new passkey gets
 */
export async function putChallenge(
  { db, instanceId }: Place,
  challenge: string,
  use: ChallengeUse,
  handle: string | null = null,
): Promise<void> {
  if (use.sessionHash !== null)
    await db
      .deleteFrom("passkey_challenges")
      .where("instance_id", "=", instanceId)
      .where("session_hash", "=", use.sessionHash)
      .where("purpose", "=", use.purpose)
      .execute();
  await db
    .insertInto("passkey_challenges")
    .values({
      instance_id: instanceId,
      challenge_hash: hash(challenge),
      purpose: use.purpose,
      host: use.host,
      session_hash: use.sessionHash,
      user_handle: handle,
      expires_at: sql<Date>`now() + make_interval(secs => ${CHALLENGE_SECONDS})`,
    })
    .execute();
}

/**
 * Uses up a challenge. @returns the account handle that was given out with it; null for a challenge that was not given
 * out for this use, or not in time, or was used before
 */
export async function takeChallenge(
  { db, instanceId }: Place,
  challenge: string,
  use: ChallengeUse,
): Promise<{ handle: string | null } | null> {
  const taken = await db
    .deleteFrom("passkey_challenges")
    .where("instance_id", "=", instanceId)
    .where("challenge_hash", "=", hash(challenge))
    .where("purpose", "=", use.purpose)
    .where("host", "=", use.host)
    .where(sql<boolean>`session_hash IS NOT DISTINCT FROM ${use.sessionHash}`)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning("user_handle")
    .executeTakeFirst();
  return taken ? { handle: taken.user_handle } : null;
}

export interface PasskeyRow {
  id: number;
  name: string;
  host: string;
  created_at: Date;
  last_used_at: Date | null;
  credential_id: string;
  public_key: Buffer;
  user_handle: string;
  transports: string[];
}

/** Lists the passkeys of a user, the first added first. */
export async function listPasskeys({ db, instanceId, userId }: Owner): Promise<PasskeyRow[]> {
  return db
    .selectFrom("passkeys")
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .select(["id", "name", "host", "created_at", "last_used_at"])
    .select(["credential_id", "public_key", "user_handle", "transports"])
    .orderBy("id")
    .limit(100)
    .execute();
}

/** Finds the passkey that a browser uses at a host, of whichever user. */
export async function findCredential({ db, instanceId }: Place, host: string, credentialId: string) {
  return db
    .selectFrom("passkeys")
    .where("instance_id", "=", instanceId)
    .where("host", "=", host)
    .where("credential_id", "=", credentialId)
    .select(["id", "user_id", "credential_id", "public_key", "user_handle", "transports"])
    .executeTakeFirst();
}

/** Stores a passkey. @returns null for one that is stored already */
export async function insertPasskey(
  { db, instanceId, userId }: Owner,
  made: { name: string; host: string; handle: string; credential: NewCredential },
): Promise<PasskeyRow | null> {
  const { id, publicKey, count, transports } = made.credential;
  const row = await db
    .insertInto("passkeys")
    .values({
      instance_id: instanceId,
      user_id: userId,
      host: made.host,
      credential_id: id,
      public_key: Buffer.from(publicKey),
      user_handle: made.handle,
      transports,
      sign_count: count,
      name: made.name,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Renames a passkey of the user. @returns null for an unknown one, also of another user */
export async function renamePasskey({ db, instanceId, userId }: Owner, id: number, name: string) {
  const row = await db
    .updateTable("passkeys")
    .set({ name })
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Stores the use of a passkey. @returns false when its count has not grown, which a copy of the authenticator explains;
 * and when it was removed meanwhile
 */
export async function usePasskey({ db, instanceId }: Place, id: number, count: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("passkeys")
    .set({ sign_count: count, last_used_at: sql<Date>`now()` })
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .where(sql<boolean>`(sign_count < ${count} OR (sign_count = 0 AND ${count} = 0))`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function deletePasskey({ db, instanceId, userId }: Owner, id: number): Promise<void> {
  await db
    .deleteFrom("passkeys")
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .execute();
}
