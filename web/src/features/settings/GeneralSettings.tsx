import { useLingui } from "@lingui/react/macro";
import { languages } from "../../app/i18n.ts";
import { CheckboxGroup } from "../../ui/CheckboxGroup.tsx";
import { Field } from "../../ui/Field.tsx";
import { FormCard } from "../../ui/FormCard.tsx";
import {
  formatCurrencyName,
  formatDateExample,
  formatTimeIn,
  formatWeekday,
  listCurrencies,
  listTimeZones,
} from "../../ui/format.ts";
import { Select } from "../../ui/Select.tsx";
import type { Settings } from "./settings.documents.ts";
import { useSettingsForm } from "./useSettingsForm.ts";

/** Renders name, time zone, languages, date format and currency of the instance. */
export function GeneralSettings({ settings: { version, general } }: { settings: Settings }) {
  const { t } = useLingui();
  const { address, current_time_zone, ...values } = general;
  const form = useSettingsForm({ ...values, first_weekday: String(values.first_weekday) }, (fields) => ({
    version,
    general: { ...fields, first_weekday: Number(fields.first_weekday) },
  }));
  const { register, error, watch } = form;
  const zone = watch("time_zone");
  return (
    <FormCard form={form} action={form.saving ? t`Saving...` : t`Save settings`} isLong>
      <Field
        label={t`Name`}
        maxLength={200}
        error={error("name")}
        {...register("name", { required: t`Enter the name of the organisation.` })}
      />
      <Field label={t`Address`} readOnly value={address} />
      <Select
        label={t`Time zone`}
        hint={t`It is ${formatTimeIn(zone)} there now. Days begin and end, courses open and close, and reports are sent in this time zone.`}
        error={error("time_zone")}
        options={listTimeZones(values.time_zone).map((value) => ({
          value,
          label: value.replaceAll("_", " "),
        }))}
        {...register("time_zone")}
      />
      {current_time_zone !== null && (
        <p role="status" className="text-sm text-muted">
          {t`${current_time_zone.replaceAll("_", " ")} still applies. The new time zone applies as soon as all certificates have been moved to it, which takes some minutes.`}
        </p>
      )}
      <Select
        label={t`Language`}
        hint={t`For users who have not chosen one, and for mails to them.`}
        error={error("language")}
        options={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        {...register("language")}
      />
      <CheckboxGroup
        label={t`Languages offered`}
        hint={t`Users choose among these and the language above. Those who chose another one before keep it.`}
        error={error("languages")}
        options={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        register={() => register("languages")}
      />
      <Select
        label={t`Date format`}
        hint={t`In lists and reports on the screen. In English, it also decides how other dates are written.`}
        error={error("date_format")}
        options={["day-month-year", "month-day-year", "year-month-day"].map((value) => ({
          value,
          label: formatDateExample(value),
        }))}
        {...register("date_format")}
      />
      <Select
        label={t`Weeks begin on`}
        hint={t`In charts by week, and in the days that you choose from.`}
        error={error("first_weekday")}
        options={[1, 7, 6].map((day) => ({ value: String(day), label: formatWeekday(day) }))}
        {...register("first_weekday")}
      />
      <Select
        label={t`Currency`}
        hint={t`The currency of all prices. Prices are not converted.`}
        error={error("currency")}
        options={listCurrencies(values.currency).map((value) => ({
          value,
          label: `${value} – ${formatCurrencyName(value)}`,
        }))}
        {...register("currency")}
      />
    </FormCard>
  );
}
