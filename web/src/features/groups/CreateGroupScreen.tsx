import { useLingui } from "@lingui/react/macro";
import { execute } from "../../app/graphql.ts";
import { useRecordForm } from "../../app/useRecordForm.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { GroupForm } from "./GroupForm.tsx";
import { CreateGroup } from "./groups.documents.ts";

/** Renders `/groups/create`: creates a group. */
export function CreateGroupScreen() {
  const { t } = useLingui();
  const form = useRecordForm({
    values: { name: "", description: "" },
    save: async (input) => (await execute(CreateGroup, { input })).createGroup,
    action: "create",
    next: () => ({ to: "/groups" }),
    failure: t`An error occurred while creating the group.`,
  });
  return (
    <>
      <BackLink to="/groups">{t`Back to groups`}</BackLink>
      <PageHeader title={t`Create A New Group`} />
      <GroupForm form={form} action={form.saving ? t`Creating...` : t`Create Group`} />
    </>
  );
}
