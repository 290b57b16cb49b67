import { sql } from "kysely";
import type { Db } from "../db/client.ts";
import type { Visit } from "./person.ts";
import { hash } from "./session.ts";

/** Names the cookie of a user's remembered device. Over TLS, no other host of the domain can set it. */
export const toDeviceCookie = (visit: Visit, userId: number): string =>
  `${visit.origin.startsWith("https:") ? "__Host-" : ""}cairn-device-${userId}`;

/**
 * Tells whether a device is one that a user had remembered at this host, so that it is not asked for the second factor.
 * It counts only while the instance remembers devices, and for as many days as it says now.
 */
export async function isRemembered(db: Db, instanceId: number, userId: number, visit: Visit): Promise<boolean> {
  const token = readCookie(visit, toDeviceCookie(visit, userId));
  if (token === null) return false;
  const { numUpdatedRows } = await db
    .updateTable("remembered_devices as d")
    .from("instances as i")
    .set({ last_used_at: sql<Date>`now()` })
    .whereRef("i.id", "=", "d.instance_id")
    .where("d.instance_id", "=", instanceId)
    .where("d.user_id", "=", userId)
    .where("d.host", "=", visit.host)
    .where("d.token_hash", "=", hash(token))
    .where("d.expires_at", ">", sql<Date>`now()`)
    .where(sql<boolean>`d.created_at > now() - make_interval(days => i.remember_days)`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

function readCookie({ cookies = "" }: Visit, name: string): string | null {
  const found = cookies.split(/;\s*/).find((each) => each.startsWith(`${name}=`));
  const token = found?.slice(name.length + 1) ?? "";
  return /^[\w-]{43}$/.test(token) ? token : null;
}
