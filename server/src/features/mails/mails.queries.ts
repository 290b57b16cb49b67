import { type RawBuilder, sql } from "kysely";
import { mustUseProvider } from "../../access/scope.ts";
import { personIsActive } from "../../access/session.ts";
import type { Db } from "../../db/client.ts";
import type { Language } from "../../i18n/translate.ts";

/**
 * Selects recipients of mails with their language and look: those of the named branch, else of their first branch if
 * they do not belong to the main site. Without users who may not sign in; visitors only in their own instance.
 */
function selectRecipients(db: Db, instanceId: number, branchUrl: string | null) {
  const branded = <T>(column: RawBuilder<T>) => sql<T | null>`CASE WHEN i.branding_enabled THEN ${column} END`;
  return db
    .selectFrom("users as u")
    .innerJoin("instances as i", "i.id", "u.instance_id")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("branches as own")
          .leftJoin("branch_users as bu", (join) =>
            join
              .onRef("bu.instance_id", "=", "own.instance_id")
              .onRef("bu.branch_id", "=", "own.id")
              .onRef("bu.user_id", "=", "u.id"),
          )
          .where("own.instance_id", "=", instanceId)
          .where("own.deleted_at", "is", null)
          .where((of) =>
            of.or([
              of("own.url", "=", branchUrl),
              of.and([of("bu.user_id", "is not", null), of("u.is_primary", "=", false)]),
            ]),
          )
          .select(["own.url", "own.name", "own.language", "own.primary_color", "own.logo_key"])
          .orderBy((of) => sql`(${of.ref("own.url")} = ${branchUrl}) IS TRUE`, "desc")
          .orderBy("own.id")
          .limit(1)
          .as("b"),
      (join) => join.onTrue(),
    )
    .where("u.instance_id", "=", instanceId)
    .where("u.deleted_at", "is", null)
    .where("u.platform_user_id", "is", null)
    .where("i.deleted_at", "is", null)
    .where(personIsActive)
    .select(["u.id", "u.first_name", "u.last_name", "u.email", "u.role", "b.url as branch_url"])
    .select(["i.sender_name", "i.reply_to", "i.time_zone"])
    .select([
      sql<string>`coalesce(b.name, i.name)`.as("site_name"),
      sql<Language>`coalesce(u.language, b.language, i.language)`.as("language"),
      branded(sql<string | null>`coalesce(b.primary_color, i.primary_color)`).as("color"),
      branded(sql<string | null>`coalesce(b.logo_key, i.logo_key)`).as("logo_key"),
    ]);
}

/** Finds a recipient by id or by e-mail. */
export function findRecipient(
  db: Db,
  instanceId: number,
  who: { id: number } | { email: string },
  branchUrl: string | null,
) {
  return selectRecipients(db, instanceId, branchUrl)
    .select(mustUseProvider(instanceId).as("must_use_provider"))
    .where((eb) =>
      "id" in who ? eb("u.id", "=", who.id) : eb(eb.fn("lower", ["u.email"]), "=", who.email.toLowerCase()),
    )
    .executeTakeFirst();
}

/** Lists those of these users who want mails about their courses. */
export function listReaders(db: Db, instanceId: number, userIds: readonly number[]) {
  return selectRecipients(db, instanceId, null)
    .where((eb) => eb("u.id", "=", eb.fn.any(eb.val([...userIds]))))
    .where("u.skip_email", "=", false)
    .where("u.email_notifications", "=", true)
    .execute();
}

/** Finds a recipient who gets mails. */
export function findMailable(db: Db, instanceId: number, userId: number) {
  return selectRecipients(db, instanceId, null)
    .where("u.id", "=", userId)
    .where("u.skip_email", "=", false)
    .executeTakeFirst();
}

/** Lists the stored files with these keys. */
export function listFiles(db: Db, instanceId: number, keys: readonly string[]) {
  return db
    .selectFrom("files")
    .where("instance_id", "=", instanceId)
    .where((eb) => eb("key", "=", eb.fn.any(eb.val([...keys]))))
    .select(["key", "type", "size"])
    .execute();
}

/** Returns the look of the platform's own mails, which belong to no user's site. */
export function findSite(db: Db, instanceId: number) {
  return db
    .selectFrom("instances")
    .where("id", "=", instanceId)
    .select(["name", "domain", "is_platform"])
    .executeTakeFirstOrThrow();
}

/** Replaces the user's token of this purpose, which ends older links of the same kind. */
export async function replaceToken(
  db: Db,
  token: { instance_id: number; user_id: number; purpose: "reset" | "setup"; token_hash: Buffer },
  minutes: number,
): Promise<void> {
  await db
    .deleteFrom("password_tokens")
    .where("instance_id", "=", token.instance_id)
    .where("user_id", "=", token.user_id)
    .where("purpose", "=", token.purpose)
    .execute();
  await db
    .insertInto("password_tokens")
    .values({ ...token, expires_at: sql<Date>`now() + make_interval(mins => ${minutes})` })
    .execute();
}

/** Returns the type of a stored file; undefined when there is none. */
export function findFile(db: Db, instanceId: number, key: string) {
  return db
    .selectFrom("files")
    .where("instance_id", "=", instanceId)
    .where("key", "=", key)
    .select(["key", "type", "size"])
    .executeTakeFirst();
}

/** Lists operators who can receive mails. */
export function listOperators(db: Db, platformInstanceId: number) {
  return db
    .selectFrom("users as u")
    .innerJoin("instances as i", "i.id", "u.instance_id")
    .where("u.instance_id", "=", platformInstanceId)
    .where("u.role", "=", "super_admin")
    .where("u.deleted_at", "is", null)
    .where(personIsActive)
    .select(["u.email", sql<Language>`coalesce(u.language, i.language)`.as("language")])
    .execute();
}

export function findContactMessage(db: Db, id: number) {
  return db
    .selectFrom("contact_messages")
    .where("id", "=", id)
    .select(["first_name", "last_name", "email", "country", "message"])
    .executeTakeFirst();
}

interface Look {
  name: string;
  color: string | null;
  logo_key: string | null;
  sender_name: string | null;
  reply_to: string | null;
}

/** Returns the name, colour, logo and sender of the main site or of a branch. */
export async function findLook(db: Db, instanceId: number, branchUrl: string | null) {
  const { rows } = await sql<Look>`
    SELECT coalesce(b.name, i.name) AS name, i.sender_name, i.reply_to,
      CASE WHEN i.branding_enabled THEN coalesce(b.primary_color, i.primary_color) END AS color,
      CASE WHEN i.branding_enabled THEN coalesce(b.logo_key, i.logo_key) END AS logo_key
    FROM instances i
    LEFT JOIN branches b ON b.instance_id = i.id AND b.url = ${branchUrl} AND b.deleted_at IS NULL
    WHERE i.id = ${instanceId}`.execute(db);
  return rows[0]!;
}

/** Finds the address of an active user, also of an operator who visits. */
export async function findAddress(db: Db, instanceId: number, userId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom("users as u")
    .innerJoin("instances as i", "i.id", "u.instance_id")
    .where("u.instance_id", "=", instanceId)
    .where("u.id", "=", userId)
    .where("u.deleted_at", "is", null)
    .where(personIsActive)
    .select("u.email")
    .executeTakeFirst();
  return row?.email;
}

/**
 * Stores the links of a change of address that waits; earlier ones end.
 * @returns both addresses, and whether another user has the new one
 */
export function putEmailLinks(
  db: Db,
  { instanceId, userId }: { instanceId: number; userId: number },
  hashes: { confirm_hash: Buffer; stop_hash: Buffer },
) {
  return db
    .updateTable("email_changes as c")
    .set(hashes)
    .where("c.instance_id", "=", instanceId)
    .where("c.user_id", "=", userId)
    .where("c.done_at", "is", null)
    .where("c.expires_at", ">", sql<Date>`now()`)
    .returning(["c.old_email", "c.new_email"])
    .returning(
      sql<boolean>`EXISTS (SELECT FROM users u WHERE u.instance_id = ${instanceId} AND u.id <> ${userId}
        AND lower(u.email) = lower(c.new_email) AND u.deleted_at IS NULL AND u.platform_user_id IS NULL)`.as(
        "is_taken",
      ),
    )
    .executeTakeFirst();
}
