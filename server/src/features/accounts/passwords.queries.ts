import { createHash } from "node:crypto";
import { sql } from "kysely";
import { personIsActive } from "../../access/session.ts";
import type { Db } from "../../db/client.ts";

/** Finds the user of a valid link who may use it; the purpose distinguishes a reset from an invitation. */
export function findTokenOwner(db: Db, instanceId: number, token: string, email: string) {
  return selectOwner(db, instanceId, token, email).executeTakeFirst();
}

/** Redeems a link: of two parallel requests, one finds its user. Ends all other links of the user. */
export async function takeToken(db: Db, instanceId: number, token: string, email: string) {
  const owner = await selectOwner(db, instanceId, token, email).forUpdate("t").executeTakeFirst();
  if (owner) await endTokens(db, instanceId, owner.id);
  return owner;
}

/** Deletes the links of a user to set a password, so that none works any more. */
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

/** Ends the user's sessions in the instance, except the named one, and forgets their devices. */
export async function endSessions(db: Db, instanceId: number, userId: number, except: Buffer | null): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .$if(except !== null, (query) => query.where("token_hash", "<>", except!))
    .execute();
  for (const table of ["login_codes", "remembered_devices"] as const)
    await db.deleteFrom(table).where("instance_id", "=", instanceId).where("user_id", "=", userId).execute();
}

/** Ends an operator's sessions in all instances, except the named one. */
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

/** Tells whether a session was opened within the last minutes. */
export async function isNewSession(db: Db, instanceId: number, tokenHash: Buffer, minutes: number): Promise<boolean> {
  const row = await db
    .selectFrom("sessions")
    .where("instance_id", "=", instanceId)
    .where("token_hash", "=", tokenHash)
    .where("created_at", ">", sql<Date>`now() - make_interval(mins => ${minutes})`)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
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
    .select(["u.id", "u.first_name", "u.last_name", "u.email"])
    .select(sql<boolean>`u.password_hash IS NOT NULL`.as("has_password"));
}
