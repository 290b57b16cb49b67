import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { execute } from "../../app/graphql.ts";
import { useSaveForm } from "../../app/saveForm.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { toast } from "../../ui/toast.ts";
import { InstanceForm, type InstanceFormFields, instanceInput } from "./InstanceForm.tsx";
import { CreateLmsInstance } from "./platform.documents.ts";

/** Renders `/instances/create`: creates an instance. */
export function CreateInstanceScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useSaveForm({
    values: {
      name: "",
      domain: "",
      license_count: "",
      branch_limit: "",
      storage_limit_gb: "",
      theme: "",
      primary_color: "",
      secondary_color: "",
      api_access: false,
      branding_enabled: false,
      is_active: true,
      trial_ends_at: "",
    } as InstanceFormFields,
    failure: t`An error occurred while creating the instance.`,
    save: async (fields) => (await execute(CreateLmsInstance, instanceInput(fields))).createLmsInstance,
    onSaved: async ({ id, name }) => {
      toast({ kind: "success", text: t`${name} was created.` });
      await client.invalidateQueries();
      await navigate({ to: "/admin/instance/$id", params: { id } });
    },
  });
  return (
    <>
      <BackLink to="/admin/instances">{t`Back to instances`}</BackLink>
      <PageHeader title={t`Create Instance`} />
      <InstanceForm form={form} action={form.saving ? t`Creating...` : t`Create Instance`} />
    </>
  );
}
