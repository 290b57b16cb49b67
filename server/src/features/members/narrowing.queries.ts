import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { userInScope } from "../../access/scope.ts";

type Asking = Reach<"user.view">;

/** A manager who sees all people now, and would see fewer. */
export interface Narrowing {
  id: number;
  first_name: string;
  last_name: string;
  /** How many people of the instance there are. */
  sees_now: number;
  /** How many of them would be left: those of the branches and of the groups that the manager would lead. */
  would_see: number;
}

/** Counts those of these users who are in the reach. */
export async function countKnown(reach: Asking, userIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ known: number }>`
    SELECT count(*) AS known FROM users u
    WHERE u.instance_id = ${reach.instanceId} AND u.id = ANY (${[...userIds]}::integer[]) AND u.deleted_at IS NULL
      AND ${userInScope(reach, "u.id")}`.execute(reach.db);
  return rows[0]!.known;
}

/**
 * Lists those of these users who are managers with access to the main site, no branch and no group to lead, and so see
 * all people (P4), with what they would see as members of branches or leaders of groups.
 */
export async function listNarrowings(
  reach: Asking,
  {
    userIds,
    branchIds,
    groupIds,
  }: { userIds: readonly number[]; branchIds: readonly number[]; groupIds: readonly number[] },
): Promise<Narrowing[]> {
  const { rows } = await sql<Narrowing>`
    WITH people AS (
      SELECT u.id FROM users u
      WHERE u.instance_id = ${reach.instanceId} AND u.deleted_at IS NULL AND u.platform_user_id IS NULL
    )
    SELECT u.id, u.first_name, u.last_name, (SELECT count(*) FROM people) AS sees_now,
      (SELECT count(*) FROM people p WHERE (p.id = u.id AND ${branchIds.length > 0}::boolean)
        OR EXISTS (SELECT FROM branch_users b WHERE b.instance_id = ${reach.instanceId} AND b.user_id = p.id
          AND b.branch_id = ANY (${[...branchIds]}::integer[]))
        OR EXISTS (SELECT FROM group_users g WHERE g.instance_id = ${reach.instanceId} AND g.user_id = p.id
          AND g.group_id = ANY (${[...groupIds]}::integer[]))) AS would_see
    FROM users u
    WHERE u.instance_id = ${reach.instanceId} AND u.id = ANY (${[...userIds]}::integer[]) AND u.deleted_at IS NULL
      AND u.role = 'manager' AND u.is_primary AND ${userInScope(reach, "u.id")}
      AND NOT EXISTS (SELECT FROM branch_users m JOIN branches b ON b.instance_id = m.instance_id AND b.id = m.branch_id
        WHERE m.instance_id = u.instance_id AND m.user_id = u.id AND b.deleted_at IS NULL)
      AND NOT EXISTS (SELECT FROM group_users m JOIN groups g ON g.instance_id = m.instance_id AND g.id = m.group_id
        WHERE m.instance_id = u.instance_id AND m.user_id = u.id AND m.is_leader AND g.deleted_at IS NULL)
    ORDER BY u.last_name COLLATE people, u.first_name COLLATE people, u.id`.execute(reach.db);
  return rows;
}
