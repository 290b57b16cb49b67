import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { userInScope } from "../../access/scope.ts";
import { containing } from "../../db/like.ts";

export interface ListOptions {
  search?: string | null | undefined;
  /** name, email, role or created, with '-' in front for descending. */
  sort?: string | null | undefined;
  limit?: number | null | undefined;
  offset?: number | null | undefined;
}

const BY_NAME = ["u.last_name COLLATE people", "u.first_name COLLATE people"];
const SORTS = new Map(
  Object.entries({
    name: BY_NAME,
    email: ["lower(u.email)"],
    role: ["u.role"],
    created: ["u.created_at"],
  }),
);

// The same expression as the index users_search has.
const SEARCHED: RawBuilder<string> = sql`(u.first_name || ' ' || u.last_name || ' ' || u.email)`;
const LARGEST_OFFSET = 1_000_000;

export function listUsers(reach: Reach<"user.view">, { search, sort, limit, offset }: ListOptions) {
  const direction = sort?.startsWith("-") ? ("desc" as const) : ("asc" as const);
  const columns = SORTS.get(sort?.replace(/^-/, "") ?? "name") ?? BY_NAME;
  let query = selectUsers(reach, search).select([
    "u.id",
    "u.first_name",
    "u.last_name",
    "u.email",
    "u.role",
    "u.is_active",
    "u.created_at",
  ]);
  for (const column of columns) query = query.orderBy(sql.raw(column), direction);
  return query
    .orderBy("u.id", direction)
    .offset(Math.min(Math.max(offset ?? 0, 0), LARGEST_OFFSET))
    .$if(limit != null, (all) => all.limit(Math.max(limit!, 0)))
    .execute();
}

export async function countUsers(reach: Reach<"user.view">, search?: string | null): Promise<number> {
  const { total } = await selectUsers(reach, search)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

function selectUsers(reach: Reach<"user.view">, search?: string | null) {
  const pattern = containing(search);
  return reach.db
    .selectFrom("users as u")
    .where("u.instance_id", "=", reach.instanceId)
    .where("u.deleted_at", "is", null)
    .where("u.platform_user_id", "is", null)
    .where(userInScope(reach, "u.id"))
    .$if(pattern !== null, (query) => query.where(SEARCHED, "ilike", pattern!));
}
