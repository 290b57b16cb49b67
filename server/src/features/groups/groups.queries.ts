import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { toLikePattern } from "../../db/like.ts";
import { orderBy, type PageOptions, limitAndOffset } from "../../db/page.ts";

type Reading = Reach<"group.view"> | Reach<"group.manage">;

export interface GroupRow {
  id: number;
  name: string;
  description: string | null;
  created_at: Date;
}

const SORTS = {
  name: ["g.name COLLATE people"],
  description: ["g.description COLLATE people"],
  created: ["g.created_at"],
};

/** Lists the groups of the reach: in a branch those created there, on the main site all. */
export async function listGroups(reach: Reading, options: PageOptions): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    SELECT g.id, g.name, g.description, g.created_at FROM groups g
    WHERE ${ofReach(reach)} AND ${searched(options.search)}
    ORDER BY ${orderBy(options, SORTS, "g.id")} ${limitAndOffset(options)}`.execute(reach.db);
  return rows;
}

export async function countGroups(reach: Reading, search: PageOptions["search"]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM groups g WHERE ${ofReach(reach)} AND ${searched(search)}`.execute(reach.db);
  return rows[0]!.total;
}

export async function findGroup(reach: Reading, id: number): Promise<GroupRow | undefined> {
  const { rows } = await sql<GroupRow>`
    SELECT g.id, g.name, g.description, g.created_at FROM groups g
    WHERE ${ofReach(reach)} AND g.id = ${id}`.execute(reach.db);
  return rows[0];
}

/**
 * Locks groups for the transaction: parallel additions of users and courses must see each other, or users would miss a
 * course.
 */
export async function lockGroups(reach: Reach<"group.manage">, ids: readonly number[]): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    SELECT g.id, g.name, g.description, g.created_at FROM groups g
    WHERE ${ofReach(reach)} AND g.id = ANY (${[...ids]}) ORDER BY g.id FOR UPDATE`.execute(reach.db);
  return rows;
}

export interface GroupFields {
  name: string;
  description: string | null;
}

/** Locks the names of groups: two that get one name at once would otherwise not see each other. */
export async function lockNames({ db, instanceId }: Reach): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(727008, ${instanceId})`.execute(db);
}

/** Inserts a group. @returns undefined when the name exists in any case */
export function insertGroup(
  reach: Reach<"group.manage">,
  fields: GroupFields & { branch_id: number | null },
): Promise<GroupRow | undefined> {
  return reach.db
    .insertInto("groups")
    .values({ ...fields, instance_id: reach.instanceId })
    .onConflict((conflict) => conflict.doNothing())
    .returning(["id", "name", "description", "created_at"])
    .executeTakeFirst();
}

/** Updates a group. @returns false when another group has the name */
export async function updateGroup(reach: Reach<"group.manage">, id: number, fields: GroupFields): Promise<boolean> {
  const { rows } = await sql`
    UPDATE groups g SET name = ${fields.name}, description = ${fields.description}
    WHERE g.instance_id = ${reach.instanceId} AND g.id = ${id} AND NOT EXISTS (
      SELECT FROM groups o WHERE o.instance_id = ${reach.instanceId} AND o.id <> g.id AND o.deleted_at IS NULL
        AND lower(o.name) = lower(${fields.name}))
    RETURNING g.id`.execute(reach.db);
  return rows.length > 0;
}

export async function deleteGroup(reach: Reach<"group.manage">, id: number): Promise<void> {
  await reach.db
    .updateTable("groups")
    .set({ deleted_at: sql`now()` })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .execute();
}

function ofReach(reach: Reach): RawBuilder<boolean> {
  const own = reach.branchIds === null ? sql`true` : sql`g.branch_id = ANY (${reach.branchIds})`;
  return sql`(g.instance_id = ${reach.instanceId} AND g.deleted_at IS NULL AND ${own})`;
}

function searched(search: PageOptions["search"]): RawBuilder<boolean> {
  const pattern = toLikePattern(search);
  return pattern === null ? sql`true` : sql`(g.name ILIKE ${pattern} OR g.description ILIKE ${pattern})`;
}
