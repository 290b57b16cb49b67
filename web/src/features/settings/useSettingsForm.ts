import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { FieldValues } from "react-hook-form";
import { boot, setBoot } from "../../app/boot.ts";
import { execute } from "../../app/graphql.ts";
import { useSaveForm } from "../../app/saveForm.ts";
import { applyTheme } from "../../app/theme.ts";
import type { UpdateInstanceSettingsMutationVariables } from "../../gen/graphql.ts";
import { toast } from "../../ui/toast.ts";
import { UpdateInstanceSettings } from "./settings.documents.ts";

/** Creates the form of a section of the settings. What is saved applies to this page at once. */
export function useSettingsForm<Fields extends FieldValues>(
  values: Fields,
  toVariables: (fields: Fields) => UpdateInstanceSettingsMutationVariables,
) {
  const { t } = useLingui();
  const client = useQueryClient();
  return useSaveForm<Fields, Awaited<ReturnType<typeof save>>>({
    values,
    save: (fields) => save(toVariables(fields)),
    onSaved: async ({ general, brand, support, privacy }) => {
      const { instance } = boot();
      // For the operator, whose own site is another one, nothing is kept.
      const privacy_contact = { name: privacy.contact_name, email: privacy.contact_email };
      if (instance) setBoot({ instance: { ...instance, ...general, ...brand, support, privacy_contact } });
      applyTheme();
      toast({ kind: "success", text: t`The settings were saved.` });
      await client.invalidateQueries();
    },
    failure: t`The settings could not be saved.`,
  });
}

const save = async (variables: UpdateInstanceSettingsMutationVariables) =>
  (await execute(UpdateInstanceSettings, variables)).updateInstanceSettings;
