import { useLingui } from "@lingui/react/macro";
import { boot } from "../../app/boot.ts";
import { toUploads, unchangedPictures } from "../../app/brand/BrandPictureFields.tsx";
import { execute } from "../../app/graphql.ts";
import { useRecordForm } from "../../app/useRecordForm.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { BranchForm, type BranchFormFields, toInput } from "./BranchForm.tsx";
import { CreateBranch } from "./branches.documents.ts";

/** Renders `/branches/create`: creates a branch. */
export function CreateBranchScreen() {
  const { t } = useLingui();
  const form = useRecordForm({
    values: {
      name: "",
      url: "",
      theme: "",
      primary_color: "",
      secondary_color: "",
      ...unchangedPictures,
      welcome_text: "",
      language: boot().instance?.language ?? "en",
      is_default: false,
    } as BranchFormFields,
    save: async (fields) =>
      (await execute(CreateBranch, { input: toInput(fields), ...toUploads(fields) })).createBranch,
    action: "create",
    next: ({ id }) => ({ to: "/branches/$id", params: { id } }),
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
