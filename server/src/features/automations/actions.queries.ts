import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";

type Acting = Reach<"automation.manage">;

/** Returns which of these users are assigned to a learning path by a person or themselves. */
export async function listAssigned(reach: Acting, pathId: number, userIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ user_id: number }>`
    SELECT DISTINCT s.user_id FROM learning_path_sources s
    WHERE s.instance_id = ${reach.instanceId} AND s.path_id = ${pathId} AND s.user_id = ANY (${[...userIds]}::integer[])
      AND s.source IN ('self', 'person')`.execute(reach.db);
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Returns which of these users are in a group. */
export async function listMembers(reach: Acting, groupId: number, userIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ user_id: number }>`
    SELECT m.user_id FROM group_users m
    WHERE m.instance_id = ${reach.instanceId} AND m.group_id = ${groupId} AND m.user_id = ANY (${[...userIds]}::integer[])`.execute(
    reach.db,
  );
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Returns the names of users by id. */
export async function listPeople(reach: Acting, userIds: readonly number[]) {
  const { rows } = await sql<{ id: number; first_name: string; last_name: string }>`
    SELECT u.id, u.first_name, u.last_name FROM users u
    WHERE u.instance_id = ${reach.instanceId} AND u.id = ANY (${[...userIds]}::integer[])`.execute(reach.db);
  return new Map(rows.map((row) => [row.id, row]));
}
