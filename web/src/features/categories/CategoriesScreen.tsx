import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CornerDownRight, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { DeletionDialog } from "../../app/DeletionDialog.tsx";
import { messageOf } from "../../app/errors.ts";
import { exportTable } from "../../app/exportTable.ts";
import { execute } from "../../app/graphql.ts";
import { sortArgument, useUrlTable } from "../../app/urlTable.ts";
import type { CategoriesPageQuery } from "../../gen/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { type Column, pageArguments } from "../../ui/table/tableQuery.ts";
import { CategoriesPage, DeleteCategory } from "./categories.documents.ts";

type Row = CategoriesPageQuery["categoriesPage"]["rows"][number];

/** `/categories`: the categories one may change, each below its parent. */
export function CategoriesScreen() {
  const { t } = useLingui();
  const [query, setQuery] = useUrlTable();
  const [doomed, setDoomed] = useState<Row | null>(null);
  // Searched or sorted otherwise, the rows are no tree.
  const columns = useColumns(!query.search && !query.sort);
  const filters = { search: query.search, sort: sortArgument(query) };
  const categories = useQuery({
    queryKey: ["categoriesPage", query],
    queryFn: async () => (await execute(CategoriesPage, { ...filters, ...pageArguments(query) })).categoriesPage,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

  return (
    <>
      <PageHeader title={t`Categories`}>
        <ButtonLink to="/categories/create">{t`+ Add Category`}</ButtonLink>
      </PageHeader>
      <DataTable
        label={t`Categories`}
        columns={columns}
        rows={categories.data?.rows}
        total={categories.data?.total ?? 0}
        rowKey={(category) => category.id}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search categories`}
        refreshing={categories.isPlaceholderData}
        actions={(category) => (
          <>
            <ButtonLink
              kind="ghost"
              size="small"
              aria-label={t`Edit ${category.name}`}
              to="/categories/$id/edit"
              params={{ id: category.id }}
            >
              <Pencil size={15} aria-hidden />
              {t`Edit`}
            </ButtonLink>
            <Button
              kind="ghost"
              size="small"
              aria-label={t`Delete ${category.name}`}
              onClick={() => setDoomed(category)}
            >
              <Trash2 size={15} aria-hidden />
              {t`Delete`}
            </Button>
          </>
        )}
        onExport={(format) =>
          exportTable(
            format,
            "categories",
            [t`Category Name`, t`Parent Category`],
            async (window) => (await execute(CategoriesPage, { ...filters, ...window })).categoriesPage,
            (category) => [category.name, category.parent_name ?? t`None`],
          )
        }
        empty={{ title: t`No Categories Found`, text: t`Try adjusting your search or add a new category.` }}
        error={
          categories.error && {
            title: t`The categories could not be loaded.`,
            detail: messageOf(categories.error),
            onRetry: () => void categories.refetch(),
          }
        }
      />
      <DeletionDialog
        item={doomed}
        kind="category"
        remove={(id) => execute(DeleteCategory, { id })}
        onClose={() => setDoomed(null)}
      >
        {t`Are you sure you want to delete this category? This action cannot be undone.`}
      </DeletionDialog>
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
