import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { hash, personIsActive } from "../../access/session.ts";
import type { Db } from "../../db/client.ts";

type Own = Pick<Reach<"profile.edit">, "db" | "instanceId" | "userId">;

const CONFIRM_HOURS = 24;
const UNDO_DAYS = 7;

/** Stores that a user wants another address, in place of an earlier wish. Links that were sent for that one end. */
export async function putChange(own: Own, oldEmail: string, newEmail: string): Promise<void> {
  const values = {
    old_email: oldEmail,
    new_email: newEmail,
    confirm_hash: null,
    stop_hash: null,
    created_at: sql<Date>`now()`,
    done_at: null,
    expires_at: sql<Date>`now() + make_interval(hours => ${CONFIRM_HOURS})`,
  };
  await own.db
    .insertInto("email_changes")
    .values({ instance_id: own.instanceId, user_id: own.userId, ...values })
    .onConflict((conflict) => conflict.columns(["instance_id", "user_id"]).doUpdateSet(values))
    .execute();
}

/** Finds the change of a user that waits. */
export function findWaiting({ db, instanceId, userId }: Own) {
  return db
    .selectFrom("email_changes")
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .where("done_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .select(["new_email", "expires_at"])
    .executeTakeFirst();
}

/** Tells whether a change of a user was confirmed within the last days, so that the old address can still stop it. */
export async function isSettling({ db, instanceId, userId }: Own): Promise<boolean> {
  const found = await db
    .selectFrom("email_changes")
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .where("done_at", "is not", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .select("user_id")
    .executeTakeFirst();
  return found !== undefined;
}

export async function deleteChange({ db, instanceId, userId }: Own): Promise<void> {
  await db.deleteFrom("email_changes").where("instance_id", "=", instanceId).where("user_id", "=", userId).execute();
}

/** Tells whether an identity provider keeps a user in step (SCIM). */
export async function isProvisioned({ db, instanceId, userId }: Own): Promise<boolean> {
  const found = await db
    .selectFrom("scim_users")
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .select("user_id")
    .executeTakeFirst();
  return found !== undefined;
}

/** Finds the change of a link, with its user, and locks it: of two requests at once, one finds it. */
export function takeChange(db: Db, instanceId: number, column: "confirm_hash" | "stop_hash", token: string) {
  return db
    .selectFrom("email_changes as c")
    .innerJoin("users as u", (join) =>
      join.onRef("u.instance_id", "=", "c.instance_id").onRef("u.id", "=", "c.user_id"),
    )
    .innerJoin("instances as i", "i.id", "c.instance_id")
    .where("c.instance_id", "=", instanceId)
    .where(`c.${column}`, "=", hash(token))
    .where("c.expires_at", ">", sql<Date>`now()`)
    .where("u.deleted_at", "is", null)
    .where(personIsActive)
    .select(["u.id", "u.first_name", "u.last_name", "u.email", "c.old_email", "c.new_email", "c.done_at"])
    .forUpdate("c")
    .executeTakeFirst();
}

/** Locks the instance, as those do who create and restore users: an address that was not taken stays free. */
export async function lockAddresses(db: Db, instanceId: number): Promise<void> {
  await sql`SELECT FROM instances WHERE id = ${instanceId} FOR NO KEY UPDATE`.execute(db);
}

/** Tells whether another user of the instance has an address. */
export async function isTaken({ db, instanceId, userId }: Own, email: string): Promise<boolean> {
  const found = await db
    .selectFrom("users")
    .where("instance_id", "=", instanceId)
    .where("id", "<>", userId)
    .where((eb) => eb(eb.fn("lower", ["email"]), "=", email.toLowerCase()))
    .where("deleted_at", "is", null)
    .where("platform_user_id", "is", null)
    .select("id")
    .executeTakeFirst();
  return found !== undefined;
}

/** Changes the address of a user. Links to set a password, which name the former one, end. */
export async function setEmail({ db, instanceId, userId }: Own, email: string): Promise<void> {
  await db
    .updateTable("users")
    .set({ email, updated_at: sql<Date>`now()` })
    .where("instance_id", "=", instanceId)
    .where("id", "=", userId)
    .execute();
  await db.deleteFrom("password_tokens").where("instance_id", "=", instanceId).where("user_id", "=", userId).execute();
}

/** Marks a change as done; from now on, its old address can stop it for some days. */
export async function markDone({ db, instanceId, userId }: Own): Promise<void> {
  await db
    .updateTable("email_changes")
    .set({
      confirm_hash: null,
      done_at: sql<Date>`now()`,
      expires_at: sql<Date>`now() + make_interval(days => ${UNDO_DAYS})`,
    })
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .execute();
}
