import { sql } from "kysely";
import type { At } from "./providers.queries.ts";

export interface ProviderSession {
  provider_id: number;
  subject: string;
  session_key: string | null;
  details: Buffer;
}

/** Stores with what a one-time code was given to a person of a provider. */
export async function insertProviderSession(
  { db, instanceId }: At,
  values: ProviderSession & { token_hash: Buffer; user_id: number; issuer: string },
): Promise<void> {
  await db
    .insertInto("provider_sessions")
    .values({ ...values, instance_id: instanceId })
    .execute();
}

/** Finds what a session of the product began with at a provider that is switched on. */
export function findProviderSession({ db, instanceId }: At, tokenHash: Buffer): Promise<ProviderSession | undefined> {
  return db
    .selectFrom("provider_sessions")
    .where("instance_id", "=", instanceId)
    .where("token_hash", "=", tokenHash)
    .select(["provider_id", "subject", "session_key", "details"])
    .executeTakeFirst();
}

/**
 * Ends the sessions, and the codes that would open one, of a person of a provider.
 * @param at.subject null: the user to whom the session at the provider belongs
 * @param at.key the session at the provider; null: every session of the person
 * @returns how many sessions ended
 */
export async function endSessionsOf(
  { db, instanceId }: At,
  {
    providerId,
    issuer,
    subject,
    key,
  }: { providerId: number; issuer: string; subject: string | null; key: string | null },
): Promise<number> {
  if (subject === null && key === null) return 0;
  const ended = await db
    .deleteFrom("provider_sessions")
    .where("instance_id", "=", instanceId)
    .where("provider_id", "=", providerId)
    .where("issuer", "=", issuer)
    .$if(subject !== null, (query) => query.where("subject", "=", subject!))
    .$if(key !== null, (query) => query.where("session_key", "=", key))
    .returning("token_hash")
    .execute();
  if (ended.length === 0) return 0;
  const hashes = ended.map(({ token_hash }) => token_hash);
  await db.deleteFrom("login_codes").where("instance_id", "=", instanceId).where("code_hash", "in", hashes).execute();
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("instance_id", "=", instanceId)
    .where("token_hash", "in", hashes)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes what belongs to sessions that have ended otherwise. */
export async function deleteLeftOver({ db, instanceId }: At): Promise<void> {
  await sql`
    DELETE FROM provider_sessions p
    WHERE p.instance_id = ${instanceId} AND p.created_at < now() - interval '1 hour'
      AND NOT EXISTS (
        SELECT FROM sessions s WHERE s.instance_id = ${instanceId} AND s.token_hash = p.token_hash)`.execute(db);
}
