import { useLingui } from "@lingui/react/macro";
import { execute } from "../../app/graphql.ts";
import { useRecordForm } from "../../app/useRecordForm.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { AddCategory } from "./categories.documents.ts";
import { CategoryForm, type CategoryFormFields, toInput } from "./CategoryForm.tsx";

/** Renders `/categories/create` */
export function CreateCategoryScreen() {
  const { t } = useLingui();
  const form = useRecordForm({
    values: {
      name: "",
      image: { file: null, isRemoved: false },
      parent_id: "",
      branch_ids: [],
      group_ids: [],
    } as CategoryFormFields,
    save: async (fields) => (await execute(AddCategory, toInput(fields))).createCategory,
    action: "create",
    next: () => ({ to: "/categories" }),
    failure: t`An error occurred while creating the category.`,
  });
  return (
    <>
      <BackLink to="/categories">{t`Back to categories`}</BackLink>
      <PageHeader title={t`Create A New Category`} />
      <CategoryForm form={form} action={form.saving ? t`Creating...` : t`Create Category`} />
    </>
  );
}
