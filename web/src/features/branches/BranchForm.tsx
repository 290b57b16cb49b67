import { useLingui } from "@lingui/react/macro";
import { boot } from "../../app/boot.ts";
import { listLanguages } from "../../app/listLanguages.ts";
import type { useSaveForm } from "../../app/saveForm.ts";
import { useViewer } from "../../app/session.ts";
import { useThemes } from "../../app/themes.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { FormCard } from "../../ui/FormCard.tsx";
import { type ImageChoice, ImageField } from "../../ui/ImageField.tsx";
import { Select } from "../../ui/Select.tsx";
import { ThemeField } from "../../ui/ThemeField.tsx";

export type BranchFormFields = {
  name: string;
  url: string;
  theme: string;
  primary_color: string;
  secondary_color: string;
  logo: ImageChoice;
  language: string;
  is_default: boolean;
};

type Props = {
  form: ReturnType<typeof useSaveForm<BranchFormFields, unknown>>;
  action: string;
  logoUrl?: string | null | undefined;
};

/** The fields of a branch, for creating and editing. */
export function BranchForm({ form, action, logoUrl }: Props) {
  const { t } = useLingui();
  const { register, error, watch, setValue } = form;
  const { instance, baseDomain } = boot();
  const mayChooseDefault = useViewer().can("branch.create");
  const [theme, primary_color, secondary_color, logo] = watch(["theme", "primary_color", "secondary_color", "logo"]);
  return (
    <FormCard form={form} action={action} isLong>
      <Field
        label={t`Branch Name`}
        maxLength={200}
        error={error("name")}
        {...register("name", { required: t`Enter a branch name.` })}
      />
      <Field
        label={t`URL`}
        maxLength={63}
        autoCapitalize="none"
        spellCheck={false}
        hint={t`Leave blank to create it from the name.`}
        suffix={instance && `.${instance.domain}.${baseDomain}`}
        error={error("url")}
        {...register("url")}
      />
      <div className="lg:col-span-full">
        <ThemeField
          options={useThemes()}
          noneLabel={t`As the organisation`}
          value={{ theme, primary_color, secondary_color }}
          onChange={(look) => {
            setValue("theme", look.theme);
            setValue("primary_color", look.primary_color);
            setValue("secondary_color", look.secondary_color);
          }}
          errors={{
            theme: error("theme"),
            primary_color: error("primary_color"),
            secondary_color: error("secondary_color"),
          }}
        />
      </div>
      <ImageField
        label={t`Logo`}
        hint={t`PNG, JPG, GIF or WebP, at most 10 MB.`}
        current={logoUrl}
        value={logo}
        onChange={(choice) => setValue("logo", choice)}
        error={error("logo")}
      />
      <Select
        label={t`Language`}
        error={error("language")}
        options={listLanguages(watch("language"))}
        {...register("language")}
      />
      {mayChooseDefault && (
        <Checkbox
          label={t`Set as Default Branch`}
          hint={
            <span className="block pl-7.5">
              {t`People created on the main site without access to it, and without a branch, join the default branch.`}
            </span>
          }
          error={error("is_default")}
          {...register("is_default")}
        />
      )}
    </FormCard>
  );
}

/** Converts the form for the server: only a custom theme has colours. */
export function toInput({ logo, theme, primary_color, secondary_color, ...fields }: BranchFormFields) {
  const isPreset = theme !== "custom";
  return {
    ...fields,
    theme: theme || null,
    primary_color: isPreset ? null : primary_color || null,
    secondary_color: isPreset ? null : secondary_color || null,
    remove_logo: logo.isRemoved,
  };
}
