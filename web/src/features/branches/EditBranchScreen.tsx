import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useIdInPath } from "../../app/useIdInPath.ts";
import { toUploads, unchangedPictures } from "../../app/brand/BrandPictureFields.tsx";
import { execute } from "../../app/graphql.ts";
import { forEditing, Loaded } from "../../app/Loaded.tsx";
import { useRecordForm } from "../../app/useRecordForm.ts";
import type { BranchFieldsQuery } from "../../gen/graphql.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { BranchForm, type BranchFormFields, toInput } from "./BranchForm.tsx";
import { BranchFields, UpdateBranch } from "./branches.documents.ts";

/** Renders `/branches/{id}/edit`: changes a branch. */
export function EditBranchScreen() {
  const { t } = useLingui();
  const branchId = Number(useIdInPath());
  const branch = useQuery({
    queryKey: ["branchFields", branchId],
    queryFn: async () => (await execute(BranchFields, { id: branchId })).branch,
    ...forEditing,
  });
  return (
    <>
      <BackLink to={`/branches/${branchId}`}>{t`Back to the branch`}</BackLink>
      <PageHeader title={t`Edit Branch`} />
      <Loaded query={branch} shape="form" failure={t`Unable to fetch branch details.`}>
        {(loaded) => <EditForm branch={loaded} />}
      </Loaded>
    </>
  );
}

function EditForm({ branch }: { branch: NonNullable<BranchFieldsQuery["branch"]> }) {
  const { t } = useLingui();
  const { id } = branch;
  const form = useRecordForm({
    values: {
      name: branch.name,
      url: branch.url ?? "",
      // Colours from before named themes are custom.
      theme: branch.theme ?? (branch.primary_color ? "custom" : ""),
      primary_color: branch.primary_color ?? "",
      secondary_color: branch.secondary_color ?? "",
      ...unchangedPictures,
      welcome_text: branch.welcome_text ?? "",
      language: branch.language,
      is_default: branch.is_default,
    } as BranchFormFields,
    save: async (fields) =>
      (await execute(UpdateBranch, { id, input: toInput(fields), ...toUploads(fields) })).updateBranch,
    action: "update",
    next: () => ({ to: "/branches/$id", params: { id } }),
    failure: t`An error occurred while updating the branch.`,
  });
  return <BranchForm form={form} pictures={branch} action={form.saving ? t`Updating...` : t`Update Branch`} />;
}
