import { sql } from "kysely";
import type { Db } from "../../db/client.ts";
import { mustUseProvider } from "../../access/scope.ts";
import { hash, instanceIsOpen, personIsActive } from "../../access/session.ts";

/**
 * A user who may be signing in, with what decides whether they may. There is no actor yet, so these queries take the
 * handle.
 */
export type Candidate = NonNullable<Awaited<ReturnType<typeof findCandidate>>>;

export function findCandidate(db: Db, instanceId: number, email: string) {
  return selectCandidate(db, instanceId)
    .where((eb) => eb(eb.fn("lower", ["u.email"]), "=", email.toLowerCase()))
    .where("u.platform_user_id", "is", null)
    .executeTakeFirst();
}

export function getCandidate(db: Db, instanceId: number, userId: number) {
  return selectCandidate(db, instanceId).where("u.id", "=", userId).executeTakeFirst();
}

function selectCandidate(db: Db, instanceId: number) {
  return db
    .selectFrom("users as u")
    .innerJoin("instances as i", "i.id", "u.instance_id")
    .where("u.instance_id", "=", instanceId)
    .where("u.deleted_at", "is", null)
    .select([
      "u.id",
      "u.first_name",
      "u.last_name",
      "u.email",
      "u.role",
      "u.password_hash",
      "u.is_primary",
      "u.deactivate_at",
      personIsActive.as("is_active"),
      instanceIsOpen(instanceId).as("instance_is_open"),
      sql<boolean>`(EXISTS (SELECT FROM totp_factors f
        WHERE f.instance_id = ${instanceId} AND f.user_id = u.id AND f.confirmed_at IS NOT NULL)
        OR EXISTS (SELECT FROM passkeys p WHERE p.instance_id = ${instanceId} AND p.user_id = u.id))`.as("has_factor"),
      mustUseProvider(instanceId).as("must_use_provider"),
      sql<{ id: number; url: string; name: string }[]>`coalesce((
        SELECT json_agg(json_build_object('id', b.id, 'url', b.url, 'name', b.name) ORDER BY b.name, b.id)
        FROM branch_users bu
        JOIN branches b ON b.instance_id = bu.instance_id AND b.id = bu.branch_id AND b.deleted_at IS NULL
        WHERE bu.instance_id = ${instanceId} AND bu.user_id = u.id), '[]')`.as("branches"),
    ]);
}

export async function branchExists(db: Db, instanceId: number, url: string): Promise<boolean> {
  const found = await db
    .selectFrom("branches")
    .select("id")
    .where("instance_id", "=", instanceId)
    .where("url", "=", url)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return found !== undefined;
}

/** So many browsers of a user are remembered; the earliest are forgotten. */
const MOST_DEVICES = 50;

/** Stores the browser of a sign-in. @returns whether it is new for a user who has signed in with another one */
export async function isNewDevice(
  { db, instanceId, userId }: { db: Db; instanceId: number; userId: number },
  device: string,
): Promise<boolean> {
  const { rows } = await sql<{ has_others: boolean }>`
    WITH forgotten AS (
      DELETE FROM known_devices WHERE instance_id = ${instanceId} AND user_id = ${userId} AND device_hash IN (
        SELECT device_hash FROM known_devices WHERE instance_id = ${instanceId} AND user_id = ${userId}
        ORDER BY first_used_at DESC, device_hash OFFSET ${MOST_DEVICES}))
    INSERT INTO known_devices (instance_id, user_id, device_hash) VALUES (${instanceId}, ${userId}, ${hash(device)})
    ON CONFLICT DO NOTHING
    RETURNING EXISTS (SELECT FROM known_devices k
      WHERE k.instance_id = ${instanceId} AND k.user_id = ${userId}) AS has_others`.execute(db);
  return rows[0]?.has_others ?? false;
}
