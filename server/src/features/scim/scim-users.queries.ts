import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { userInScope, userIsActive } from "../../access/scope.ts";
import { type Column, type Columns, type Listing, orderBy, toCondition } from "./conditions.ts";

type Reading = Reach<"user.view">;
type Editing = Reach<"user.edit">;

export interface UserRow {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  role: string;
  is_active: boolean;
  created_at: Date;
  updated_at: Date;
  external_id: string | null;
  groups: { id: number; name: string }[];
}

function selectColumns(): Columns {
  const text = (value: string): Column => ({ type: "text", value: sql.raw(value) });
  const name = text("(u.first_name || ' ' || u.last_name)");
  const groups: Column = {
    type: "exact",
    value: sql`gu.group_id::text`,
    among: (condition) => sql`EXISTS (SELECT FROM group_users gu
      JOIN groups g ON g.instance_id = gu.instance_id AND g.id = gu.group_id AND g.deleted_at IS NULL
      WHERE gu.instance_id = u.instance_id AND gu.user_id = u.id AND ${condition})`,
  };
  return new Map<string, Column>([
    ["id", { type: "exact", value: sql`u.id::text` }],
    ["externalid", { type: "exact", value: sql`x.external_id` }],
    ["username", text("u.email")],
    ["name.givenname", text("u.first_name")],
    ["name.familyname", text("u.last_name")],
    ["name.formatted", name],
    ["displayname", name],
    ["emails", text("u.email")],
    ["emails.value", text("u.email")],
    ["emails.type", text("'work'::text")],
    ["emails.primary", { type: "boolean", value: sql`true` }],
    ["active", { type: "boolean", value: userIsActive }],
    ["roles", text("u.role")],
    ["roles.value", text("u.role")],
    ["roles.primary", { type: "boolean", value: sql`true` }],
    ["groups", groups],
    ["groups.value", groups],
    ["meta.created", { type: "date", value: sql`u.created_at` }],
    ["meta.lastmodified", { type: "date", value: sql`u.updated_at` }],
  ]);
}

/** Lists the users of the instance, without deleted and erased users and visitors of the platform. */
export async function listUsers(reach: Reading, listing: Listing): Promise<{ rows: UserRow[]; total: number }> {
  const columns = selectColumns();
  const condition = listing.filter === null ? sql`true` : toCondition(listing.filter, columns);
  const order = orderBy(listing, columns, "u.id");
  const { rows: counted } = await sql<{ total: number }>`
    SELECT count(*) AS total ${from(reach)} AND ${condition}`.execute(reach.db);
  const total = counted[0]!.total;
  if (listing.limit === 0 || total <= listing.offset) return { rows: [], total };
  const { rows } = await sql<UserRow>`
    SELECT ${selection} ${from(reach)} AND ${condition}
    ORDER BY ${order} LIMIT ${listing.limit} OFFSET ${listing.offset}`.execute(reach.db);
  return { rows, total };
}

export async function findUser(reach: Reading | Editing, id: number): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    SELECT ${selection} ${from(reach)} AND u.id = ${id}`.execute(reach.db);
  return rows[0];
}

/** Finds the user with a name for signing in. */
export async function findIdByUserName(reach: Reach, userName: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT u.id FROM users u WHERE u.instance_id = ${reach.instanceId} AND u.deleted_at IS NULL
      AND u.platform_user_id IS NULL AND lower(u.email) = lower(${userName})`.execute(reach.db);
  return rows[0]?.id;
}

/** Returns those of these users that are in the reach. */
export async function listExisting(reach: Reach, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT u.id ${from(reach)} AND u.id = ANY (${[...ids]}::integer[])`.execute(reach.db);
  return rows.map(({ id }) => id);
}

/** Locks the instance, as changes of users do first: they cannot deadlock, and a version that was compared stays true. */
export async function lockInstance(reach: Reach): Promise<void> {
  await sql`SELECT FROM instances WHERE id = ${reach.instanceId} FOR NO KEY UPDATE`.execute(reach.db);
}

/**
 * Sets by what id the identity provider knows a user; null for none. A deleted user gives theirs up.
 * @returns whether no other user has it
 */
export async function setExternalId(reach: Reach, userId: number, externalId: string | null): Promise<boolean> {
  const { db, instanceId } = reach;
  await sql`DELETE FROM scim_users x USING users u
    WHERE x.instance_id = ${instanceId} AND u.instance_id = x.instance_id AND u.id = x.user_id
      AND (x.user_id = ${userId} OR (x.external_id = ${externalId} AND u.deleted_at IS NOT NULL))`.execute(db);
  if (externalId === null) return true;
  const { numAffectedRows } = await sql`
    INSERT INTO scim_users (instance_id, user_id, external_id) VALUES (${instanceId}, ${userId}, ${externalId})
    ON CONFLICT DO NOTHING`.execute(db);
  return numAffectedRows === 1n;
}

const selection = sql`u.id, u.email, u.first_name, u.last_name, u.role,
  ${userIsActive} AS is_active, u.created_at, u.updated_at, x.external_id,
  coalesce((SELECT json_agg(json_build_object('id', g.id, 'name', g.name) ORDER BY g.id)
    FROM group_users gu
    JOIN groups g ON g.instance_id = gu.instance_id AND g.id = gu.group_id AND g.deleted_at IS NULL
    WHERE gu.instance_id = u.instance_id AND gu.user_id = u.id), '[]') AS groups`;

const from = (reach: Reach) => sql`FROM users u
  LEFT JOIN scim_users x ON x.instance_id = u.instance_id AND x.user_id = u.id
  WHERE u.instance_id = ${reach.instanceId} AND u.deleted_at IS NULL AND u.erased_at IS NULL
    AND u.platform_user_id IS NULL AND ${userInScope(reach, "u.id")}`;
