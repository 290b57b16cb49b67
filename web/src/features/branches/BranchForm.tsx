import type { ComponentProps } from "react";
import { useLingui } from "@lingui/react/macro";
import { boot } from "../../app/boot.ts";
import { BrandPictureFields, type BrandPictures, toRemovals } from "../../app/brand/BrandPictureFields.tsx";
import { listLanguages } from "../../app/listLanguages.ts";
import type { useSaveForm } from "../../app/saveForm.ts";
import { useViewer } from "../../app/session.ts";
import { useThemes } from "../../app/themes.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { FormCard } from "../../ui/FormCard.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { ThemeField } from "../../ui/ThemeField.tsx";

export type BranchFormFields = BrandPictures & {
  name: string;
  url: string;
  theme: string;
  primary_color: string;
  secondary_color: string;
  welcome_text: string;
  language: string;
  is_default: boolean;
};

type Props = {
  form: ReturnType<typeof useSaveForm<BranchFormFields, unknown>>;
  action: string;
  /** The addresses of the stored pictures. */
  pictures?: ComponentProps<typeof BrandPictureFields>["current"];
};

/** Renders the fields of a branch, for creating and editing. */
export function BranchForm({ form, action, pictures }: Props) {
  const { t } = useLingui();
  const { register, error, watch, setValue } = form;
  const { instance, baseDomain, isOnlyInstance } = boot();
  const mayChooseDefault = useViewer().can("branch.create");
  const { theme, primary_color, secondary_color, ...fields } = watch();
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
        suffix={!isOnlyInstance && instance && `.${instance.domain}.${baseDomain}`}
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
      <BrandPictureFields values={fields} current={pictures} onChange={setValue} error={error} isOfBranch />
      <TextArea
        label={t`Welcome text`}
        hint={t`Shown on the branch's login page. Without one, the organisation's is shown.`}
        rows={3}
        maxLength={500}
        error={error("welcome_text")}
        {...register("welcome_text")}
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
export function toInput(form: BranchFormFields) {
  const { logo, logo_dark, icon, login_picture, theme, primary_color, secondary_color, ...fields } = form;
  const isPreset = theme !== "custom";
  return {
    ...fields,
    theme: theme || null,
    primary_color: isPreset ? null : primary_color || null,
    secondary_color: isPreset ? null : secondary_color || null,
    welcome_text: fields.welcome_text || null,
    ...toRemovals({ logo, logo_dark, icon, login_picture }),
  };
}
