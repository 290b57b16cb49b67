import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { execute } from "../../app/graphql.ts";
import { forEditing, Loaded } from "../../app/Loaded.tsx";
import { useSaveForm } from "../../app/saveForm.ts";
import { branchUrl } from "../../app/scope.ts";
import { useViewer } from "../../app/session.ts";
import { toEmptyValues, toFieldInputs } from "../../app/userFields/fieldForm.ts";
import { LicenceNotice } from "../../app/usage/UsageNotice.tsx";
import { type UserField, UserFieldsOfInstance } from "../../app/userFields/userFields.documents.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { toast } from "../../ui/toast.ts";
import { UserForm, type UserFormFields } from "./UserForm.tsx";
import { CreateUser } from "./users.documents.ts";
import { formatName } from "./usersTable.tsx";

/** Renders `/adduser`: creates or invites one user. */
export function CreateUserScreen() {
  const { t } = useLingui();
  const fields = useQuery({
    queryKey: ["userFields"],
    queryFn: async () => (await execute(UserFieldsOfInstance)).userFields,
    ...forEditing,
  });
  return (
    <>
      <BackLink to="/users">{t`Back to users`}</BackLink>
      <PageHeader title={t`Create New User`} />
      <LicenceNotice />
      <Loaded query={fields} shape="form" failure={t`The form could not be loaded.`}>
        {(loaded) => <NewUser ownFields={loaded} />}
      </Loaded>
    </>
  );
}

function NewUser({ ownFields }: { ownFields: UserField[] }) {
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
      ...toEmptyValues(ownFields),
    } as UserFormFields,
    save: async (input) =>
      (
        await execute(CreateUser, {
          input: {
            first_name: input.first_name,
            last_name: input.last_name,
            email: input.email,
            password: input.password,
            role: input.role,
            is_active: input.is_active,
            skip_email: input.skip_email,
            // The server decides for users who may not choose.
            ...(mayPlace && { is_primary: input.is_primary }),
            deactivate_at: input.deactivate_at || null,
            fields: toFieldInputs(ownFields, input),
          },
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
    <UserForm
      form={form}
      mayPlace={mayPlace}
      fields={ownFields}
      action={form.saving ? t`Creating...` : t`Create User`}
    />
  );
}
