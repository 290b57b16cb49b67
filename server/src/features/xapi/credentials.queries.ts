import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";

type Managing = Reach<"xapi.manage">;

/** Lists credentials that are not revoked, newest first. */
export function listCredentials(reach: Managing) {
  return reach.db
    .selectFrom("xapi_credentials as c")
    .innerJoin("users as u", (join) =>
      join.onRef("u.instance_id", "=", "c.instance_id").onRef("u.id", "=", "c.created_by"),
    )
    .where("c.instance_id", "=", reach.instanceId)
    .where("c.revoked_at", "is", null)
    .select(["c.id", "c.name", "c.key", "c.created_at", "c.last_used_at"])
    .select(sql<string>`u.first_name || ' ' || u.last_name`.as("owner"))
    .orderBy("c.id", "desc")
    .execute();
}

export async function insertCredentials(
  reach: Managing,
  credentials: { name: string; key: string; secret_hash: Buffer },
): Promise<number> {
  const { id } = await reach.db
    .insertInto("xapi_credentials")
    .values({ ...credentials, instance_id: reach.instanceId, created_by: reach.userId })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Revokes credentials and returns their name; undefined when they do not exist or are revoked already. */
export function revokeCredentials(reach: Managing, id: number): Promise<{ name: string } | undefined> {
  return reach.db
    .updateTable("xapi_credentials")
    .set({ revoked_at: sql<Date>`now()` })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .returning("name")
    .executeTakeFirst();
}
