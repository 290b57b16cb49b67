import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";

type Own = Reach<"profile.edit">;

/** A sign-in that has not ended. */
export interface SessionRow {
  id: string;
  address: string | null;
  user_agent: string | null;
  created_at: Date;
  last_used_at: Date;
  is_current: boolean;
}

const MOST = 200;

/** Lists the sessions of the caller, the last used first; `current` is the hash of the token of this one. */
export async function listSessions({ db, instanceId, userId }: Own, current: Buffer): Promise<SessionRow[]> {
  return db
    .selectFrom("sessions as s")
    .innerJoin("instances as i", "i.id", "s.instance_id")
    .where("s.instance_id", "=", instanceId)
    .where("s.user_id", "=", userId)
    .where("s.expires_at", ">", sql<Date>`now()`)
    .where(sql<boolean>`s.created_at > now() - make_interval(hours => i.session_hours)`)
    .where(sql<boolean>`(i.idle_minutes IS NULL OR s.last_used_at > now() - make_interval(mins => i.idle_minutes))`)
    .select(["s.id", "s.address", "s.user_agent", "s.created_at", "s.last_used_at"])
    .select(sql<boolean>`s.token_hash = ${current}`.as("is_current"))
    .orderBy(sql`s.token_hash = ${current}`, "desc")
    .orderBy("s.last_used_at", "desc")
    .orderBy("s.id")
    .limit(MOST)
    .execute();
}

/** Ends one session of the caller. @returns false for an unknown one, also of another user */
export async function endSession({ db, instanceId, userId }: Own, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Ends all sessions of the caller but this one. @returns how many */
export async function endOtherSessions({ db, instanceId, userId }: Own, current: Buffer): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .where("token_hash", "<>", current)
    .executeTakeFirstOrThrow();
  await db.deleteFrom("login_codes").where("instance_id", "=", instanceId).where("user_id", "=", userId).execute();
  return Number(numDeletedRows);
}
