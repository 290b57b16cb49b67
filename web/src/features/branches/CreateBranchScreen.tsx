import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "../../router/index.ts";
import { boot } from "../../app/boot.ts";
import { execute } from "../../app/graphql.ts";
import { useSaveForm } from "../../app/saveForm.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { toast } from "../../ui/toast.ts";
import { BranchForm, type BranchFormFields, inputOf } from "./BranchForm.tsx";
import { CreateBranch } from "./branches.documents.ts";

/** `/branches/create` */
export function CreateBranchScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useSaveForm({
    values: {
      name: "",
      url: "",
      theme: "",
      primary_color: "",
      secondary_color: "",
      logo: { file: null, isRemoved: false },
      language: boot().instance?.language ?? "en",
      is_default: false,
    } as BranchFormFields,
    save: async (fields) =>
      (await execute(CreateBranch, { input: inputOf(fields), logo: fields.logo.file })).createBranch,
    onSaved: async ({ id, name }) => {
      toast({ kind: "success", text: t`${name} was created.` });
      await client.invalidateQueries();
      await navigate({ to: "/branches/$id", params: { id } });
    },
    failure: t`An error occurred while creating the branch.`,
  });
  return (
    <>
      <BackLink to="/branches">{t`Back to branches`}</BackLink>
      <PageHeader title={t`Create A New Branch`} />
      <BranchForm form={form} action={form.saving ? t`Creating...` : t`Create Branch`} />
    </>
  );
}
