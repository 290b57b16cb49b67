import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";

export interface Choice {
  id: number;
  name: string;
}

/** Lists the groups that a report can be filtered by: all, or where the reach is limited, those with members in it. */
export async function listGroups(reach: Reach): Promise<Choice[]> {
  const { rows } = await sql<Choice>`
    SELECT g.id, g.name FROM groups g
    WHERE g.instance_id = ${reach.instanceId} AND g.deleted_at IS NULL AND (${reach.branchIds === null} OR EXISTS (
      SELECT FROM group_users m
      WHERE m.instance_id = ${reach.instanceId} AND m.group_id = g.id AND (m.group_id = ANY (${reach.ledGroupIds}::integer[])
        OR EXISTS (SELECT FROM branch_users b WHERE b.instance_id = ${reach.instanceId} AND b.user_id = m.user_id AND b.branch_id = ANY (${reach.branchIds ?? []}::integer[])))))
    ORDER BY g.name COLLATE people, g.id`.execute(reach.db);
  return rows;
}

/** Lists all categories by their paths, such as 'Health > First aid'. */
export async function listCategories(reach: Reach): Promise<Choice[]> {
  const { rows } = await sql<Choice>`
    WITH RECURSIVE down (id, name, depth) AS (
      SELECT k.id, k.name, 0 FROM categories k
      WHERE k.instance_id = ${reach.instanceId} AND k.parent_id IS NULL AND k.deleted_at IS NULL
      UNION ALL
      SELECT k.id, down.name || ' > ' || k.name, down.depth + 1
      FROM down JOIN categories k ON k.instance_id = ${reach.instanceId} AND k.parent_id = down.id AND k.deleted_at IS NULL
      WHERE down.depth < 20
    )
    SELECT id, name FROM down ORDER BY name COLLATE people, id`.execute(reach.db);
  return rows;
}
