import { useLingui } from "@lingui/react/macro";
import { languages } from "../../app/i18n.ts";
import { Field } from "../../ui/Field.tsx";
import { FormCard } from "../../ui/FormCard.tsx";
import { formatCurrencyName, formatTimeIn, listCurrencies, listTimeZones } from "../../ui/format.ts";
import { Select } from "../../ui/Select.tsx";
import type { Settings } from "./settings.documents.ts";
import { useSettingsForm } from "./useSettingsForm.ts";

/** Renders name, time zone, language and currency of the instance. */
export function GeneralSettings({ settings: { version, general } }: { settings: Settings }) {
  const { t } = useLingui();
  const { name, time_zone, language, currency } = general;
  const form = useSettingsForm({ name, time_zone, language, currency }, (fields) => ({ version, general: fields }));
  const { register, error, watch } = form;
  const zone = watch("time_zone");
  return (
    <FormCard form={form} action={form.saving ? t`Saving...` : t`Save settings`}>
      <Field
        label={t`Name`}
        maxLength={200}
        error={error("name")}
        {...register("name", { required: t`Enter the name of the organisation.` })}
      />
      <Field label={t`Address`} readOnly value={general.address} />
      <Select
        label={t`Time zone`}
        hint={t`It is ${formatTimeIn(zone)} there now. Days begin and end, courses open and close, and reports are sent in this time zone.`}
        error={error("time_zone")}
        options={listTimeZones(time_zone).map((value) => ({
          value,
          label: value.replaceAll("_", " "),
        }))}
        {...register("time_zone")}
      />
      <Select
        label={t`Language`}
        hint={t`For users who have not chosen one, and for mails to them.`}
        error={error("language")}
        options={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        {...register("language")}
      />
      <Select
        label={t`Currency`}
        hint={t`The currency of all prices. Prices are not converted.`}
        error={error("currency")}
        options={listCurrencies(currency).map((value) => ({
          value,
          label: `${value} – ${formatCurrencyName(value)}`,
        }))}
        {...register("currency")}
      />
    </FormCard>
  );
}
