import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useIdInPath } from "../../app/useIdInPath.ts";
import { PasswordOfUser } from "../../app/accounts/PasswordLink.tsx";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useSaveForm } from "../../app/saveForm.ts";
import { useViewer } from "../../app/session.ts";
import { toFieldInputs, toFormValues } from "../../app/userFields/fieldForm.ts";
import type { UserFieldsQuery } from "../../gen/graphql.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { Card } from "../../ui/Card.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { toast } from "../../ui/toast.ts";
import { UserForm, type UserFormFields } from "./UserForm.tsx";
import { UpdateUser, UserFields } from "./users.documents.ts";
import { formatName } from "./usersTable.tsx";

/** Renders `/edituser/{id}`: changes one user. */
export function EditUserScreen() {
  const { t } = useLingui();
  const id = useIdInPath();
  const userId = Number(id);
  const { data, error, refetch } = useQuery({
    queryKey: ["userFields", userId],
    queryFn: async () => (await execute(UserFields, { id: userId })).user,
    // A form must not start with values that were changed meanwhile.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <BackLink to="/users">{t`Back to users`}</BackLink>
      <PageHeader title={t`Edit User`} />
      {data ? data.may_edit ? <Loaded user={data} /> : refusal() : error ? failure(error) : <FormSkeleton />}
    </>
  );

  function refusal() {
    return (
      <ErrorState
        title={t`You cannot change this user.`}
        detail={t`They have access to parts of this site that you do not manage.`}
      />
    );
  }

  function failure(reason: Error) {
    return (
      <ErrorState title={t`Failed to fetch user data.`} detail={getMessage(reason)} onRetry={() => void refetch()} />
    );
  }
}

function Loaded({ user }: { user: UserFieldsQuery["user"] }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const mayPlace = useViewer().can("instance.manage");
  const { id, deactivate_at, is_invited: _, may_edit: __, may_send_password_link, fields: own, ...fields } = user;
  const ownFields = own.map(({ field }) => field);
  const form = useSaveForm({
    values: {
      ...fields,
      ...toFormValues(own),
      password: "",
      skip_email: false,
      deactivate_at: deactivate_at ?? "",
    } as UserFormFields,
    save: async (input) =>
      (
        await execute(UpdateUser, {
          id,
          input: {
            first_name: input.first_name,
            last_name: input.last_name,
            role: input.role,
            is_active: input.is_active,
            ...(mayPlace && { is_primary: input.is_primary }),
            deactivate_at: input.deactivate_at || null,
            fields: toFieldInputs(ownFields, input),
          },
        })
      ).updateUser,
    onSaved: async (saved) => {
      const name = formatName(saved);
      toast({ kind: "success", text: t`${name} was saved.` });
      await client.invalidateQueries();
      await navigate({ to: "/users" });
    },
  });
  return (
    <UserForm
      form={form}
      isEdit
      passwordLink={may_send_password_link && <PasswordOfUser user={user} />}
      mayPlace={mayPlace}
      currentRole={user.role}
      fields={ownFields}
      action={form.saving ? t`Updating...` : t`Update User`}
    />
  );
}

function FormSkeleton() {
  return (
    <Card className="max-w-2xl">
      <div className="grid gap-6">
        {[1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} className="h-11 w-full" />
        ))}
      </div>
    </Card>
  );
}
