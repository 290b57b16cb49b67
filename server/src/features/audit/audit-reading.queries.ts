import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { toLikePattern } from "../../db/like.ts";

export interface AuditFilter {
  actor_id?: number | null | undefined;
  action?: string | null | undefined;
  subject_type?: string | null | undefined;
  subject_id?: number | null | undefined;
  /** yyyy-mm-dd in the instance's time zone, both inclusive. */
  from?: string | null | undefined;
  to?: string | null | undefined;
  search?: string | null | undefined;
}

const SORTS = new Map([
  ["created", "a.created_at"],
  ["actor", "a.actor_name COLLATE people"],
  ["action", "a.action"],
  ["subject", "a.subject_name COLLATE people"],
]);
const LARGEST_OFFSET = 1_000_000;

export type EntryRow = Awaited<ReturnType<typeof listEntries>>[number];

export function listEntries(
  reach: Reach,
  {
    sort,
    limit,
    offset,
    ...filter
  }: AuditFilter & {
    sort?: string | null | undefined;
    limit: number;
    offset?: number | null | undefined;
  },
) {
  const column = SORTS.get(sort?.replace(/^-/, "") ?? "");
  const direction = column === undefined || sort!.startsWith("-") ? ("desc" as const) : ("asc" as const);
  return selectEntries(reach, filter)
    .select([
      "a.id",
      "a.actor_id",
      "a.actor_name",
      "a.action",
      "a.subject_type",
      "a.subject_id",
      "a.subject_name",
      "a.address",
      "a.created_at",
      sql<Record<string, unknown>>`a.changes`.as("changes"),
    ])
    .orderBy(sql.raw(column ?? "a.created_at"), direction)
    .orderBy("a.id", direction)
    .offset(Math.min(Math.max(offset ?? 0, 0), LARGEST_OFFSET))
    .limit(Math.max(limit, 0))
    .execute();
}

export async function countEntries(reach: Reach, filter: AuditFilter): Promise<number> {
  const { total } = await selectEntries(reach, filter)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

/** Lists all users with an entry by their current name; a key's entries count as its owner's. */
export function listActors({ db, instanceId }: Reach): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom("users as u")
    .where("u.instance_id", "=", instanceId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("audit_log as a")
          .select("a.id")
          .where("a.instance_id", "=", instanceId)
          .whereRef("a.actor_id", "=", "u.id"),
      ),
    )
    .select(["u.id", sql<string>`u.first_name || ' ' || u.last_name`.as("name")])
    .orderBy(sql`u.last_name COLLATE people`)
    .orderBy("u.id")
    .limit(500)
    .execute();
}

export async function listActions({ db, instanceId }: Reach): Promise<string[]> {
  const rows = await db
    .selectFrom("audit_log")
    .where("instance_id", "=", instanceId)
    .select("action")
    .distinct()
    .orderBy("action")
    .execute();
  return rows.map(({ action }) => action);
}

function selectEntries({ db, instanceId }: Reach, { search, from, to, ...equal }: AuditFilter) {
  const pattern = toLikePattern(search);
  // The start of a day in the instance's time zone, compared as a time, so that the index is used.
  const startOfDay = (
    day: string,
    daysLater: number,
  ) => sql<Date>`((${day}::date + ${daysLater}::integer)::timestamp AT TIME ZONE
    (SELECT time_zone FROM instances WHERE id = ${instanceId}))`;
  return db
    .selectFrom("audit_log as a")
    .where("a.instance_id", "=", instanceId)
    .$if(equal.actor_id != null, (query) => query.where("a.actor_id", "=", equal.actor_id!))
    .$if(!!equal.action, (query) => query.where("a.action", "=", equal.action!))
    .$if(!!equal.subject_type, (query) => query.where("a.subject_type", "=", equal.subject_type!))
    .$if(equal.subject_id != null, (query) => query.where("a.subject_id", "=", equal.subject_id!))
    .$if(!!from, (query) => query.where("a.created_at", ">=", startOfDay(from!, 0)))
    .$if(!!to, (query) => query.where("a.created_at", "<", startOfDay(to!, 1)))
    .$if(pattern !== null, (query) =>
      query.where((eb) => eb.or([eb("a.actor_name", "ilike", pattern!), eb("a.subject_name", "ilike", pattern!)])),
    );
}
