import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "../../router/index.ts";
import { execute } from "../../app/graphql.ts";
import { useSaveForm } from "../../app/saveForm.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { toast } from "../../ui/toast.ts";
import { AddCategory } from "./categories.documents.ts";
import { CategoryForm, type CategoryFormFields, inputOf } from "./CategoryForm.tsx";

/** `/categories/create` */
export function CreateCategoryScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useSaveForm({
    values: {
      name: "",
      image: { file: null, isRemoved: false },
      parent_id: "",
      branch_ids: [],
      group_ids: [],
    } as CategoryFormFields,
    save: async (fields) => (await execute(AddCategory, inputOf(fields))).createCategory,
    onSaved: async ({ name }) => {
      toast({ kind: "success", text: t`${name} was created.` });
      await client.invalidateQueries();
      await navigate({ to: "/categories" });
    },
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
