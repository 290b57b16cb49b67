import { sql } from "kysely";
import { personIsActive } from "../../access/session.ts";
import type { Db } from "../../db/client.ts";

export type Recipient = NonNullable<Awaited<ReturnType<typeof findRecipient>>>;

/** Whom a mail goes to, with the language and the look it has: those of their first branch where they do not belong to the main site. */
export function findRecipient(db: Db, instanceId: number, userId: number, branchUrl: string | null) {
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
            branchUrl === null
              ? of.and([of("bu.user_id", "is not", null), of("u.is_primary", "=", false)])
              : of("own.url", "=", branchUrl),
          )
          .select(["own.url", "own.name", "own.language", "own.primary_color", "own.logo_key"])
          .orderBy("own.id")
          .limit(1)
          .as("b"),
      (join) => join.onTrue(),
    )
    .where("u.instance_id", "=", instanceId)
    .where("u.id", "=", userId)
    .where("u.deleted_at", "is", null)
    .where(personIsActive)
    .select(["u.id", "u.first_name", "u.last_name", "u.email", "u.platform_user_id", "b.url as branch_url"])
    .select(sql<string>`coalesce(b.name, i.name)`.as("site_name"))
    .select(sql<"en" | "fr" | "es">`coalesce(u.language, b.language, i.language)`.as("language"))
    .select(
      sql<string | null>`CASE WHEN i.branding_enabled THEN coalesce(b.primary_color, i.primary_color) END`.as("color"),
    )
    .executeTakeFirst();
}

/** Replaces the person's token of this purpose: an older link of the same kind is over. */
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
