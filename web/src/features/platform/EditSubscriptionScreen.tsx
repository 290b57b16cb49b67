import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useSaveForm } from "../../app/saveForm.ts";
import { parseWholeNumber } from "../../app/numbers.ts";
import type { SubscriptionFieldsQuery } from "../../gen/graphql.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { toast } from "../../ui/toast.ts";
import { FormSkeleton } from "./FormSkeleton.tsx";
import { SubscriptionFields, UpdateSubscription } from "./platform.documents.ts";
import { SubscriptionForm, type SubscriptionFormFields } from "./SubscriptionForm.tsx";

/** Renders `/admin/instance/{id}/subscriptions/{subscription}/edit`: changes a subscription. */
export function EditSubscriptionScreen() {
  const { t } = useLingui();
  const { id, subscription } = useParams({
    from: "/signed-in/shell/back-office/admin/instance/$id/subscriptions/$subscription/edit",
  });
  const { data, error, refetch } = useQuery({
    queryKey: ["subscriptionFields", subscription],
    queryFn: async () => (await execute(SubscriptionFields, { id: subscription })).subscription,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <BackLink to={`/admin/instance/${id}?tab=subscriptions`}>{t`Back to the instance`}</BackLink>
      <PageHeader title={t`Edit Subscription`} />
      {data ? (
        <Loaded subscription={data} />
      ) : error ? (
        <ErrorState title={t`Unable to load subscription.`} detail={getMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <FormSkeleton />
      )}
    </>
  );
}

function Loaded({ subscription }: { subscription: SubscriptionFieldsQuery["subscription"] }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { id, instance_id } = subscription;
  const form = useSaveForm({
    values: {
      billing_interval: subscription.billing_interval,
      amount: subscription.amount.toFixed(2),
      trial_ends_at: subscription.trial_ends_at ?? "",
      plan_ends_at: subscription.plan_ends_at ?? "",
      storage_limit_gb: String(subscription.storage_limit_gb ?? ""),
      status: subscription.status,
    } as SubscriptionFormFields,
    failure: t`An error occurred while updating the subscription.`,
    save: ({ amount, trial_ends_at, plan_ends_at, storage_limit_gb, ...fields }) =>
      execute(UpdateSubscription, {
        id,
        ...fields,
        amount: Number(amount),
        trial_ends_at: trial_ends_at || null,
        plan_ends_at: plan_ends_at || null,
        storage_limit_gb: parseWholeNumber(storage_limit_gb),
      }),
    onSaved: async () => {
      toast({ kind: "success", text: t`The subscription was saved.` });
      await client.invalidateQueries();
      await navigate({ to: "/admin/instance/$id", params: { id: instance_id }, search: { tab: "subscriptions" } });
    },
  });
  return <SubscriptionForm form={form} hasStatus action={form.saving ? t`Updating...` : t`Update Subscription`} />;
}
