import { useLingui } from "@lingui/react/macro";
import type { useSaveForm } from "../../app/saveForm.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Field } from "../../ui/Field.tsx";
import { Problems } from "../../ui/Problems.tsx";
import { Select } from "../../ui/Select.tsx";
import { billingIntervals, intervalLabel, statuses, statusLabel } from "./subscriptionStatus.ts";

export type SubscriptionFormFields = {
  billing_interval: string;
  amount: string;
  trial_ends_at: string;
  plan_ends_at: string;
  status: string;
};

type Props = {
  form: ReturnType<typeof useSaveForm<SubscriptionFormFields, unknown>>;
  hasStatus?: boolean;
  action: string;
};

/** What an instance pays, for creating and for editing. */
export function SubscriptionForm({ form, hasStatus = false, action }: Props) {
  const { t } = useLingui();
  const { register, error } = form;
  return (
    <Card className="max-w-2xl">
      <form onSubmit={form.submit} noValidate className="grid gap-5">
        <Problems messages={form.problems} />
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
          {...register("amount", { validate: (value) => value !== "" || t`Enter an amount.` })}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={t`Trial Ends At`} type="date" error={error("trial_ends_at")} {...register("trial_ends_at")} />
          <Field label={t`Plan Ends At`} type="date" error={error("plan_ends_at")} {...register("plan_ends_at")} />
        </div>
        {hasStatus && (
          <Select
            label={t`Status`}
            error={error("status")}
            options={statuses.map((value) => ({ value, label: statusLabel(value) }))}
            {...register("status")}
          />
        )}
        <div className="flex justify-end border-t border-line pt-5">
          <Button type="submit" busy={form.saving}>
            {action}
          </Button>
        </div>
      </form>
    </Card>
  );
}
