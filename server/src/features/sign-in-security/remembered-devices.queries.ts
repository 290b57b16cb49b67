import { sql } from "kysely";
import { hash } from "../../access/session.ts";
import type { Owner } from "./second-factor.queries.ts";

/** So many devices of a user are remembered; the earliest are forgotten. */
const MOST = 20;

/** Returns for how many days an instance remembers devices; null for none. */
export async function findDays({ db, instanceId }: Owner): Promise<number | null> {
  const { remember_days } = await db
    .selectFrom("instances")
    .where("id", "=", instanceId)
    .select("remember_days")
    .executeTakeFirstOrThrow();
  return remember_days;
}

/** Tells whether the second factor was shown in a session in the last five minutes. */
export async function wasJustShown({ db, instanceId }: Owner, sessionHash: Buffer): Promise<boolean> {
  const found = await db
    .selectFrom("sessions")
    .where("instance_id", "=", instanceId)
    .where("token_hash", "=", sessionHash)
    .where("factor_shown_at", ">", sql<Date>`now() - interval '5 minutes'`)
    .select("user_id")
    .executeTakeFirst();
  return found !== undefined;
}

export async function insertDevice(
  { db, instanceId, userId }: Owner,
  device: { token: string; host: string; address: string; userAgent: string; days: number },
): Promise<void> {
  await sql`
    DELETE FROM remembered_devices WHERE instance_id = ${instanceId} AND user_id = ${userId} AND id IN (
      SELECT id FROM remembered_devices WHERE instance_id = ${instanceId} AND user_id = ${userId}
      ORDER BY last_used_at DESC, id OFFSET ${MOST - 1})`.execute(db);
  await db
    .insertInto("remembered_devices")
    .values({
      instance_id: instanceId,
      user_id: userId,
      host: device.host,
      token_hash: hash(device.token),
      address: device.address,
      user_agent: device.userAgent.slice(0, 300),
      expires_at: sql<Date>`now() + make_interval(days => ${device.days})`,
    })
    .execute();
}

/** Lists the devices of a user that are not asked now, the last used first. */
export function listDevices({ db, instanceId, userId }: Owner) {
  return db
    .selectFrom("remembered_devices as d")
    .innerJoin("instances as i", "i.id", "d.instance_id")
    .where("d.instance_id", "=", instanceId)
    .where("d.user_id", "=", userId)
    .where("d.expires_at", ">", sql<Date>`now()`)
    .where(sql<boolean>`d.created_at > now() - make_interval(days => i.remember_days)`)
    .select(["d.id", "d.host", "d.address", "d.user_agent", "d.created_at", "d.last_used_at"])
    .orderBy("d.last_used_at", "desc")
    .orderBy("d.id")
    .limit(MOST)
    .execute();
}

/** Forgets a device of a user. @returns false for an unknown one, also of another user */
export async function deleteDevice({ db, instanceId, userId }: Owner, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("remembered_devices")
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Forgets all devices of a user. */
export async function deleteDevices({ db, instanceId, userId }: Owner): Promise<void> {
  await db
    .deleteFrom("remembered_devices")
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .execute();
}
