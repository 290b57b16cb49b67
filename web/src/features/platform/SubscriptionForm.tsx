import { useLingui } from "@lingui/react/macro";
import type { useSaveForm } from "../../app/saveForm.ts";
import { Field } from "../../ui/Field.tsx";
import { FormCard } from "../../ui/FormCard.tsx";
import { Select } from "../../ui/Select.tsx";
import { billingIntervals, intervalLabel, statuses, statusLabel } from "./subscriptionStatus.ts";

export type SubscriptionFormFields = {
  billing_interval: string;
  amount: string;
  trial_ends_at: string;
  plan_ends_at: string;
  storage_limit_gb: string;
  status: string;
};

type Props = {
  form: ReturnType<typeof useSaveForm<SubscriptionFormFields, unknown>>;
  hasStatus?: boolean;
  action: string;
};

/** Renders the fields of a subscription, for creating and editing. */
export function SubscriptionForm({ form, hasStatus = false, action }: Props) {
  const { t } = useLingui();
  const { register, error } = form;
  return (
    <FormCard form={form} action={action} isLong>
      <Select
        label={t`Billing Interval`}
        error={error("billing_interval")}
        options={billingIntervals.map((value) => ({ value, label: intervalLabel(value) }))}
        {...register("billing_interval")}
      />
      <Field
        label={t`Amount (£)`}
        type="number"
        step="0.01"
        min={0}
        inputMode="decimal"
        error={error("amount")}
        {...register("amount", { required: t`Enter an amount.` })}
      />
      <div className="grid gap-5 sm:grid-cols-2 lg:contents">
        <Field label={t`Trial Ends At`} type="date" error={error("trial_ends_at")} {...register("trial_ends_at")} />
        <Field label={t`Plan Ends At`} type="date" error={error("plan_ends_at")} {...register("plan_ends_at")} />
      </div>
      <Field
        label={t`Storage Limit (GB)`}
        type="number"
        min={1}
        hint={t`Applies while the subscription is active or trialing, unless the instance has a limit of its own. Leave blank for the standard limit.`}
        error={error("storage_limit_gb")}
        {...register("storage_limit_gb")}
      />
      {hasStatus && (
        <Select
          label={t`Status`}
          error={error("status")}
          options={statuses.map((value) => ({ value, label: statusLabel(value) }))}
          {...register("status")}
        />
      )}
    </FormCard>
  );
}
