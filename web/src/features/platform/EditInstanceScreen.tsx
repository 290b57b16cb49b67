import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { Loaded } from "../../app/Loaded.tsx";
import { execute } from "../../app/graphql.ts";
import { useSaveForm } from "../../app/saveForm.ts";
import type { InstanceFieldsQuery } from "../../gen/graphql.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { toast } from "../../ui/toast.ts";
import { InstanceForm, type InstanceFormFields, instanceInput } from "./InstanceForm.tsx";
import { InstanceFields, UpdateLmsInstance } from "./platform.documents.ts";

/** Renders `/admin/instance/{id}/edit`: changes an instance. */
export function EditInstanceScreen() {
  const { t } = useLingui();
  const { id } = useParams({ from: "/signed-in/shell/back-office/admin/instance/$id/edit" });
  const instance = useQuery({
    queryKey: ["instanceFields", id],
    queryFn: async () => (await execute(InstanceFields, { id })).lmsInstance,
    // A form must not start with values that were changed meanwhile.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <BackLink to={`/admin/instance/${id}`}>{t`Back to the instance`}</BackLink>
      <PageHeader title={t`Edit Instance`} />
      <Loaded
        query={instance}
        shape="form"
        missing={t`Instance not found`}
        failure={t`Unable to fetch instance details.`}
      >
        {(loaded) => <EditForm instance={loaded} />}
      </Loaded>
    </>
  );
}

function EditForm({ instance }: { instance: InstanceFieldsQuery["lmsInstance"] }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { id } = instance;
  const form = useSaveForm({
    values: {
      name: instance.name,
      domain: instance.domain,
      license_count: String(instance.license_count ?? ""),
      branch_limit: String(instance.branch_limit ?? ""),
      storage_limit_gb: String(instance.storage_limit_gb ?? ""),
      // Colours without a theme are own colours.
      theme: instance.theme ?? (instance.primary_color ? "custom" : ""),
      primary_color: instance.primary_color ?? "",
      secondary_color: instance.secondary_color ?? "",
      api_access: instance.api_access,
      branding_enabled: instance.branding_enabled,
      is_active: instance.is_active,
      trial_ends_at: instance.trial_ends_at ?? "",
    } as InstanceFormFields,
    failure: t`An error occurred while updating the instance.`,
    save: async (fields) => (await execute(UpdateLmsInstance, { id, ...instanceInput(fields) })).updateLmsInstance,
    onSaved: async ({ name }) => {
      toast({ kind: "success", text: t`${name} was saved.` });
      await client.invalidateQueries();
      await navigate({ to: "/admin/instance/$id", params: { id } });
    },
  });
  return (
    <InstanceForm
      form={form}
      currentDomain={instance.domain}
      action={form.saving ? t`Updating...` : t`Update Instance`}
    />
  );
}
