import { useLingui } from "@lingui/react/macro";
import type { useSaveForm } from "../../app/saveForm.ts";
import { boot } from "../../app/boot.ts";
import { useThemes } from "../../app/themes.ts";
import { parseWholeNumber } from "../../app/numbers.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { FormCard } from "../../ui/FormCard.tsx";
import { ThemeField } from "../../ui/ThemeField.tsx";

export type InstanceFormFields = {
  name: string;
  domain: string;
  license_count: string;
  branch_limit: string;
  storage_limit_gb: string;
  theme: string;
  primary_color: string;
  secondary_color: string;
  api_access: boolean;
  branding_enabled: boolean;
  is_active: boolean;
  trial_ends_at: string;
};

/** Converts the form for the server: an empty number or date is null. */
export function instanceInput({
  license_count,
  branch_limit,
  storage_limit_gb,
  trial_ends_at,
  theme,
  ...fields
}: InstanceFormFields) {
  const own = theme === "custom";
  return {
    ...fields,
    theme: theme || null,
    primary_color: own ? fields.primary_color : null,
    secondary_color: own ? fields.secondary_color : null,
    license_count: parseWholeNumber(license_count),
    branch_limit: parseWholeNumber(branch_limit),
    storage_limit_gb: parseWholeNumber(storage_limit_gb),
    trial_ends_at: trial_ends_at || null,
  };
}

type Props = {
  form: ReturnType<typeof useSaveForm<InstanceFormFields, unknown>>;
  /** The domain before the change: a new one changes all addresses. */
  currentDomain?: string;
  action: string;
};

/** Renders the settings of an instance, for creating and editing. */
export function InstanceForm({ form, currentDomain, action }: Props) {
  const { t } = useLingui();
  const themes = useThemes();
  const { register, error, watch, setValue } = form;
  const [theme, primary_color, secondary_color, domain] = watch([
    "theme",
    "primary_color",
    "secondary_color",
    "domain",
  ]);
  const moves = currentDomain !== undefined && domain.trim().toLowerCase() !== currentDomain;

  return (
    <FormCard form={form} action={action} isLong>
      <Field
        label={t`Instance Name`}
        maxLength={200}
        error={error("name")}
        {...register("name", { required: t`Enter the name of the instance.` })}
      />
      <div>
        <Field
          label={t`Domain`}
          suffix={`.${boot().baseDomain}`}
          autoCapitalize="none"
          spellCheck={false}
          hint={currentDomain === undefined ? t`Leave blank to create it from the name.` : undefined}
          error={error("domain")}
          {...register("domain")}
        />
        {moves && (
          <p role="status" className="mt-2 text-small text-warn-text">
            {t`The addresses of this instance and of all its branches change with the domain. Links in mails that were sent stop working, and everybody has to sign in at the new address.`}
          </p>
        )}
      </div>
      <div className="grid gap-5 sm:grid-cols-2 lg:contents">
        <Field
          label={t`License Count`}
          type="number"
          min={0}
          hint={t`Active users; empty is unlimited.`}
          error={error("license_count")}
          {...register("license_count")}
        />
        <Field
          label={t`Branch Limit`}
          type="number"
          min={0}
          hint={t`Empty is unlimited.`}
          error={error("branch_limit")}
          {...register("branch_limit")}
        />
        <Field
          label={t`Storage Limit (GB)`}
          type="number"
          min={1}
          hint={t`Leave blank for the limit of the subscription, or else the standard limit.`}
          error={error("storage_limit_gb")}
          {...register("storage_limit_gb")}
        />
      </div>
      <div className="lg:col-span-full">
        <ThemeField
          options={themes}
          value={{ theme, primary_color, secondary_color }}
          onChange={(value) => {
            for (const [field, text] of Object.entries(value)) setValue(field as "theme", text, { shouldDirty: true });
          }}
          errors={{
            theme: error("theme"),
            primary_color: error("primary_color"),
            secondary_color: error("secondary_color"),
          }}
        />
      </div>
      <div className="grid gap-3">
        <Checkbox label={t`API Access Enabled`} hint={t`Its admins can make API keys.`} {...register("api_access")} />
        <Checkbox
          label={t`Branding Enabled`}
          hint={t`Without it, the product's own look is shown.`}
          {...register("branding_enabled")}
        />
        <Checkbox
          label={t`Active`}
          hint={t`Users cannot sign in to an inactive instance.`}
          {...register("is_active")}
        />
      </div>
      <Field
        label={t`Trial Ends At`}
        type="date"
        hint={t`After this day a subscription is needed to sign in.`}
        error={error("trial_ends_at")}
        {...register("trial_ends_at")}
      />
    </FormCard>
  );
}
