import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { toLikePattern } from "../../db/like.ts";

type Keys = Reach<"api_key.manage">;

export interface ListOptions {
  search?: string | null | undefined;
  /** name, role, created, used or expires, with '-' in front for descending. */
  sort?: string | null | undefined;
  limit?: number | null | undefined;
  offset?: number | null | undefined;
}

const SORTS = new Map([
  ["name", "k.name COLLATE people"],
  ["role", "k.role"],
  ["created", "k.created_at"],
  ["used", "k.last_used_at"],
  ["expires", "k.expires_at"],
]);

export type KeyRow = Awaited<ReturnType<typeof listKeys>>[number];

/** Lists keys that are not revoked, newest first by default, including those whose owner may no longer sign in. */
export function listKeys(reach: Keys, { search, sort, limit, offset }: ListOptions = {}) {
  const wanted = SORTS.get(sort?.replace(/^-/, "") ?? "");
  const column: RawBuilder<unknown> = sql.raw(wanted ?? "k.created_at");
  const isDescending = wanted === undefined || sort!.startsWith("-");
  return selectKeys(reach, search)
    .select([
      "k.id",
      "k.name",
      "k.role",
      "k.scopes",
      "k.created_at",
      "k.last_used_at",
      "k.expires_at",
      "u.first_name",
      "u.last_name",
    ])
    .orderBy(column, (order) => (isDescending ? order.desc().nullsLast() : order.asc().nullsFirst()))
    .orderBy("k.id", isDescending ? "desc" : "asc")
    .offset(Math.max(offset ?? 0, 0))
    .$if(limit != null, (query) => query.limit(Math.max(limit!, 0)))
    .execute();
}

export async function countKeys(reach: Keys, search?: string | null): Promise<number> {
  const { total } = await selectKeys(reach, search)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

/** Stores a key that ends after so many days; null for one that only a person ends. */
export async function insertKey(
  reach: Keys,
  { days, ...key }: { name: string; role: string; key_hash: Buffer; days: number | null; scopes: string[] | null },
): Promise<number> {
  const { id } = await reach.db
    .insertInto("api_keys")
    .values({
      ...key,
      expires_at: days === null ? null : sql<Date>`now() + make_interval(days => ${days})`,
      instance_id: reach.instanceId,
      created_by: reach.userId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Revokes a key. @returns the key; undefined when there is none to revoke */
export function revokeKey(reach: Keys, id: number) {
  return reach.db
    .updateTable("api_keys")
    .set({ revoked_at: sql<Date>`now()` })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .returning(["id", "name"])
    .executeTakeFirst();
}

/** Tells whether the instance has API access. */
export async function hasApiAccess({ db, instanceId }: Keys): Promise<boolean> {
  const { api_access } = await db
    .selectFrom("instances")
    .where("id", "=", instanceId)
    .select("api_access")
    .executeTakeFirstOrThrow();
  return api_access;
}

function selectKeys({ db, instanceId }: Keys, search?: string | null) {
  const pattern = toLikePattern(search);
  return db
    .selectFrom("api_keys as k")
    .innerJoin("users as u", (join) =>
      join.onRef("u.instance_id", "=", "k.instance_id").onRef("u.id", "=", "k.created_by"),
    )
    .where("k.instance_id", "=", instanceId)
    .where("k.revoked_at", "is", null)
    .$if(pattern !== null, (query) => query.where("k.name", "ilike", pattern!));
}
