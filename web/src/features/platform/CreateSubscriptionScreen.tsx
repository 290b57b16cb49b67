import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { execute } from "../../app/graphql.ts";
import { useSaveForm } from "../../app/saveForm.ts";
import { parseWholeNumber } from "../../app/numbers.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { toast } from "../../ui/toast.ts";
import { CreateSubscription } from "./platform.documents.ts";
import { SubscriptionForm, type SubscriptionFormFields } from "./SubscriptionForm.tsx";

/** Renders `/admin/instance/{id}/subscriptions/create`: creates a subscription. */
export function CreateSubscriptionScreen() {
  const { t } = useLingui();
  const { id } = useParams({ from: "/signed-in/shell/back-office/admin/instance/$id/subscriptions/create" });
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useSaveForm({
    values: {
      billing_interval: "monthly",
      amount: "",
      trial_ends_at: "",
      plan_ends_at: "",
      storage_limit_gb: "",
      status: "active",
    } as SubscriptionFormFields,
    failure: t`An error occurred while creating the subscription.`,
    save: ({ billing_interval, amount, trial_ends_at, plan_ends_at, storage_limit_gb }) =>
      execute(CreateSubscription, {
        instance_id: id,
        billing_interval,
        amount: Number(amount),
        trial_ends_at: trial_ends_at || null,
        plan_ends_at: plan_ends_at || null,
        storage_limit_gb: parseWholeNumber(storage_limit_gb),
      }),
    onSaved: async () => {
      toast({ kind: "success", text: t`The subscription was created.` });
      await client.invalidateQueries();
      await navigate({ to: "/admin/instance/$id", params: { id }, search: { tab: "subscriptions" } });
    },
  });
  return (
    <>
      <BackLink to={`/admin/instance/${id}?tab=subscriptions`}>{t`Back to the instance`}</BackLink>
      <PageHeader title={t`Create Subscription`} />
      <SubscriptionForm form={form} action={form.saving ? t`Creating...` : t`Create Subscription`} />
    </>
  );
}
