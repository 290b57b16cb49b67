import { sql } from "kysely";
import { hash } from "../../access/session.ts";
import type { Db } from "../../db/client.ts";

/**
 * Whose second factor it is. Operators have theirs in the platform's instance, whichever instance they visit; so these
 * queries take the handle.
 */
export interface Owner {
  db: Db;
  instanceId: number;
  userId: number;
}

export interface Factor {
  secret: Buffer;
  confirmed_at: Date | null;
}

/** Finds the second factor of a user, confirmed or not. */
export function findFactor({ db, instanceId, userId }: Owner): Promise<Factor | undefined> {
  return db
    .selectFrom("totp_factors")
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .select(["secret", "confirmed_at"])
    .executeTakeFirst();
}

/** Locks a user until the end of the transaction, so that two requests at once cannot both remove the last but one factor. */
export async function lockOwner({ db, instanceId, userId }: Owner): Promise<void> {
  await sql`SELECT FROM users WHERE instance_id = ${instanceId} AND id = ${userId} FOR NO KEY UPDATE`.execute(db);
}

/** Tells whether a user signs in with a second factor: an app or a passkey. */
export async function hasFactor(owner: Owner): Promise<boolean> {
  return Boolean((await findFactor(owner))?.confirmed_at) || (await countPasskeys(owner)).all > 0;
}

/** Counts the passkeys of a user, and those of one host. */
export async function countPasskeys(
  { db, instanceId, userId }: Owner,
  host = "",
): Promise<{ all: number; ofHost: number }> {
  return db
    .selectFrom("passkeys")
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .select(({ fn }) => fn.countAll<number>().as("all"))
    .select(sql<number>`count(*) FILTER (WHERE host = ${host})`.as("ofHost"))
    .executeTakeFirstOrThrow();
}

/** Stores a secret that waits for its first code, in place of an earlier one that waited. @returns false if one is in use */
export async function putSecret({ db, instanceId, userId }: Owner, secret: Buffer): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("totp_factors")
    .values({ instance_id: instanceId, user_id: userId, secret })
    .onConflict((conflict) =>
      conflict
        .columns(["instance_id", "user_id"])
        .doUpdateSet({ secret, created_at: sql<Date>`now()`, last_period: 0 })
        .where("totp_factors.confirmed_at", "is", null),
    )
    .executeTakeFirstOrThrow();
  return Boolean(numInsertedOrUpdatedRows);
}

/** Uses the code of a period. @returns false when it, or a later one, was used before */
export async function usePeriod({ db, instanceId, userId }: Owner, period: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("totp_factors")
    .set({ last_period: period })
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .where("last_period", "<", period)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function markConfirmed({ db, instanceId, userId }: Owner): Promise<void> {
  await db
    .updateTable("totp_factors")
    .set({ confirmed_at: sql<Date>`now()` })
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .execute();
}

/** Deletes the app of a user. @returns whether there was one in use */
export async function deleteTotp({ db, instanceId, userId }: Owner): Promise<boolean> {
  const deleted = await db
    .deleteFrom("totp_factors")
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .returning("confirmed_at")
    .executeTakeFirst();
  return Boolean(deleted?.confirmed_at);
}

/** Deletes all second factors of a user with the recovery codes. @returns whether there was one in use */
export async function deleteFactors(owner: Owner): Promise<boolean> {
  const { db, instanceId, userId } = owner;
  const had = await hasFactor(owner);
  await deleteTotp(owner);
  await db.deleteFrom("passkeys").where("instance_id", "=", instanceId).where("user_id", "=", userId).execute();
  await deleteRecoveryCodes(owner);
  return had;
}

export async function deleteRecoveryCodes({ db, instanceId, userId }: Owner): Promise<void> {
  await db.deleteFrom("recovery_codes").where("instance_id", "=", instanceId).where("user_id", "=", userId).execute();
}

/** Stores recovery codes in place of the earlier ones. */
export async function replaceRecoveryCodes(owner: Owner, codes: readonly string[]): Promise<void> {
  const { db, instanceId, userId } = owner;
  await deleteRecoveryCodes(owner);
  await db
    .insertInto("recovery_codes")
    .values(codes.map((code) => ({ instance_id: instanceId, user_id: userId, code_hash: hash(code) })))
    .execute();
}

/** Uses a recovery code. @returns false for one that is unknown or was used before */
export async function takeRecoveryCode({ db, instanceId, userId }: Owner, code: string): Promise<boolean> {
  const taken = await db
    .deleteFrom("recovery_codes")
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .where("code_hash", "=", hash(code))
    .returning("user_id")
    .executeTakeFirst();
  return taken !== undefined;
}

export async function countRecoveryCodes({ db, instanceId, userId }: Owner): Promise<number> {
  const { left } = await db
    .selectFrom("recovery_codes")
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .select(({ fn }) => fn.countAll<number>().as("left"))
    .executeTakeFirstOrThrow();
  return left;
}

/** Lets a session do everything, after its user has shown the second factor or set one up. */
export async function openFully({ db, instanceId }: { db: Db; instanceId: number }, tokenHash: Buffer): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ needs_factor: false, must_set_up: false, factor_shown_at: sql<Date>`now()` })
    .where("instance_id", "=", instanceId)
    .where("token_hash", "=", tokenHash)
    .execute();
}

/** Ends all sessions of a user, codes that would open one, and remembered devices. */
export async function endSessionsOf({ db, instanceId, userId }: Owner): Promise<void> {
  for (const table of ["sessions", "login_codes", "remembered_devices"] as const)
    await db.deleteFrom(table).where("instance_id", "=", instanceId).where("user_id", "=", userId).execute();
}

/** Tells whether an instance asks users of a role for a second factor. */
export async function isRequired({ db, instanceId }: { db: Db; instanceId: number }, role: string): Promise<boolean> {
  const { needed } = await db
    .selectFrom("instances")
    .where("id", "=", instanceId)
    .select(sql<boolean>`${role} = ANY (second_factor_roles)`.as("needed"))
    .executeTakeFirstOrThrow();
  return needed;
}
