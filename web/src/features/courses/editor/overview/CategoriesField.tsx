import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { execute } from "../../../../app/graphql.ts";
import { useViewer } from "../../../../app/session.ts";
import { MultiSelect } from "../../../../ui/MultiSelect.tsx";
import { CategoryChoices } from "../editor.documents.ts";
import { useEditor } from "../editorContext.ts";
import { AddCategoryDialog } from "./AddCategoryDialog.tsx";
import { listFullNames } from "./categoryNames.ts";
import { LoadProblem } from "./LoadProblem.tsx";
import { withUnavailable } from "./unavailableChoices.ts";

/** Edits the categories of the course; a missing one can be added. */
export function CategoriesField({ className }: { className?: string }) {
  const { t } = useLingui();
  const { state, dispatch } = useEditor();
  const { can } = useViewer();
  const [newName, setNewName] = useState<string | null>(null);
  const categories = useQuery({
    queryKey: ["categoryChoices"],
    queryFn: async () => (await execute(CategoryChoices)).categories,
  });
  const choose = (ids: number[]) => dispatch({ do: "changeOverview", change: { categories: ids } });
  const options = listFullNames(categories.data ?? []);

  return (
    <div className={className}>
      <MultiSelect
        label={t`Categories`}
        placeholder={t`Search categories`}
        options={categories.data ? withUnavailable(options, state.course.categories, t`Unavailable category`) : []}
        value={state.course.categories}
        onChange={choose}
        {...(can("category.create") && { onCreate: setNewName })}
        disabled={!categories.data}
      />
      <LoadProblem query={categories} what={t`The categories could not be loaded.`} />
      {newName !== null && (
        <AddCategoryDialog
          name={newName}
          parents={options}
          onClose={() => setNewName(null)}
          onAdded={(id) => choose([...state.course.categories, id])}
        />
      )}
    </div>
  );
}
