import { useLingui } from "@lingui/react/macro";
import { Field } from "../../../ui/Field.tsx";
import { FormCard } from "../../../ui/FormCard.tsx";
import { Select } from "../../../ui/Select.tsx";
import type { Settings } from "../settings.documents.ts";
import { useSettingsForm } from "../useSettingsForm.ts";
import { type Periods, usePreview } from "./usePreview.ts";

/** Renders whom people ask about their data, and how long data is kept, with what the periods would delete now. */
export function PrivacySettings({ settings: { version, privacy } }: { settings: Settings }) {
  const { t } = useLingui();
  const form = useSettingsForm(
    {
      contact_name: privacy.contact_name ?? "",
      contact_email: privacy.contact_email ?? "",
      activity_months: String(privacy.activity_months ?? ""),
      audit_months: String(privacy.audit_months ?? ""),
      inactive_months: String(privacy.inactive_months ?? ""),
    },
    ({ contact_name, contact_email, ...periods }) => ({
      version,
      privacy: { contact_name, contact_email, ...toNumbers(periods) },
    }),
  );
  const { register, error, watch } = form;
  const [activity_months, audit_months, inactive_months] = watch([
    "activity_months",
    "audit_months",
    "inactive_months",
  ]);
  const preview = usePreview(toNumbers({ activity_months, audit_months, inactive_months }));
  const options = usePeriods();
  return (
    <FormCard form={form} action={form.saving ? t`Saving...` : t`Save settings`}>
      <h2 className="text-body font-semibold">{t`Data-protection contact`}</h2>
      <p className="-mt-3 text-sm text-muted">{t`Shown on the profile and the support page of your users.`}</p>
      <Field label={t`Name`} maxLength={200} error={error("contact_name")} {...register("contact_name")} />
      <Field
        label={t`Email`}
        type="email"
        maxLength={254}
        error={error("contact_email")}
        {...register("contact_email")}
      />
      <h2 className="border-t border-line pt-5 text-body font-semibold">{t`How long data is kept`}</h2>
      <p className="-mt-3 text-sm text-muted">
        {t`Older data is deleted within an hour after you save, and then every hour. It cannot be undone.`}
      </p>
      <Select
        label={t`Activity of users`}
        hint={preview.activity}
        error={error("activity_months")}
        options={options(activity_months)}
        {...register("activity_months")}
      />
      <Select
        label={t`Audit log`}
        hint={preview.audit}
        error={error("audit_months")}
        options={options(audit_months)}
        {...register("audit_months")}
      />
      <Select
        label={t`Deactivated users, who are then erased`}
        hint={preview.people}
        error={error("inactive_months")}
        options={options(inactive_months)}
        {...register("inactive_months")}
      />
    </FormCard>
  );
}

const MONTHS = [1, 3, 6, 12, 24, 36, 60, 120];

function usePeriods() {
  const { t } = useLingui();
  return (chosen: string) => {
    // A client of the API may have set another period.
    const months = [...new Set([...MONTHS, ...(chosen ? [Number(chosen)] : [])])].toSorted((a, b) => a - b);
    return [
      { value: "", label: t`Keep for good` },
      ...months.map((count) => ({ value: String(count), label: count === 1 ? t`1 month` : t`${count} months` })),
    ];
  };
}

const toNumbers = (periods: Record<keyof Periods, string>): Periods => ({
  activity_months: toNumber(periods.activity_months),
  audit_months: toNumber(periods.audit_months),
  inactive_months: toNumber(periods.inactive_months),
});
const toNumber = (text: string) => (text ? Number(text) : null);
