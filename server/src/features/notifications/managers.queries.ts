import { type RawBuilder, sql } from "kysely";
import { personIsActive } from "../../access/session.ts";
import type { Db } from "../../db/client.ts";

/** Selects of a user `u` which people they see as a manager. */
export const MANAGER = sql`u.id,
  ARRAY(SELECT m.branch_id FROM branch_users m
    JOIN branches b ON b.instance_id = m.instance_id AND b.id = m.branch_id AND b.deleted_at IS NULL
    WHERE m.instance_id = u.instance_id AND m.user_id = u.id) AS branches,
  ARRAY(SELECT m.group_id FROM group_users m
    JOIN groups g ON g.instance_id = m.instance_id AND g.id = m.group_id AND g.deleted_at IS NULL
    WHERE m.instance_id = u.instance_id AND m.user_id = u.id AND m.is_leader) AS groups,
  u.is_primary`;

/** Limits a query to users `u` of an instance `i` who are managers and may sign in. */
export const isManager = sql<boolean>`(u.role = 'manager' AND u.deleted_at IS NULL AND i.deleted_at IS NULL AND ${personIsActive})`;

/** Tells whether a manager `m`, as `MANAGER` selects them, sees a user (P15). */
export const managerSees = (instanceId: number, userId: string): RawBuilder<boolean> => sql`(
  (m.is_primary AND m.branches = '{}' AND m.groups = '{}')
  OR EXISTS (SELECT FROM branch_users b
    WHERE b.instance_id = ${instanceId} AND b.user_id = ${sql.ref(userId)} AND b.branch_id = ANY (m.branches))
  OR EXISTS (SELECT FROM group_users g
    WHERE g.instance_id = ${instanceId} AND g.user_id = ${sql.ref(userId)} AND g.group_id = ANY (m.groups)))`;

/** Lists who are the managers of these users. */
export async function listManagersOf(
  { db, instanceId }: { db: Db; instanceId: number },
  userIds: readonly number[],
): Promise<{ user_id: number; manager_id: number }[]> {
  const { rows } = await sql<{ user_id: number; manager_id: number }>`
    WITH m AS MATERIALIZED (
      SELECT ${MANAGER} FROM users u JOIN instances i ON i.id = u.instance_id
      WHERE u.instance_id = ${instanceId} AND ${isManager}
    )
    SELECT p.id AS user_id, m.id AS manager_id
    FROM unnest(${[...userIds]}::integer[]) AS p (id) JOIN m ON m.id <> p.id AND ${managerSees(instanceId, "p.id")}
    ORDER BY 1, 2`.execute(db);
  return rows;
}
