import { builder } from "../../graphql/builder.ts";
import { Subscription } from "./subscription-type.graphql.ts";
import * as subscriptions from "./subscriptions.service.ts";

builder.queryField("subscription", (t) =>
  t.field({
    type: Subscription,
    args: { id: t.arg.int({ required: true }) },
    resolve: (_, { id }, { actor }) => subscriptions.getSubscription(actor, id),
  }),
);

builder.mutationFields((t) => {
  const values = {
    billing_interval: t.arg.string({ required: true }),
    amount: t.arg.float({ required: true }),
    trial_ends_at: t.arg.string(),
    plan_ends_at: t.arg.string(),
    status: t.arg.string(),
    storage_limit_gb: t.arg.int(),
  };
  return {
    createSubscription: t.field({
      type: Subscription,
      args: { instance_id: t.arg.int({ required: true }), ...values },
      resolve: (_, { instance_id, ...input }, { actor }) => subscriptions.createSubscription(actor, instance_id, input),
    }),
    updateSubscription: t.field({
      type: Subscription,
      args: { id: t.arg.int({ required: true }), ...values },
      resolve: (_, { id, ...input }, { actor }) => subscriptions.updateSubscription(actor, id, input),
    }),
    deleteSubscription: t.field({
      type: builder.objectRef<{ id: number }>("DeletedSubscription").implement({
        fields: (deleted) => ({ id: deleted.exposeInt("id") }),
      }),
      args: { id: t.arg.int({ required: true }) },
      resolve: (_, { id }, { actor }) => subscriptions.deleteSubscription(actor, id),
    }),
  };
});
