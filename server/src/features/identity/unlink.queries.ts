import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";

type Managing = Reach<"identity.manage">;

/** A provider by which a user signs in. */
export interface IdentityLink {
  provider_id: number;
  provider_name: string;
  created_at: Date;
  last_used_at: Date;
}

/** Lists the providers by which a user signs in, by name. */
export async function listLinks({ db, instanceId }: Managing, userId: number): Promise<IdentityLink[]> {
  const { rows } = await sql<IdentityLink>`
    SELECT p.id AS provider_id, p.name AS provider_name, l.created_at, l.last_used_at
    FROM identity_links l
    JOIN identity_providers p ON p.instance_id = l.instance_id AND p.id = l.provider_id AND p.deleted_at IS NULL
    WHERE l.instance_id = ${instanceId} AND l.user_id = ${userId}
    ORDER BY p.name, p.id`.execute(db);
  return rows;
}

/** Removes the link of a user to a provider, with the sessions that it opened. @returns false without one */
export async function deleteLink(
  { db, instanceId }: Managing,
  { userId, providerId }: { userId: number; providerId: number },
): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM identity_links WHERE instance_id = ${instanceId} AND provider_id = ${providerId} AND user_id = ${userId}
    RETURNING subject`.execute(db);
  if (rows.length === 0) return false;
  const { rows: ended } = await sql<{ token_hash: Buffer }>`
    DELETE FROM provider_sessions
    WHERE instance_id = ${instanceId} AND provider_id = ${providerId} AND user_id = ${userId}
    RETURNING token_hash`.execute(db);
  const hashes = ended.map(({ token_hash }) => token_hash);
  await sql`DELETE FROM login_codes WHERE instance_id = ${instanceId} AND code_hash = ANY (${hashes})`.execute(db);
  await sql`DELETE FROM sessions WHERE instance_id = ${instanceId} AND token_hash = ANY (${hashes})`.execute(db);
  return true;
}
