import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { execute } from "../../app/graphql.ts";
import { useViewer } from "../../app/session.ts";
import { useListTable } from "../../app/useListTable.ts";
import type { BranchesPageQuery } from "../../gen/graphql.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { NameLink } from "../../ui/NameLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import type { Column } from "../../ui/table/tableQuery.ts";
import { Tag } from "../../ui/Tag.tsx";
import { DeleteButton } from "../../app/RowActions.tsx";
import { BranchesPage } from "./branches.documents.ts";
import { DeleteBranchDialog } from "./DeleteBranchDialog.tsx";

type Row = BranchesPageQuery["branchesPage"]["rows"][number];

/** Renders `/branches`: the branches the user manages. */
export function BranchesScreen() {
  const { t } = useLingui();
  const [doomed, setDoomed] = useState<Row | null>(null);
  const mayCreate = useViewer().can("branch.create");
  const columns = useColumns();
  const list = useListTable({
    queryKey: ["branchesPage"],
    load: async (page) => (await execute(BranchesPage, page)).branchesPage,
    failure: t`The branches could not be loaded.`,
    exported: { kind: "branches-list" },
  });

  return (
    <>
      <PageHeader title={t`Branches`}>
        {mayCreate && <ButtonLink to="/branches/create">{t`+ Add Branch`}</ButtonLink>}
      </PageHeader>
      <DataTable
        {...list}
        label={t`Branches`}
        columns={columns}
        searchLabel={t`Search branches`}
        {...(mayCreate && {
          actions: (branch: Row) => <DeleteButton name={branch.name} onPress={() => setDoomed(branch)} />,
        })}
        empty={{
          title: t`No branches yet`,
          text: t`A branch is a training site with its own address, users and courses.`,
          action: mayCreate && <ButtonLink to="/branches/create">{t`+ Add Branch`}</ButtonLink>,
          noMatch: { title: t`No Branches Found`, text: t`Try adjusting your search or add a new branch.` },
        }}
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
          <NameLink to="/branches/$id" params={{ id: branch.id }}>
            {branch.name}
          </NameLink>
          {branch.is_default && <Tag>{t`Default`}</Tag>}
        </span>
      ),
    },
    { key: "url", header: t`URL`, sortable: true, cell: (branch) => branch.url || t`N/A` },
  ];
}
