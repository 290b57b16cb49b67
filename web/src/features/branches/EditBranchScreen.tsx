import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useIdInPath } from "../../router/index.ts";
import { messageOf } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useSaveForm } from "../../app/saveForm.ts";
import type { BranchFieldsQuery } from "../../gen/graphql.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { toast } from "../../ui/toast.ts";
import { BranchForm, type BranchFormFields, inputOf } from "./BranchForm.tsx";
import { BranchFields, UpdateBranch } from "./branches.documents.ts";

/** `/branches/{id}/edit` */
export function EditBranchScreen() {
  const { t } = useLingui();
  const id = useIdInPath();
  const branchId = Number(id);
  const { data, error, refetch } = useQuery({
    queryKey: ["branchFields", branchId],
    queryFn: async () => (await execute(BranchFields, { id: branchId })).branch,
    // What is being typed must not be read over.
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <>
      <BackLink to={`/branches/${branchId}`}>{t`Back to the branch`}</BackLink>
      <PageHeader title={t`Edit Branch`} />
      {data ? (
        <Loaded branch={data} />
      ) : error ? (
        <ErrorState
          title={t`Unable to fetch branch details.`}
          detail={messageOf(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton className="h-120 max-w-2xl" />
      )}
    </>
  );
}

function Loaded({ branch }: { branch: NonNullable<BranchFieldsQuery["branch"]> }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { id } = branch;
  const form = useSaveForm({
    values: {
      name: branch.name,
      url: branch.url ?? "",
      // Colours that were there before themes had names are one's own.
      theme: branch.theme ?? (branch.primary_color ? "custom" : ""),
      primary_color: branch.primary_color ?? "",
      secondary_color: branch.secondary_color ?? "",
      logo: { file: null, isRemoved: false },
      language: branch.language,
      is_default: branch.is_default,
    } as BranchFormFields,
    save: async (fields) =>
      (await execute(UpdateBranch, { id, input: inputOf(fields), logo: fields.logo.file })).updateBranch,
    onSaved: async ({ name }) => {
      toast({ kind: "success", text: t`${name} was saved.` });
      await client.invalidateQueries();
      await navigate({ to: "/branches/$id", params: { id } });
    },
    failure: t`An error occurred while updating the branch.`,
  });
  return <BranchForm form={form} logoUrl={branch.logo_url} action={form.saving ? t`Updating...` : t`Update Branch`} />;
}
