import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useIdInPath } from "../../router/index.ts";
import { messageOf } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useSaveForm } from "../../app/saveForm.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { GroupForm } from "./GroupForm.tsx";
import { GroupFields, UpdateGroup } from "./groups.documents.ts";

/** `/groups/{id}/edit` */
export function EditGroupScreen() {
  const { t } = useLingui();
  const id = useIdInPath();
  const groupId = Number(id);
  const { data, error, refetch } = useQuery({
    queryKey: ["groupFields", groupId],
    queryFn: async () => (await execute(GroupFields, { id: groupId })).group,
    // What is being typed must not be read over.
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <>
      <PageHeader title={t`Edit Group`} />
      {data ? (
        <Loaded group={data} />
      ) : error ? (
        <ErrorState
          title={t`Failed to load group data. Please try again.`}
          detail={messageOf(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton className="h-80 max-w-2xl" />
      )}
    </>
  );
}

type Group = { id: number; name: string; description?: string | null };

function Loaded({ group: { id, name, description } }: { group: Group }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useSaveForm({
    values: { name, description: description ?? "" },
    save: (input) => execute(UpdateGroup, { id, input }),
    onSaved: async () => {
      await client.invalidateQueries();
      await navigate({ to: "/groups/$id", params: { id } });
    },
    failure: t`An error occurred while updating the group.`,
  });
  return (
    <GroupForm
      form={form}
      action={form.saving ? t`Saving...` : t`Save Changes`}
      cancel={
        <ButtonLink kind="quiet" to="/groups/$id" params={{ id }}>
          {t`Cancel`}
        </ButtonLink>
      }
    />
  );
}
