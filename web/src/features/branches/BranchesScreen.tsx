import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "../../router/index.ts";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../../app/errors.ts";
import { exportTable } from "../../app/exportTable.ts";
import { execute } from "../../app/graphql.ts";
import { useViewer } from "../../app/session.ts";
import { sortArgument, useUrlTable } from "../../app/urlTable.ts";
import type { BranchesPageQuery } from "../../gen/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { type Column, pageArguments } from "../../ui/table/tableQuery.ts";
import { Tag } from "../../ui/Tag.tsx";
import { BranchesPage } from "./branches.documents.ts";
import { DeleteBranchDialog } from "./DeleteBranchDialog.tsx";

type Row = BranchesPageQuery["branchesPage"]["rows"][number];

/** `/branches`: the branches one manages. */
export function BranchesScreen() {
  const { t } = useLingui();
  const [query, setQuery] = useUrlTable();
  const [doomed, setDoomed] = useState<Row | null>(null);
  const mayCreate = useViewer().can("branch.create");
  const columns = useColumns();
  const filters = { search: query.search, sort: sortArgument(query) };
  const branches = useQuery({
    queryKey: ["branchesPage", query],
    queryFn: async () => (await execute(BranchesPage, { ...filters, ...pageArguments(query) })).branchesPage,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

  return (
    <>
      <PageHeader title={t`Branches`}>
        {mayCreate && <ButtonLink to="/branches/create">{t`+ Add Branch`}</ButtonLink>}
      </PageHeader>
      <DataTable
        label={t`Branches`}
        columns={columns}
        rows={branches.data?.rows}
        total={branches.data?.total ?? 0}
        rowKey={(branch) => branch.id}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search branches`}
        refreshing={branches.isPlaceholderData}
        {...(mayCreate && {
          actions: (branch: Row) => (
            <Button kind="ghost" size="small" aria-label={t`Delete ${branch.name}`} onClick={() => setDoomed(branch)}>
              <Trash2 size={15} aria-hidden />
              {t`Delete`}
            </Button>
          ),
        })}
        onExport={(format) =>
          exportTable(
            format,
            "branches",
            [t`Name`, t`URL`],
            async (window) => (await execute(BranchesPage, { ...filters, ...window })).branchesPage,
            (branch) => [branch.name, branch.url],
          )
        }
        empty={{ title: t`No Branches Found`, text: t`Try adjusting your search or add a new branch.` }}
        error={
          branches.error && {
            title: t`The branches could not be loaded.`,
            detail: messageOf(branches.error),
            onRetry: () => void branches.refetch(),
          }
        }
      />
      <DeleteBranchDialog branch={doomed} onClose={() => setDoomed(null)} />
    </>
  );
}

function useColumns(): Column<Row>[] {
  const { t } = useLingui();
  return [
    {
      key: "name",
      header: t`Name`,
      sortable: true,
      cell: (branch) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          <Link
            to="/branches/$id"
            params={{ id: branch.id }}
            className="font-medium text-brand-text underline-offset-4 hover:underline"
          >
            {branch.name}
          </Link>
          {branch.is_default && <Tag>{t`Default`}</Tag>}
        </span>
      ),
    },
    { key: "url", header: t`URL`, sortable: true, cell: (branch) => branch.url || "N/A" },
  ];
}
