import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { execute } from "../../app/graphql.ts";
import { useSaveForm } from "../../app/saveForm.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { toast } from "../../ui/toast.ts";
import { InstanceUserForm, type InstanceUserFields } from "./InstanceUserForm.tsx";
import { CreateInstanceUser } from "./people.documents.ts";

/** Renders `/admin/instance/{id}/users/create`: creates a user of an instance. */
export function CreateInstanceUserScreen() {
  const { t } = useLingui();
  const { id } = useParams({ from: "/signed-in/shell/back-office/admin/instance/$id/users/create" });
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useSaveForm({
    values: {
      first_name: "",
      last_name: "",
      email: "",
      password: "",
      role: "",
      deactivate_at: "",
      is_active: true,
      primary_access: true,
      is_owner: false,
      skip_email: false,
    } as InstanceUserFields,
    failure: t`An unexpected error occurred.`,
    save: async ({ password, deactivate_at: _, ...fields }) =>
      (await execute(CreateInstanceUser, { instance_id: id, ...fields, password: password || null }))
        .createInstanceUser,
    onSaved: async ({ first_name, last_name }) => {
      const name = `${first_name} ${last_name}`;
      toast({ kind: "success", text: t`${name} was created.` });
      await client.invalidateQueries();
      await navigate({ to: "/admin/instance/$id", params: { id } });
    },
  });
  return (
    <>
      <BackLink to={`/admin/instance/${id}`}>{t`Back to the instance`}</BackLink>
      <PageHeader title={t`Create User`} />
      <InstanceUserForm form={form} action={form.saving ? t`Creating...` : t`Create User`} />
    </>
  );
}
