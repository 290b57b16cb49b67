import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { toLikePattern } from "../../db/like.ts";

type Operator = Reach<"instance.manage">;

/** Lists active operators; `reach` is that of the platform's instance. */
export function listOperators(
  reach: Operator,
  { search, limit, offset }: { search?: string | null; limit: number; offset?: number | null },
) {
  return selectOperators(reach, search)
    .select(["id", "first_name", "last_name", "email", "created_at"])
    .orderBy(sql`last_name COLLATE people`)
    .orderBy(sql`first_name COLLATE people`)
    .orderBy("id")
    .offset(Math.max(offset ?? 0, 0))
    .limit(Math.max(limit, 0))
    .execute();
}

export async function countOperators(reach: Operator, search?: string | null): Promise<number> {
  const { total } = await selectOperators(reach, search)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

/** Locks an operator together with all others: of two who remove each other, one stays. */
export async function lockOperator(reach: Operator, id: number) {
  const rows = await selectOperators(reach)
    .select(["id", "first_name", "last_name", "email"])
    .orderBy("id")
    .forUpdate()
    .execute();
  return { person: rows.find((row) => row.id === id), others: rows.length - 1 };
}

/** Deletes an operator's row and ends their sessions and keys in every instance they visited. */
export async function shutOut(reach: Operator, id: number): Promise<void> {
  await reach.db
    .updateTable("users")
    .set({ is_active: false, deleted_at: sql<Date>`now()` })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .execute();
  await reach.db
    .deleteFrom("password_tokens")
    .where("instance_id", "=", reach.instanceId)
    .where("user_id", "=", id)
    .execute();
  await sql`SELECT end_visits(${id}, true, NULL)`.execute(reach.db);
}

function selectOperators(reach: Operator, search?: string | null) {
  const pattern = toLikePattern(search);
  return reach.db
    .selectFrom("users")
    .where("instance_id", "=", reach.instanceId)
    .where("role", "=", "super_admin")
    .where("is_active", "=", true)
    .where("deleted_at", "is", null)
    .$if(pattern !== null, (query) =>
      query.where(sql<string>`(first_name || ' ' || last_name || ' ' || email)`, "ilike", pattern!),
    );
}
