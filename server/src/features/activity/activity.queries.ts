import type { Insertable } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { userInScope } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import type { DB } from "../../db/schema.ts";

export async function insertActivity(db: Db, row: Insertable<DB["activity"]>): Promise<void> {
  await db.insertInto("activity").values(row).execute();
}

export async function isOfReach(reach: Reach<"report.view">, userId: number): Promise<boolean> {
  const found = await reach.db
    .selectFrom("users as u")
    .select("u.id")
    .where("u.instance_id", "=", reach.instanceId)
    .where("u.id", "=", userId)
    .where("u.deleted_at", "is", null)
    .where("u.platform_user_id", "is", null)
    .where(userInScope(reach, "u.id"))
    .executeTakeFirst();
  return found !== undefined;
}

/** What happened to somebody, the latest first. */
export function listActivity(reach: Reach<"report.view">, userId: number, limit: number, offset: number) {
  return reach.db
    .selectFrom("activity as a")
    .leftJoin("courses as c", (join) =>
      join.onRef("c.instance_id", "=", "a.instance_id").onRef("c.id", "=", "a.course_id"),
    )
    .leftJoin("units as u", (join) => join.onRef("u.instance_id", "=", "a.instance_id").onRef("u.id", "=", "a.unit_id"))
    .leftJoin("users as by", (join) =>
      join
        .onRef("by.instance_id", "=", "a.instance_id")
        .onRef("by.id", "=", "a.actor_id")
        .onRef("a.actor_id", "<>", "a.user_id"),
    )
    .where("a.instance_id", "=", reach.instanceId)
    .where("a.user_id", "=", userId)
    .select(["a.id", "a.kind", "a.created_at", "c.title as course", "u.title as unit"])
    .select(["by.first_name as by_first_name", "by.last_name as by_last_name"])
    .orderBy("a.id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countActivity(reach: Reach<"report.view">, userId: number): Promise<number> {
  const { total } = await reach.db
    .selectFrom("activity as a")
    .where("a.instance_id", "=", reach.instanceId)
    .where("a.user_id", "=", userId)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}
