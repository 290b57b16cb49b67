import { useLingui } from "@lingui/react/macro";
import { CornerDownRight } from "lucide-react";
import { useState } from "react";
import { DeletionDialog } from "../../app/DeletionDialog.tsx";
import { execute } from "../../app/graphql.ts";
import { useListTable } from "../../app/useListTable.ts";
import type { CategoriesPageQuery } from "../../gen/graphql.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import type { Column } from "../../ui/table/tableQuery.ts";
import { DeleteButton, EditLink } from "../../app/RowActions.tsx";
import { CategoriesPage, DeleteCategory } from "./categories.documents.ts";

type Row = CategoriesPageQuery["categoriesPage"]["rows"][number];

/** Renders `/categories`: the categories that the user may change, each below its parent. */
export function CategoriesScreen() {
  const { t } = useLingui();
  const [doomed, setDoomed] = useState<Row | null>(null);
  const list = useListTable({
    queryKey: ["categoriesPage"],
    load: async (page) => (await execute(CategoriesPage, page)).categoriesPage,
    failure: t`The categories could not be loaded.`,
    exported: { kind: "categories-list" },
  });
  // Searched or sorted rows are not a tree.
  const columns = useColumns(!list.query.search && !list.query.sort);

  return (
    <>
      <PageHeader title={t`Categories`}>
        <ButtonLink to="/categories/create">{t`+ Add Category`}</ButtonLink>
      </PageHeader>
      <DataTable
        {...list}
        label={t`Categories`}
        columns={columns}
        searchLabel={t`Search categories`}
        actions={(category) => (
          <>
            <EditLink name={category.name} to="/categories/$id/edit" params={{ id: category.id }} />
            <DeleteButton name={category.name} onPress={() => setDoomed(category)} />
          </>
        )}
        empty={{
          title: t`No categories yet`,
          text: t`Categories help learners to find courses.`,
          action: <ButtonLink to="/categories/create">{t`+ Add Category`}</ButtonLink>,
          noMatch: { title: t`No Categories Found`, text: t`Try adjusting your search or add a new category.` },
        }}
      />
      <DeletionDialog
        item={doomed}
        kind="category"
        remove={(id) => execute(DeleteCategory, { id })}
        question={t`Are you sure you want to delete this category?`}
        onClose={() => setDoomed(null)}
      />
    </>
  );
}

function useColumns(isTree: boolean): Column<Row>[] {
  const { t } = useLingui();
  return [
    {
      key: "name",
      header: t`Category Name`,
      sortable: true,
      cell: ({ name, depth }) => (
        <span
          className="inline-flex items-center gap-2"
          style={isTree ? { paddingInlineStart: `${Math.min(depth, 6) * 20}px` } : undefined}
        >
          {isTree && depth > 0 && <CornerDownRight size={15} aria-hidden className="shrink-0 text-muted" />}
          {name}
        </span>
      ),
    },
    { key: "parent", header: t`Parent Category`, sortable: true, cell: ({ parent_name }) => parent_name ?? t`None` },
  ];
}
