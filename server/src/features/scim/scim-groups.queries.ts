import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { type Column, type Columns, type Listing, orderBy, toCondition } from "./conditions.ts";

type Reading = Reach<"group.view"> | Reach<"group.manage">;
type Managing = Reach<"group.manage">;

export interface GroupRow {
  id: number;
  name: string;
  description: string | null;
  created_at: Date;
  external_id: string | null;
  /** Of the ids of its members. */
  members_hash: string;
  members_count: number;
}

export interface MemberRow {
  group_id: number;
  id: number;
  name: string;
}

// Members that a client sees: no deleted and erased users, and no visitors of the platform.
const IS_SEEN = sql.raw("u.deleted_at IS NULL AND u.erased_at IS NULL AND u.platform_user_id IS NULL");
const USERS_OF_GROUP = sql.raw("group_users gu JOIN users u ON u.instance_id = gu.instance_id AND u.id = gu.user_id");

const members: Column = {
  type: "exact",
  value: sql`gu.user_id::text`,
  among: (condition) => sql`EXISTS (SELECT FROM ${USERS_OF_GROUP}
    WHERE gu.instance_id = g.instance_id AND gu.group_id = g.id AND ${IS_SEEN} AND ${condition})`,
};

const COLUMNS: Columns = new Map<string, Column>([
  ["id", { type: "exact", value: sql`g.id::text` }],
  ["externalid", { type: "exact", value: sql`x.external_id` }],
  ["displayname", { type: "text", value: sql`g.name` }],
  ["members", members],
  ["members.value", members],
  ["meta.created", { type: "date", value: sql`g.created_at` }],
]);

export async function listGroups(reach: Reading, listing: Listing): Promise<{ rows: GroupRow[]; total: number }> {
  const condition = listing.filter === null ? sql`true` : toCondition(listing.filter, COLUMNS);
  const order = orderBy(listing, COLUMNS, "g.id");
  const { rows: counted } = await sql<{ total: number }>`
    SELECT count(*) AS total ${from(reach, false)} AND ${condition}`.execute(reach.db);
  const total = counted[0]!.total;
  if (listing.limit === 0 || total <= listing.offset) return { rows: [], total };
  const { rows } = await sql<GroupRow>`
    SELECT ${SELECTION} ${from(reach)} AND ${condition}
    ORDER BY ${order} LIMIT ${listing.limit} OFFSET ${listing.offset}`.execute(reach.db);
  return { rows, total };
}

export async function findGroup(reach: Reading, id: number): Promise<GroupRow | undefined> {
  const { rows } = await sql<GroupRow>`SELECT ${SELECTION} ${from(reach)} AND g.id = ${id}`.execute(reach.db);
  return rows[0];
}

/** Locks a group, as its changes do first, so that a version that was compared stays true. */
export async function lockGroup(reach: Managing, id: number): Promise<void> {
  await sql`SELECT FROM groups WHERE instance_id = ${reach.instanceId} AND id = ${id} FOR UPDATE`.execute(reach.db);
}

export async function findIdByName(reach: Reading, name: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT g.id ${from(reach, false)} AND lower(g.name) = lower(${name.trim()})`.execute(reach.db);
  return rows[0]?.id;
}

export async function listMembers(reach: Reading, groupIds: readonly number[]): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    SELECT gu.group_id, u.id, u.first_name || ' ' || u.last_name AS name FROM ${USERS_OF_GROUP}
    WHERE gu.instance_id = ${reach.instanceId} AND gu.group_id = ANY (${[...groupIds]}::integer[]) AND ${IS_SEEN}
    ORDER BY gu.group_id, u.id`.execute(reach.db);
  return rows;
}

export async function listMemberIds(reach: Managing, groupId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT u.id FROM ${USERS_OF_GROUP}
    WHERE gu.instance_id = ${reach.instanceId} AND gu.group_id = ${groupId} AND ${IS_SEEN}`.execute(reach.db);
  return rows.map(({ id }) => id);
}

/**
 * Sets by what id the identity provider knows a group; null for none. A deleted group gives its up.
 * @returns whether no other group has it
 */
export async function setExternalId(reach: Managing, groupId: number, externalId: string | null): Promise<boolean> {
  const { db, instanceId } = reach;
  await sql`DELETE FROM scim_groups x USING groups g
    WHERE x.instance_id = ${instanceId} AND g.instance_id = x.instance_id AND g.id = x.group_id
      AND (x.group_id = ${groupId} OR (x.external_id = ${externalId} AND g.deleted_at IS NOT NULL))`.execute(db);
  if (externalId === null) return true;
  const { numAffectedRows } = await sql`
    INSERT INTO scim_groups (instance_id, group_id, external_id) VALUES (${instanceId}, ${groupId}, ${externalId})
    ON CONFLICT DO NOTHING`.execute(db);
  return numAffectedRows === 1n;
}

const SELECTION = sql`g.id, g.name, g.description, g.created_at, x.external_id, m.members_hash, m.members_count`;

const MEMBERS = sql`CROSS JOIN LATERAL (
    SELECT count(*) AS members_count, md5(coalesce(string_agg(u.id::text, ',' ORDER BY u.id), '')) AS members_hash
    FROM ${USERS_OF_GROUP} WHERE gu.instance_id = g.instance_id AND gu.group_id = g.id AND ${IS_SEEN}) m`;

const from = (reach: Reach, hasMembers = true) => sql`FROM groups g
  LEFT JOIN scim_groups x ON x.instance_id = g.instance_id AND x.group_id = g.id
  ${hasMembers ? MEMBERS : sql``}
  WHERE g.instance_id = ${reach.instanceId} AND g.deleted_at IS NULL
    AND ${reach.branchIds === null ? sql`true` : sql`g.branch_id = ANY (${reach.branchIds})`}`;
