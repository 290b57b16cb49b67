import * as z from "zod";
import type { Actor, Reach } from "../../access/actor.ts";
import { Invalid, NotFound } from "../../errors.ts";
import { differences, recordAudit } from "../audit/audit.service.ts";
import * as queries from "./subscriptions.queries.ts";
import { t } from "../../i18n/message.ts";

/** A subscription of an instance; amounts in pounds, dates yyyy-mm-dd. */
export interface Subscription {
  id: number;
  instance_id: number;
  status: string;
  billing_interval: string;
  amount: number;
  trial_ends_at: string | null;
  plan_ends_at: string | null;
  /** Gigabytes of files; null means the installation's default. */
  storage_limit_gb: number | null;
}

export interface SubscriptionInput {
  billing_interval: string;
  amount: number;
  trial_ends_at?: string | null | undefined;
  plan_ends_at?: string | null | undefined;
  storage_limit_gb?: number | null | undefined;
  status?: string | null | undefined;
}

export async function listSubscriptions(actor: Actor, instanceId: number): Promise<Subscription[]> {
  return queries.listSubscriptions(await actor.reachInstance("instance.manage", instanceId));
}

const PAGE = 10;
const LARGEST_PAGE = 500;

/**
 * Returns one page of an instance's subscriptions with the total, searched by the beginning of status or billing
 * interval.
 */
export async function getPageOfSubscriptions(actor: Actor, instanceId: number, options: queries.ListOptions) {
  const reach = await actor.reachInstance("instance.manage", instanceId);
  const limit = Math.min(options.limit ?? PAGE, LARGEST_PAGE);
  return {
    total: await queries.countSubscriptions(reach, options.search),
    rows: await queries.listSubscriptions(reach, { ...options, limit }),
  };
}

/** Returns a subscription. @throws NotFound */
export async function getSubscription(actor: Actor, id: number): Promise<Subscription> {
  return getRow(await getReach(actor, id), id);
}

/** Creates a subscription. @throws NotFound for the instance; Invalid by field */
export async function createSubscription(
  actor: Actor,
  instanceId: number,
  input: SubscriptionInput,
): Promise<Subscription> {
  const reach = await actor.reachInstance("instance.manage", instanceId);
  const values = toSubscriptionValues({ ...input, status: input.status ?? "active" });
  const id = await queries.insertSubscription(reach, values);
  await recordAudit(actor, reach, {
    action: "subscription.created",
    subject: { type: "subscription", id, name: makeName(values) },
    changes: { ...values },
  });
  return getRow(reach, id);
}

/** Changes a subscription. @throws NotFound; Invalid by field */
export async function updateSubscription(actor: Actor, id: number, input: SubscriptionInput): Promise<Subscription> {
  const reach = await getReach(actor, id);
  const before = await getRow(reach, id);
  const values = toSubscriptionValues({
    ...input,
    status: input.status ?? before.status,
    trial_ends_at: input.trial_ends_at === undefined ? before.trial_ends_at : input.trial_ends_at,
    plan_ends_at: input.plan_ends_at === undefined ? before.plan_ends_at : input.plan_ends_at,
    storage_limit_gb: input.storage_limit_gb === undefined ? before.storage_limit_gb : input.storage_limit_gb,
  });
  await queries.updateSubscription(reach, id, values);
  await recordAudit(actor, reach, {
    action: "subscription.updated",
    subject: { type: "subscription", id, name: makeName(values) },
    changes: differences<queries.SubscriptionValues>(before, values),
  });
  return getRow(reach, id);
}

/** Deletes a subscription. @throws NotFound */
export async function deleteSubscription(actor: Actor, id: number): Promise<{ id: number }> {
  const reach = await getReach(actor, id);
  const before = await getRow(reach, id);
  await queries.deleteSubscription(reach, id);
  await recordAudit(actor, reach, {
    action: "subscription.deleted",
    subject: { type: "subscription", id, name: makeName(before) },
    changes: { status: before.status, amount: before.amount },
  });
  return { id };
}

/** Returns the reach of a subscription by its id, in any instance (P67). */
async function getReach(actor: Actor, id: number): Promise<Reach<"instance.manage">> {
  await actor.reach("instance.manage");
  const instanceId = await actor.instanceOfRow("subscriptions", id);
  if (instanceId === null) throw new NotFound("Subscription");
  return actor.reachInstance("instance.manage", instanceId);
}

async function getRow(reach: Reach<"instance.manage">, id: number): Promise<Subscription> {
  const row = await queries.findSubscription(reach, id);
  if (!row) throw new NotFound("Subscription");
  return row;
}

const day = z.iso.date(t`Enter a date as yyyy-mm-dd.`).nullable();
const form = z.object({
  billing_interval: z.enum(["monthly", "yearly"], t`Choose monthly or yearly.`),
  amount: z
    .number(t`Enter an amount.`)
    .min(0, t`Enter an amount of 0 or more.`)
    .max(9_999_999, t`This amount is too large.`)
    .refine((pounds) => Math.abs(pounds * 100 - Math.round(pounds * 100)) < 1e-6, t`Enter whole pence.`),
  trial_ends_at: day,
  plan_ends_at: day,
  storage_limit_gb: z
    .int(t`Enter a whole number.`)
    .min(1, t`Enter a number of 1 or more.`)
    .max(10_000_000, t`This number is too large.`)
    .nullable(),
  status: z.enum(["active", "trialing", "paused", "cancelled"], t`Choose one of the statuses.`),
});

function toSubscriptionValues(input: SubscriptionInput): queries.SubscriptionValues {
  const parsed = form.safeParse({
    ...input,
    trial_ends_at: input.trial_ends_at || null,
    plan_ends_at: input.plan_ends_at || null,
    storage_limit_gb: input.storage_limit_gb ?? null,
  });
  if (!parsed.success) throw new Invalid(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>);
  return parsed.data;
}

function makeName({ billing_interval, amount }: { billing_interval: string; amount: number }): string {
  return `£${amount.toFixed(2)} ${billing_interval}`;
}
