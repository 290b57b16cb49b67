import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";

export interface Choice {
  id: number;
  name: string;
}

/** What a report can be filtered by. */
export interface FilterChoices {
  branches: (Choice & { url: string })[];
  groups: Choice[];
  /** By their paths, such as 'Health > First aid'. */
  categories: Choice[];
}

/** Lists the branches, groups and categories that a report can be filtered by, in one statement. */
export async function listChoices(reach: Reach): Promise<FilterChoices> {
  const { rows } = await sql<FilterChoices>`
    WITH RECURSIVE down (id, name, depth) AS (
      SELECT k.id, k.name, 0 FROM categories k
      WHERE k.instance_id = ${reach.instanceId} AND k.parent_id IS NULL AND k.deleted_at IS NULL
      UNION ALL
      SELECT k.id, down.name || ' > ' || k.name, down.depth + 1
      FROM down JOIN categories k ON k.instance_id = ${reach.instanceId} AND k.parent_id = down.id AND k.deleted_at IS NULL
      WHERE down.depth < 20
    )
    SELECT
      (SELECT coalesce(json_agg(json_build_object('id', b.id, 'name', b.name, 'url', b.url) ORDER BY b.name COLLATE people, b.id), '[]')
        FROM branches b
        WHERE b.instance_id = ${reach.instanceId} AND b.deleted_at IS NULL
          AND (${reach.branchIds === null} OR b.id = ANY (${reach.branchIds ?? []}::integer[]))) AS branches,
      (SELECT coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) ORDER BY g.name COLLATE people, g.id), '[]')
        FROM (${selectGroups(reach)}) g) AS groups,
      (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name) ORDER BY name COLLATE people, id), '[]') FROM down) AS categories`.execute(
    reach.db,
  );
  return rows[0]!;
}

/** Lists the ids of the groups that a report can be filtered by. */
export async function listGroupIds(reach: Reach): Promise<number[]> {
  const { rows } = await selectGroups(reach).execute(reach.db);
  return rows.map(({ id }) => id);
}

/**
 * Selects the groups that a report can be filtered by: all, or where the reach is limited, those with members in it that
 * are not of other branches, and those that the caller leads.
 */
const selectGroups = (reach: Reach) => {
  if (reach.branchIds === null)
    return sql<Choice>`
      SELECT g.id, g.name FROM groups g WHERE g.instance_id = ${reach.instanceId} AND g.deleted_at IS NULL`;
  const { instanceId, branchIds, ledGroupIds } = reach;
  return sql<Choice>`
    SELECT g.id, g.name FROM groups g
    WHERE g.instance_id = ${instanceId} AND g.deleted_at IS NULL AND EXISTS (
      SELECT FROM group_users m
      WHERE m.instance_id = ${instanceId} AND m.group_id = g.id AND (m.group_id = ANY (${ledGroupIds}::integer[])
        OR ((g.branch_id IS NULL OR g.branch_id = ANY (${branchIds}::integer[])) AND EXISTS (
          SELECT FROM branch_users b
          WHERE b.instance_id = ${instanceId} AND b.user_id = m.user_id AND b.branch_id = ANY (${branchIds}::integer[])))))`;
};
