import { useLingui } from "@lingui/react/macro";
import { Field } from "../../ui/Field.tsx";
import { FormCard } from "../../ui/FormCard.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import type { Settings } from "./settings.documents.ts";
import { useSettingsForm } from "./useSettingsForm.ts";

/** Renders whom users of the instance ask for help; fields without text are shown nowhere. */
export function SupportSettings({ settings: { version, support } }: { settings: Settings }) {
  const { t } = useLingui();
  const form = useSettingsForm(
    { text: support.text ?? "", email: support.email ?? "", phone: support.phone ?? "", link: support.link ?? "" },
    (fields) => ({ version, support: fields }),
  );
  const { register, error } = form;
  return (
    <FormCard form={form} action={form.saving ? t`Saving...` : t`Save settings`}>
      <p className="text-sm text-muted">{t`Shown on the support page and, to visitors too, on the contact page.`}</p>
      <TextArea label={t`Text`} rows={4} maxLength={2000} error={error("text")} {...register("text")} />
      <Field label={t`Email`} type="email" maxLength={254} error={error("email")} {...register("email")} />
      <Field label={t`Phone`} type="tel" maxLength={40} error={error("phone")} {...register("phone")} />
      <Field
        label={t`Link to a page with help`}
        type="url"
        placeholder="https://"
        maxLength={2000}
        error={error("link")}
        {...register("link")}
      />
    </FormCard>
  );
}
