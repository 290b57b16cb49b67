import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { execute } from "../../app/graphql.ts";
import { useListTable } from "../../app/useListTable.ts";
import type { GroupsPageQuery } from "../../gen/graphql.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { NameLink } from "../../ui/NameLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import type { Column } from "../../ui/table/tableQuery.ts";
import { DeleteGroupDialog } from "./DeleteGroupDialog.tsx";
import { GroupsPage } from "./groups.documents.ts";
import { formatLongDate } from "../../ui/format.ts";
import { DeleteButton } from "../../app/RowActions.tsx";

type Row = GroupsPageQuery["groupsPage"]["rows"][number];

/** Renders `/groups`: the groups of this site. */
export function GroupsScreen() {
  const { t } = useLingui();
  const [doomed, setDoomed] = useState<Row | null>(null);
  const columns = useColumns();
  const list = useListTable({
    queryKey: ["groupsPage"],
    load: async (page) => (await execute(GroupsPage, page)).groupsPage,
    failure: t`The groups could not be loaded.`,
    exported: { kind: "groups-list" },
  });

  return (
    <>
      <PageHeader title={t`Groups`}>
        <ButtonLink to="/groups/create">{t`+ Add Group`}</ButtonLink>
      </PageHeader>
      <DataTable
        {...list}
        label={t`Groups`}
        columns={columns}
        searchLabel={t`Search groups`}
        actions={(group) => <DeleteButton name={group.name} onPress={() => setDoomed(group)} />}
        empty={{
          title: t`No groups yet`,
          text: t`A group gives all its users the same courses.`,
          action: <ButtonLink to="/groups/create">{t`+ Add Group`}</ButtonLink>,
          noMatch: { title: t`No Groups Found`, text: t`Try adjusting your search or add a new group.` },
        }}
      />
      <DeleteGroupDialog group={doomed} onClose={() => setDoomed(null)} />
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
      cell: (group) => (
        <NameLink to="/groups/$id" params={{ id: group.id }}>
          {group.name}
        </NameLink>
      ),
    },
    { key: "description", header: t`Description`, sortable: true, cell: (group) => group.description || t`N/A` },
    { key: "created", header: t`Created At`, sortable: true, cell: (group) => formatLongDate(group.created_at) },
  ];
}
