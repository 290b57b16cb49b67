import { builder } from "../../graphql/builder.ts";
import type { Subscription as SubscriptionFields } from "./subscriptions.service.ts";

export const Subscription = builder.objectRef<SubscriptionFields>("Subscription").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    instance_id: t.exposeInt("instance_id"),
    status: t.exposeString("status"),
    billing_interval: t.exposeString("billing_interval"),
    amount: t.exposeFloat("amount", { description: "In pounds." }),
    trial_ends_at: t.exposeString("trial_ends_at", { nullable: true }),
    plan_ends_at: t.exposeString("plan_ends_at", { nullable: true }),
    storage_limit_gb: t.exposeInt("storage_limit_gb", {
      nullable: true,
      description:
        "Gigabytes of files while the subscription is active or trialing, where the instance has no limit of its own.",
    }),
  }),
});

export const SubscriptionPage = builder
  .objectRef<{ rows: SubscriptionFields[]; total: number }>("SubscriptionPage")
  .implement({
    fields: (t) => ({ rows: t.expose("rows", { type: [Subscription] }), total: t.exposeInt("total") }),
  });
