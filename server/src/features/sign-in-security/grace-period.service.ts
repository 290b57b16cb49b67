import { sql } from "kysely";
import type { Db } from "../../db/client.ts";

/**
 * Notes, for users whose role now needs a second factor, that the grace period begins. A user for whom it began before
 * keeps that day: neither the settings nor another role and back begin it again. Called wherever the setting, a role
 * or a new user may make a requirement apply; without a note there is no grace period.
 * @param userIds all users of the instance if omitted
 */
export async function noteRequirement(
  { db, instanceId }: { db: Db; instanceId: number },
  userIds: readonly number[] | null = null,
): Promise<void> {
  await sql`
    UPDATE users u SET factor_required_since = statement_timestamp() FROM instances i
    WHERE i.id = ${instanceId} AND u.instance_id = ${instanceId} AND u.role = ANY (i.second_factor_roles)
      AND u.factor_required_since IS NULL
      AND (${userIds}::integer[] IS NULL OR u.id = ANY (${userIds}::integer[]))`.execute(db);
}
