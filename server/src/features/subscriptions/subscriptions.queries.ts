import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { getLimit } from "../../db/page.ts";

type Operator = Reach<"instance.manage">;

export interface SubscriptionValues {
  billing_interval: string;
  amount: number;
  trial_ends_at: string | null;
  plan_ends_at: string | null;
  storage_limit_gb: number | null;
  status: string;
}

const COLUMNS = [
  "s.id",
  "s.instance_id",
  "s.status",
  "s.billing_interval",
  "s.amount",
  "s.trial_ends_at",
  "s.plan_ends_at",
  "s.storage_limit_gb",
] as const;

const SORTS = new Map([
  ["status", "s.status"],
  ["billing_interval", "s.billing_interval"],
  ["amount", "s.amount"],
  ["trial_ends_at", "s.trial_ends_at"],
  ["plan_ends_at", "s.plan_ends_at"],
]);

export interface ListOptions {
  search?: string | null | undefined;
  sort?: string | null | undefined;
  limit?: number | null | undefined;
  offset?: number | null | undefined;
}

/** Lists subscriptions, newest first by default. */
export function listSubscriptions(reach: Operator, { search, sort, limit, offset }: ListOptions = {}) {
  const direction = sort?.startsWith("-") ? ("desc" as const) : ("asc" as const);
  const column = SORTS.get(sort?.replace(/^-/, "") ?? "");
  return selectSubscriptions(reach, search)
    .select(COLUMNS)
    .$if(column !== undefined, (query) => query.orderBy(sql.raw(column!), direction))
    .orderBy("s.created_at", "desc")
    .orderBy("s.id", "desc")
    .offset(Math.max(offset ?? 0, 0))
    .limit(getLimit({ limit }))
    .execute();
}

export async function countSubscriptions(reach: Operator, search?: string | null): Promise<number> {
  const { total } = await selectSubscriptions(reach, search)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

export function findSubscription(reach: Operator, id: number) {
  return selectSubscriptions(reach).where("s.id", "=", id).select(COLUMNS).executeTakeFirst();
}

export async function insertSubscription(reach: Operator, values: SubscriptionValues): Promise<number> {
  const { id } = await reach.db
    .insertInto("subscriptions")
    .values({ ...values, instance_id: reach.instanceId })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateSubscription(reach: Operator, id: number, values: SubscriptionValues): Promise<void> {
  await reach.db
    .updateTable("subscriptions")
    .set(values)
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .execute();
}

export async function deleteSubscription(reach: Operator, id: number): Promise<void> {
  await reach.db.deleteFrom("subscriptions").where("instance_id", "=", reach.instanceId).where("id", "=", id).execute();
}

function selectSubscriptions(reach: Operator, search?: string | null) {
  const text = search?.trim().toLowerCase();
  return reach.db
    .selectFrom("subscriptions as s")
    .where("s.instance_id", "=", reach.instanceId)
    .$if(!!text, (query) =>
      query.where((eb) =>
        eb.or([
          eb(eb.fn("starts_with", [eb.ref("s.status"), eb.val(text!)]), "=", true),
          eb(eb.fn("starts_with", [eb.ref("s.billing_interval"), eb.val(text!)]), "=", true),
        ]),
      ),
    );
}
