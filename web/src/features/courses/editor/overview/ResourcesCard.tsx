import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { execute } from "../../../../app/graphql.ts";
import { Card } from "../../../../ui/Card.tsx";
import { UploadBox } from "../../../../ui/UploadBox.tsx";
import { ResourceCategories } from "../editor.documents.ts";
import { useEditor } from "../editorContext.ts";
import { AddResourceCategoryDialog } from "./AddResourceCategoryDialog.tsx";
import { LoadProblem } from "./LoadProblem.tsx";
import { ResourceRow } from "./ResourceRow.tsx";

/** Edits the files of the course; each is uploaded as soon as it is chosen. */
export function ResourcesCard() {
  const { t } = useLingui();
  const { state, dispatch, uploads } = useEditor();
  const { resources } = state.course;
  /** The key of the resource whose new category is being named. */
  const [naming, setNaming] = useState<string | null>(null);
  const categories = useQuery({
    queryKey: ["resourceCategories"],
    queryFn: async () => (await execute(ResourceCategories)).resourceCategories,
  });
  const known = categories.data ?? [];

  return (
    <Card title={t`Resources`}>
      {resources.length > 0 && (
        <ul className="mb-5 divide-y divide-line rounded-ctl border border-line">
          {resources.map((resource) => (
            <ResourceRow
              key={resource.key}
              resource={resource}
              categories={known}
              onNewCategory={() => setNaming(resource.key)}
            />
          ))}
        </ul>
      )}
      <UploadBox
        label={t`Add resources`}
        hint={t`Files of any type, up to 500 MB each.`}
        chooseLabel={t`Choose files`}
        multiple
        onChoose={add}
        onCancel={() => {}}
        onRetry={() => {}}
      />
      <LoadProblem query={categories} what={t`The resource categories could not be loaded.`} />
      {naming !== null && (
        <AddResourceCategoryDialog
          existing={known}
          onClose={() => setNaming(null)}
          onAdded={(category_id) => dispatch({ do: "changeResource", key: naming, change: { category_id } })}
        />
      )}
    </Card>
  );

  /** Adds files, except those that are already in the list by name and size. */
  function add(files: File[]) {
    const isKnown = (file: File) => resources.some(({ name, size }) => name === file.name && size === file.size);
    const added = files
      .filter((file, index) => !isKnown(file) && files.findIndex((other) => isSame(file, other)) === index)
      .map((file) => ({ key: crypto.randomUUID(), file }));
    dispatch({ do: "addResources", files: added.map(({ key, file: { name, size } }) => ({ key, name, size })) });
    for (const { key, file } of added) {
      uploads.start(key, "resource", file, ({ url }) =>
        dispatch({ do: "changeResource", key, change: { file_path: url } }),
      );
    }
  }
}

const isSame = (a: File, b: File) => a.name === b.name && a.size === b.size;
