import { useLingui } from "@lingui/react/macro";
import {
  BrandPictureFields,
  type BrandPictures,
  toRemovals,
  toUploads,
  unchangedPictures,
} from "../../app/brand/BrandPictureFields.tsx";
import { useThemes } from "../../app/themes.ts";
import { Card } from "../../ui/Card.tsx";
import { FormCard } from "../../ui/FormCard.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { ThemeField } from "../../ui/ThemeField.tsx";
import { useImageAddress } from "../../ui/useImageAddress.ts";
import { BrandPreview } from "./BrandPreview.tsx";
import type { Settings } from "./settings.documents.ts";
import { useSettingsForm } from "./useSettingsForm.ts";

type Fields = BrandPictures & {
  theme: string;
  primary_color: string;
  secondary_color: string;
  welcome_text: string;
};

/** Renders the colours, the pictures and the welcome text of the instance, with a preview of what is not saved yet. */
export function BrandSettings({ settings: { version, general, brand } }: { settings: Settings }) {
  const { t } = useLingui();
  const themes = useThemes();
  const form = useSettingsForm<Fields>(
    {
      // Colours from before named themes are custom.
      theme: brand.theme ?? (brand.primary_color ? "custom" : ""),
      primary_color: brand.primary_color ?? "",
      secondary_color: brand.secondary_color ?? "",
      ...unchangedPictures,
      welcome_text: brand.welcome_text ?? "",
    },
    ({ theme, primary_color, secondary_color, welcome_text, ...pictures }) => ({
      version,
      brand: {
        theme: theme || null,
        primary_color: theme === "custom" ? primary_color || null : null,
        secondary_color: theme === "custom" ? secondary_color || null : null,
        ...toRemovals(pictures),
        welcome_text: welcome_text || null,
      },
      ...toUploads(pictures),
    }),
  );
  const { register, error, watch, setValue } = form;
  const { theme, primary_color, secondary_color, ...pictures } = watch();
  const logo = useImageAddress(pictures.logo, brand.logo_url);
  const logoDark = useImageAddress(pictures.logo_dark, brand.logo_dark_url);
  if (!brand.is_enabled)
    return (
      <Card className="max-w-2xl">
        <p className="text-muted">{t`Your subscription does not include a brand of your own.`}</p>
      </Card>
    );
  const preset = themes.find(({ value }) => value === theme);
  const own = theme === "custom" ? { primary: primary_color, secondary: secondary_color } : null;
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,42rem)_minmax(0,1fr)]">
      <FormCard form={form} action={form.saving ? t`Saving...` : t`Save settings`}>
        <ThemeField
          options={themes}
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
        <BrandPictureFields values={pictures} current={brand} onChange={setValue} error={error} />
        <TextArea
          label={t`Welcome text`}
          hint={t`Shown on the login page.`}
          rows={2}
          maxLength={500}
          error={error("welcome_text")}
          {...register("welcome_text")}
        />
      </FormCard>
      <BrandPreview
        name={general.name}
        address={general.address}
        primary={(preset ?? own)?.primary || null}
        secondary={(preset ?? own)?.secondary || null}
        logos={{ light: logo, dark: logoDark ?? logo }}
      />
    </div>
  );
}
