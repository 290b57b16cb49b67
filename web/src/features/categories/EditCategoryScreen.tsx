import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useIdInPath } from "../../router/index.ts";
import { ApiError, messageOf } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useSaveForm } from "../../app/saveForm.ts";
import type { CategoryFieldsQuery } from "../../gen/graphql.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { toast } from "../../ui/toast.ts";
import { CategoryFields, UpdateCategory } from "./categories.documents.ts";
import { CategoryForm, type CategoryFormFields, inputOf } from "./CategoryForm.tsx";

/** `/categories/{id}/edit` */
export function EditCategoryScreen() {
  const { t } = useLingui();
  const id = useIdInPath();
  const categoryId = Number(id);
  const { data, error, refetch } = useQuery({
    queryKey: ["categoryFields", categoryId],
    queryFn: async () => (await execute(CategoryFields, { id: categoryId })).category,
    // What is being typed must not be read over.
    staleTime: Infinity,
    gcTime: 0,
  });
  const isMissing = error instanceof ApiError && error.code === "NOT_FOUND";
  return (
    <>
      <BackLink to="/categories">{t`Back to categories`}</BackLink>
      <PageHeader title={t`Edit Category`} />
      {data ? (
        <Loaded category={data} />
      ) : error ? (
        <ErrorState
          title={isMissing ? t`Category not found.` : t`An error occurred while fetching category data.`}
          detail={isMissing ? undefined : messageOf(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton className="h-120 max-w-2xl" />
      )}
    </>
  );
}

function Loaded({ category }: { category: CategoryFieldsQuery["category"] }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { id } = category;
  const form = useSaveForm({
    values: {
      name: category.name,
      image: { file: null, isRemoved: false },
      parent_id: category.parent_id ? String(category.parent_id) : "",
      branch_ids: category.branches.map((branch) => branch.id),
      group_ids: category.groups.map((group) => group.id),
    } as CategoryFormFields,
    save: async (fields) =>
      (await execute(UpdateCategory, { id, ...inputOf(fields), remove_image: fields.image.isRemoved })).updateCategory,
    onSaved: async ({ name }) => {
      toast({ kind: "success", text: t`${name} was saved.` });
      await client.invalidateQueries();
      await navigate({ to: "/categories" });
    },
    failure: t`An error occurred while updating the category.`,
  });
  return (
    <CategoryForm
      form={form}
      id={id}
      imageUrl={category.image}
      action={form.saving ? t`Updating...` : t`Update Category`}
    />
  );
}
