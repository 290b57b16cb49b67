import { useLingui } from "@lingui/react/macro";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { FormCard } from "../../ui/FormCard.tsx";
import type { Settings } from "./settings.documents.ts";
import { useSettingsForm } from "./useSettingsForm.ts";

/** Renders which courses of the catalogue users start on their own. */
export function CatalogueSettings({ settings: { version, catalogue } }: { settings: Settings }) {
  const { t } = useLingui();
  const form = useSettingsForm({ ...catalogue }, (fields) => ({ version, catalogue: fields }));
  return (
    <FormCard form={form} action={form.saving ? t`Saving...` : t`Save settings`}>
      <Checkbox
        label={t`Courses with a price have to be assigned`}
        hint={t`Users see these courses in the catalogue but cannot start them on their own.`}
        {...form.register("priced_courses_need_assignment")}
      />
    </FormCard>
  );
}
