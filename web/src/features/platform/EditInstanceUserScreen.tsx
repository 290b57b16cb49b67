import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { PasswordOfUser } from "../../app/accounts/PasswordLink.tsx";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useSaveForm } from "../../app/saveForm.ts";
import type { InstanceUserQuery } from "../../gen/graphql.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { toast } from "../../ui/toast.ts";
import { FormSkeleton } from "./FormSkeleton.tsx";
import { InstanceUserForm, type InstanceUserFields } from "./InstanceUserForm.tsx";
import { InstanceUser, SaveInstanceUser } from "./people.documents.ts";

/** Renders `/admin/instance/{id}/user/{user}/edit`: the ordinary fields and the three flags, saved in one operation. */
export function EditInstanceUserScreen() {
  const { t } = useLingui();
  const { id, user } = useParams({ from: "/signed-in/shell/back-office/admin/instance/$id/user/$user/edit" });
  const { data, error, refetch } = useQuery({
    queryKey: ["instanceUser", user],
    queryFn: async () => (await execute(InstanceUser, { id: user })).user,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <BackLink to={`/admin/instance/${id}`}>{t`Back to the instance`}</BackLink>
      <PageHeader title={t`Edit User`} />
      {data ? (
        <Loaded instanceId={id} user={data} />
      ) : error ? (
        <ErrorState title={t`Failed to fetch user data.`} detail={getMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <FormSkeleton />
      )}
    </>
  );
}

function Loaded({ instanceId, user }: { instanceId: number; user: InstanceUserQuery["user"] }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { id, is_primary, deactivate_at, is_invited: _, may_send_password_link, ...fields } = user;
  const form = useSaveForm({
    values: {
      ...fields,
      password: "",
      deactivate_at: deactivate_at ?? "",
      primary_access: is_primary,
    } as InstanceUserFields,
    failure: t`Failed to update user.`,
    save: async ({ first_name, last_name, role, skip_email, primary_access, is_active, is_owner, ...rest }) =>
      (
        await execute(SaveInstanceUser, {
          user_id: id,
          instance_id: instanceId,
          primary_access,
          is_active,
          is_owner,
          input: { first_name, last_name, role, skip_email, deactivate_at: rest.deactivate_at || null },
        })
      ).updateUser,
    onSaved: async ({ first_name, last_name }) => {
      const name = `${first_name} ${last_name}`;
      toast({ kind: "success", text: t`${name} was saved.` });
      await client.invalidateQueries();
      await navigate({ to: "/admin/instance/$id", params: { id: instanceId } });
    },
  });
  return (
    <InstanceUserForm
      form={form}
      isEdit
      passwordLink={may_send_password_link && <PasswordOfUser user={user} />}
      action={form.saving ? t`Saving...` : t`Save Changes`}
    />
  );
}
