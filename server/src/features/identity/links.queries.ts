import { sql } from "kysely";
import type { Db } from "../../db/client.ts";
import type { At } from "./providers.queries.ts";

/** Who a person is at a provider. */
export interface Subject {
  providerId: number;
  issuer: string;
  subject: string;
}

export interface LinkedUser {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  role: string;
  is_primary: boolean;
  is_visitor: boolean;
  branch_ids: number[];
  /** Whether the user is linked to the provider already. */
  is_linked: boolean;
}

const selectUsers = (db: Db, instanceId: number, providerId: number) =>
  db
    .selectFrom("users as u")
    .where("u.instance_id", "=", instanceId)
    .where("u.deleted_at", "is", null)
    .select(["u.id", "u.first_name", "u.last_name", "u.email", "u.role", "u.is_primary"])
    .select([
      sql<boolean>`u.platform_user_id IS NOT NULL`.as("is_visitor"),
      sql<number[]>`ARRAY(SELECT bu.branch_id FROM branch_users bu
        WHERE bu.instance_id = ${instanceId} AND bu.user_id = u.id)`.as("branch_ids"),
      sql<boolean>`EXISTS (SELECT FROM identity_links l WHERE l.instance_id = ${instanceId}
        AND l.provider_id = ${providerId} AND l.user_id = u.id)`.as("is_linked"),
    ]);

/** Finds the user of a subject. */
export function findLinked(
  { db, instanceId }: At,
  { providerId, issuer, subject }: Subject,
): Promise<LinkedUser | undefined> {
  return selectUsers(db, instanceId, providerId)
    .innerJoin("identity_links as k", (join) =>
      join.onRef("k.instance_id", "=", "u.instance_id").onRef("k.user_id", "=", "u.id"),
    )
    .where("k.provider_id", "=", providerId)
    .where("k.issuer", "=", issuer)
    .where("k.subject", "=", subject)
    .executeTakeFirst();
}

/** Finds the user with an e-mail address. */
export function findByEmail(
  { db, instanceId }: At,
  providerId: number,
  email: string,
): Promise<LinkedUser | undefined> {
  return selectUsers(db, instanceId, providerId)
    .where((eb) => eb(eb.fn("lower", ["u.email"]), "=", email.toLowerCase()))
    .executeTakeFirst();
}

/** Links a subject to a user. A deleted user gives theirs up. @returns false when either is linked already */
export async function insertLink(
  { db, instanceId }: At,
  { providerId, issuer, subject }: Subject,
  userId: number,
): Promise<boolean> {
  await sql`DELETE FROM identity_links l USING users u
    WHERE l.instance_id = ${instanceId} AND l.provider_id = ${providerId} AND l.issuer = ${issuer} AND l.subject = ${subject}
      AND u.instance_id = l.instance_id AND u.id = l.user_id AND u.deleted_at IS NOT NULL`.execute(db);
  const row = await db
    .insertInto("identity_links")
    .values({ instance_id: instanceId, provider_id: providerId, issuer, subject, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function touchLink({ db, instanceId }: At, { providerId, issuer, subject }: Subject): Promise<void> {
  await db
    .updateTable("identity_links")
    .set({ last_used_at: sql<Date>`now()` })
    .where("instance_id", "=", instanceId)
    .where("provider_id", "=", providerId)
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .execute();
}

/** Lists which of these groups have a user. */
export async function listGroupsOf({ db, instanceId }: At, userId: number, groupIds: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom("group_users as m")
    .innerJoin("groups as g", (join) =>
      join.onRef("g.instance_id", "=", "m.instance_id").onRef("g.id", "=", "m.group_id"),
    )
    .where("m.instance_id", "=", instanceId)
    .where("m.user_id", "=", userId)
    .where("m.group_id", "in", groupIds.length > 0 ? groupIds : [0])
    .where("g.deleted_at", "is", null)
    .select("m.group_id")
    .execute();
  return rows.map(({ group_id }) => group_id);
}

/** Keeps those branches and groups that still exist, and names them. */
export async function namePlaces(
  { db, instanceId }: At,
  { branchId, groupIds }: { branchId: number | null; groupIds: number[] },
): Promise<{ branch: { id: number; name: string; url: string } | null; groups: { id: number; name: string }[] }> {
  const { rows } = await sql<{
    branch: { id: number; name: string; url: string } | null;
    groups: { id: number; name: string }[];
  }>`
    SELECT (SELECT json_build_object('id', id, 'name', name, 'url', url) FROM branches
        WHERE instance_id = ${instanceId} AND id = ${branchId} AND deleted_at IS NULL) AS branch,
      coalesce((SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY id) FROM groups
        WHERE instance_id = ${instanceId} AND id = ANY (${groupIds}::integer[]) AND deleted_at IS NULL), '[]') AS groups`.execute(
    db,
  );
  return rows[0]!;
}
