import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { execute } from "../../app/graphql.ts";
import { forEditing, Loaded } from "../../app/Loaded.tsx";
import { useIdInPath } from "../../app/useIdInPath.ts";
import { useRecordForm } from "../../app/useRecordForm.ts";
import type { GroupFieldsQuery } from "../../gen/graphql.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { GroupForm } from "./GroupForm.tsx";
import { GroupFields, UpdateGroup } from "./groups.documents.ts";

/** Renders `/groups/{id}/edit`: changes a group. */
export function EditGroupScreen() {
  const { t } = useLingui();
  const groupId = Number(useIdInPath());
  const group = useQuery({
    queryKey: ["groupFields", groupId],
    queryFn: async () => (await execute(GroupFields, { id: groupId })).group,
    ...forEditing,
  });
  return (
    <>
      <BackLink to={`/groups/${groupId}`}>{t`Back to the group`}</BackLink>
      <PageHeader title={t`Edit Group`} />
      <Loaded query={group} shape="form" failure={t`Failed to load group data. Please try again.`}>
        {(loaded) => <EditForm group={loaded} />}
      </Loaded>
    </>
  );
}

function EditForm({ group: { id, name, description } }: { group: GroupFieldsQuery["group"] }) {
  const { t } = useLingui();
  const form = useRecordForm({
    values: { name, description: description ?? "" },
    save: async (input) => (await execute(UpdateGroup, { id, input })).updateGroup,
    action: "update",
    next: () => ({ to: "/groups/$id", params: { id } }),
    failure: t`An error occurred while updating the group.`,
  });
  return (
    <GroupForm
      form={form}
      action={form.saving ? t`Saving...` : t`Save Changes`}
      cancel={
        <ButtonLink kind="quiet" to="/groups/$id" params={{ id }} ignoreBlocker>
          {t`Cancel`}
        </ButtonLink>
      }
    />
  );
}
