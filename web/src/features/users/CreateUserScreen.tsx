import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { execute } from "../../app/graphql.ts";
import { useSaveForm } from "../../app/saveForm.ts";
import { branchUrl } from "../../app/scope.ts";
import { useViewer } from "../../app/session.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { toast } from "../../ui/toast.ts";
import { UserForm, type UserFormFields } from "./UserForm.tsx";
import { CreateUser } from "./users.documents.ts";
import { formatName } from "./usersTable.tsx";

/** Renders `/adduser`: creates or invites one user. */
export function CreateUserScreen() {
  const { t } = useLingui();
  const viewer = useViewer();
  const navigate = useNavigate();
  const client = useQueryClient();
  const mayPlace = viewer.can("user.place");
  const [onlyRole, ...others] = viewer.gives_roles;
  const form = useSaveForm({
    values: {
      first_name: "",
      last_name: "",
      email: "",
      password: "",
      role: (others.length === 0 && onlyRole) || "",
      is_primary: branchUrl() === null,
      is_active: true,
      skip_email: false,
      deactivate_at: "",
    } as UserFormFields,
    save: async ({ is_primary, deactivate_at, ...fields }) =>
      (
        await execute(CreateUser, {
          // The server decides for users who may not choose.
          input: { ...fields, ...(mayPlace && { is_primary }), deactivate_at: deactivate_at || null },
        })
      ).createUser,
    onSaved: async (user) => {
      const name = formatName(user);
      toast({ kind: "success", text: t`${name} was created.` });
      await client.invalidateQueries();
      await navigate({ to: "/users" });
    },
  });

  return (
    <>
      <BackLink to="/users">{t`Back to users`}</BackLink>
      <PageHeader title={t`Create New User`} />
      <UserForm form={form} mayPlace={mayPlace} action={form.saving ? t`Creating...` : t`Create User`} />
    </>
  );
}
