import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { limitAndOffset, orderBy, type PageOptions } from "../../db/page.ts";

type Managing = Reach<"provisioning.manage">;

const SORTS = {
  created: ["t.created_at"],
  name: ["t.name COLLATE people"],
  used: ["t.last_used_at"],
  expires: ["t.expires_at"],
};

export interface TokenRow {
  id: number;
  name: string;
  prefix: string;
  owner: string;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date;
}

/** Lists tokens that are not revoked, expired ones as well. */
export async function listTokens(reach: Managing, options: PageOptions): Promise<TokenRow[]> {
  const { rows } = await sql<TokenRow>`
    SELECT t.id, t.name, t.prefix, u.first_name || ' ' || u.last_name AS owner, t.created_at, t.last_used_at, t.expires_at
    FROM scim_tokens t JOIN users u ON u.instance_id = t.instance_id AND u.id = t.created_by
    WHERE ${isListed(reach)} ORDER BY ${orderBy(options, SORTS, "t.id")} ${limitAndOffset(options)}`.execute(reach.db);
  return rows;
}

export async function countTokens(reach: Managing): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM scim_tokens t WHERE ${isListed(reach)}`.execute(reach.db);
  return rows[0]!.total;
}

/** Stores a token that ends after so many days. */
export async function insertToken(
  reach: Managing,
  { days, ...token }: { name: string; prefix: string; token_hash: Buffer; days: number },
): Promise<number> {
  const { id } = await reach.db
    .insertInto("scim_tokens")
    .values({
      ...token,
      instance_id: reach.instanceId,
      created_by: reach.userId,
      expires_at: sql<Date>`now() + make_interval(days => ${days})`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Revokes a token. @returns its name; undefined when there is none to revoke */
export function revokeToken(reach: Managing, id: number): Promise<{ name: string } | undefined> {
  return reach.db
    .updateTable("scim_tokens")
    .set({ revoked_at: sql<Date>`now()` })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .returning("name")
    .executeTakeFirst();
}

/** Tells whether the instance is that of the platform's operators. */
export async function isPlatform({ db, instanceId }: Managing): Promise<boolean> {
  const { is_platform } = await db
    .selectFrom("instances")
    .where("id", "=", instanceId)
    .select("is_platform")
    .executeTakeFirstOrThrow();
  return is_platform;
}

const isListed = ({ instanceId }: Managing): RawBuilder<unknown> =>
  sql`t.instance_id = ${instanceId} AND t.revoked_at IS NULL`;
