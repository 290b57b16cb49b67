import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import type { useSaveForm } from "../../app/saveForm.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Field } from "../../ui/Field.tsx";
import { FormCard } from "../../ui/FormCard.tsx";
import { ImageField } from "../../ui/ImageField.tsx";
import type { ImageChoice } from "../../ui/useImageAddress.ts";
import { MultiSelect } from "../../ui/MultiSelect.tsx";
import { Select } from "../../ui/Select.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { ParentChoices, PlaceChoices } from "./categories.documents.ts";
import { parentChoices } from "./parentChoices.ts";

export type CategoryFormFields = {
  name: string;
  image: ImageChoice;
  parent_id: string;
  branch_ids: number[];
  group_ids: number[];
};

type Props = {
  form: ReturnType<typeof useSaveForm<CategoryFormFields, unknown>>;
  action: string;
  /** The edited category, which cannot be its own parent or below its descendants. */
  id?: number;
  imageUrl?: string | null | undefined;
};

/** Shows the fields of a category, for creating and editing. */
export function CategoryForm({ form, action, id, imageUrl }: Props) {
  const { t } = useLingui();
  const { register, error, watch, setValue } = form;
  const [image, branchIds, groupIds, parentId] = watch(["image", "branch_ids", "group_ids", "parent_id"]);
  const parents = useQuery({
    queryKey: ["parentChoices"],
    queryFn: async () => (await execute(ParentChoices)).categories,
    staleTime: 0,
  });
  const places = useQuery({ queryKey: ["placeChoices"], queryFn: () => execute(PlaceChoices), staleTime: 0 });
  const failed = parents.error ?? places.error;
  if (failed)
    return (
      <ErrorState
        title={
          parents.error
            ? t`An error occurred while fetching parent categories.`
            : t`An error occurred while fetching category data.`
        }
        detail={getMessage(failed)}
        onRetry={() => void Promise.all([parents.refetch(), places.refetch()])}
      />
    );
  if (!parents.data || !places.data) return <Skeleton className="h-120 max-w-2xl" />;

  return (
    <FormCard form={form} action={action}>
      <Field
        label={t`Category Name`}
        maxLength={200}
        error={error("name")}
        {...register("name", { required: t`Enter a category name.` })}
      />
      <ImageField
        label={t`Category Image`}
        hint={t`PNG, JPG, GIF or WebP, at most 10 MB.`}
        current={imageUrl}
        value={image}
        onChange={(choice) => setValue("image", choice)}
        error={error("image")}
      />
      <Select
        label={t`Parent Category`}
        error={error("parent_id")}
        value={parentId}
        options={[
          { value: "", label: t`None (Top-Level Category)` },
          ...parentChoices(parents.data, id).map((choice) => ({ value: String(choice.id), label: choice.label })),
        ]}
        onChange={(event) => setValue("parent_id", event.target.value)}
      />
      <MultiSelect
        label={t`Assign to Branches`}
        hint={t`Without a branch and a group, the category is seen everywhere.`}
        options={places.data.branches.map((branch) => ({ id: branch.id, label: branch.name }))}
        value={branchIds}
        onChange={(ids) => setValue("branch_ids", ids)}
        error={error("branch_ids")}
      />
      <MultiSelect
        label={t`Assign to Groups`}
        options={places.data.groups.map((group) => ({ id: group.id, label: group.name }))}
        value={groupIds}
        onChange={(ids) => setValue("group_ids", ids)}
        error={error("group_ids")}
      />
    </FormCard>
  );
}

/** Converts the form to the server's input. */
export const toInput = ({ name, image, parent_id, branch_ids, group_ids }: CategoryFormFields) => ({
  name,
  image: image.file,
  parent_id: parent_id ? Number(parent_id) : null,
  branch_ids,
  group_ids,
});
