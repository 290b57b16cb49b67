import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useIdInPath } from "../../app/useIdInPath.ts";
import { execute } from "../../app/graphql.ts";
import { forEditing, Loaded } from "../../app/Loaded.tsx";
import { useRecordForm } from "../../app/useRecordForm.ts";
import type { CategoryFieldsQuery } from "../../gen/graphql.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { CategoryFields, UpdateCategory } from "./categories.documents.ts";
import { CategoryForm, type CategoryFormFields, toInput } from "./CategoryForm.tsx";

/** Renders `/categories/{id}/edit` */
export function EditCategoryScreen() {
  const { t } = useLingui();
  const categoryId = Number(useIdInPath());
  const category = useQuery({
    queryKey: ["categoryFields", categoryId],
    queryFn: async () => (await execute(CategoryFields, { id: categoryId })).category,
    ...forEditing,
  });
  return (
    <>
      <BackLink to="/categories">{t`Back to categories`}</BackLink>
      <PageHeader title={t`Edit Category`} />
      <Loaded
        query={category}
        shape="form"
        missing={t`Category not found.`}
        failure={t`An error occurred while fetching category data.`}
      >
        {(loaded) => <EditForm category={loaded} />}
      </Loaded>
    </>
  );
}

function EditForm({ category }: { category: CategoryFieldsQuery["category"] }) {
  const { t } = useLingui();
  const { id } = category;
  const form = useRecordForm({
    values: {
      name: category.name,
      image: { file: null, isRemoved: false },
      parent_id: category.parent_id ? String(category.parent_id) : "",
      branch_ids: category.branches.map((branch) => branch.id),
      group_ids: category.groups.map((group) => group.id),
    } as CategoryFormFields,
    save: async (fields) =>
      (await execute(UpdateCategory, { id, ...toInput(fields), remove_image: fields.image.isRemoved })).updateCategory,
    action: "update",
    next: () => ({ to: "/categories" }),
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
