import { createHash } from "node:crypto";
import { sql } from "kysely";
import { personIsActive } from "../../access/session.ts";
import type { Db } from "../../db/client.ts";

/** Whoever a link belongs to, while it is valid and the person may use it; the purpose tells a reset from a set-up. */
export function findTokenOwner(db: Db, instanceId: number, token: string, email: string) {
  return selectOwner(db, instanceId, token, email).executeTakeFirst();
}

/** Takes a link: of two who come at once, one finds its owner. Every other link of the person is over as well. */
export async function takeToken(db: Db, instanceId: number, token: string, email: string) {
  const owner = await selectOwner(db, instanceId, token, email).forUpdate("t").executeTakeFirst();
  if (owner) await endTokens(db, instanceId, owner.id);
  return owner;
}

export async function endTokens(db: Db, instanceId: number, userId: number): Promise<void> {
  await db.deleteFrom("password_tokens").where("instance_id", "=", instanceId).where("user_id", "=", userId).execute();
}

export async function setPassword(db: Db, instanceId: number, userId: number, passwordHash: string): Promise<void> {
  await db
    .updateTable("users")
    .set({ password_hash: passwordHash, updated_at: sql<Date>`now()` })
    .where("instance_id", "=", instanceId)
    .where("id", "=", userId)
    .execute();
}

/** Signs the person out everywhere in the instance but in the session named. */
export async function endSessions(db: Db, instanceId: number, userId: number, except: Buffer | null): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .$if(except !== null, (query) => query.where("token_hash", "<>", except!))
    .execute();
  await db.deleteFrom("login_codes").where("instance_id", "=", instanceId).where("user_id", "=", userId).execute();
}

/** Signs one of the platform's own people out of every instance, but for the session named. */
export async function endVisits(db: Db, platformUserId: number, except: Buffer | null): Promise<void> {
  await sql`SELECT end_visits(${platformUserId}, false, ${except})`.execute(db);
}

export async function findPasswordHash(db: Db, instanceId: number, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom("users")
    .where("instance_id", "=", instanceId)
    .where("id", "=", userId)
    .select("password_hash")
    .executeTakeFirst();
  return row?.password_hash ?? null;
}

function selectOwner(db: Db, instanceId: number, token: string, email: string) {
  return db
    .selectFrom("password_tokens as t")
    .innerJoin("users as u", (join) =>
      join.onRef("u.instance_id", "=", "t.instance_id").onRef("u.id", "=", "t.user_id"),
    )
    .innerJoin("instances as i", "i.id", "t.instance_id")
    .where("t.instance_id", "=", instanceId)
    .where("t.token_hash", "=", createHash("sha256").update(token).digest())
    .where("t.expires_at", ">", sql<Date>`now()`)
    .where("u.deleted_at", "is", null)
    .where("i.deleted_at", "is", null)
    .where((eb) => eb(eb.fn("lower", ["u.email"]), "=", email.toLowerCase()))
    .where(personIsActive)
    .select(["u.id", "u.first_name", "u.last_name", "u.email"]);
}
