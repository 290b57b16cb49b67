import { useLingui } from "@lingui/react/macro";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { FormCard } from "../../ui/FormCard.tsx";
import { Select } from "../../ui/Select.tsx";
import type { Settings } from "./settings.documents.ts";
import { useSettingsForm } from "./useSettingsForm.ts";

/** Renders who sees the catalogue, in which order it opens, and which of its courses users start on their own. */
export function CatalogueSettings({ settings: { version, catalogue } }: { settings: Settings }) {
  const { t } = useLingui();
  const form = useSettingsForm({ ...catalogue }, (fields) => ({ version, catalogue: fields }));
  return (
    <FormCard form={form} action={form.saving ? t`Saving...` : t`Save settings`}>
      <Select
        label={t`Who sees the catalogue`}
        hint={t`Others find no catalogue, and cannot start courses and learning paths that were not assigned to them.`}
        error={form.error("catalogue_audience")}
        options={[
          { value: "everybody", label: t`Everybody` },
          { value: "main_site", label: t`People with access to the main site` },
          { value: "nobody", label: t`Nobody` },
        ]}
        {...form.register("catalogue_audience")}
      />
      <Select
        label={t`Order of the courses`}
        hint={t`Users can choose the other order while they browse.`}
        error={form.error("catalogue_sort")}
        options={[
          { value: "newest", label: t`Newest first` },
          { value: "title", label: t`By title` },
        ]}
        {...form.register("catalogue_sort")}
      />
      <Checkbox
        label={t`Courses with a price have to be assigned`}
        hint={t`Users see these courses in the catalogue but cannot start them on their own.`}
        {...form.register("priced_courses_need_assignment")}
      />
    </FormCard>
  );
}
