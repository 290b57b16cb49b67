import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { userInScope } from "../../access/scope.ts";
import { cacheQuery } from "../../db/cached-query.ts";
import type { Db } from "../../db/client.ts";

export interface ActivityRow {
  instance_id: number;
  user_id: number;
  actor_id: number;
  kind: string;
  course_id: number | null;
  unit_id: number | null;
}

export const insertActivity = cacheQuery(
  (db, { instance_id, user_id, actor_id, kind, course_id, unit_id }: ActivityRow) =>
    db.insertInto("activity").values({ instance_id, user_id, actor_id, kind, course_id, unit_id }),
);

/** Writes entries, if there are any. */
export async function insertActivities(db: Db, rows: readonly ActivityRow[]): Promise<void> {
  if (rows.length > 0) await db.insertInto("activity").values(rows).execute();
}

/** Builds the insert of one entry for each row of a part `source` of the same statement. */
export const insertActivityFrom = (
  source: string,
  entry: { instanceId: number; userId: number; actorId: number; kind: string; courseId: number; unitId: number },
): RawBuilder<unknown> => sql`
      INSERT INTO activity (instance_id, user_id, actor_id, kind, course_id, unit_id)
      SELECT ${entry.instanceId}::integer, ${entry.userId}::integer, ${entry.actorId}::integer, ${entry.kind}, ${entry.courseId}::integer, ${entry.unitId}::integer
      FROM ${sql.ref(source)}`;

/**
 * Tells whether the caller may read the activity of a person: in scope, not deleted, and no visitor from the platform.
 */
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

/** Limits entries to days in a time zone and to one kind. */
export interface Chosen {
  from: string | null;
  to: string | null;
  kind: string | null;
  zone: string;
}

function isChosen({ from, to, kind, zone }: Chosen): RawBuilder<boolean> {
  const conditions = [
    ...(from === null ? [] : [sql`a.created_at >= ${from}::date::timestamp AT TIME ZONE ${zone}`]),
    ...(to === null ? [] : [sql`a.created_at < (${to}::date + 1)::timestamp AT TIME ZONE ${zone}`]),
    ...(kind === null ? [] : [sql`a.kind = ${kind}`]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `);
}

/** Lists a user's activity, the latest first: a page, or what came before an entry. */
export function listActivity(
  reach: Reach<"report.view">,
  userId: number,
  chosen: Chosen,
  { limit, offset = 0, before = null }: { limit: number; offset?: number; before?: number | null },
) {
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
    .where(isChosen(chosen))
    .$if(before !== null, (query) => query.where("a.id", "<", before))
    .select(["a.id", "a.kind", "a.created_at", "c.title as course", "u.title as unit"])
    .select(["by.first_name as by_first_name", "by.last_name as by_last_name"])
    .orderBy("a.id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countActivity(reach: Reach<"report.view">, userId: number, chosen: Chosen): Promise<number> {
  const { total } = await reach.db
    .selectFrom("activity as a")
    .where("a.instance_id", "=", reach.instanceId)
    .where("a.user_id", "=", userId)
    .where(isChosen(chosen))
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}
