import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "../../router/index.ts";
import { execute } from "../../app/graphql.ts";
import { useSaveForm } from "../../app/saveForm.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { toast } from "../../ui/toast.ts";
import { GroupForm } from "./GroupForm.tsx";
import { CreateGroup } from "./groups.documents.ts";

/** `/groups/create` */
export function CreateGroupScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useSaveForm({
    values: { name: "", description: "" },
    save: async (input) => (await execute(CreateGroup, { input })).createGroup,
    onSaved: async ({ name }) => {
      toast({ kind: "success", text: t`${name} was created.` });
      await client.invalidateQueries();
      await navigate({ to: "/groups" });
    },
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
