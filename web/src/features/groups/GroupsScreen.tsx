import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "../../router/index.ts";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { longDate } from "../../app/dates.ts";
import { messageOf } from "../../app/errors.ts";
import { exportTable } from "../../app/exportTable.ts";
import { execute } from "../../app/graphql.ts";
import { sortArgument, useUrlTable } from "../../app/urlTable.ts";
import type { GroupsPageQuery } from "../../gen/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { type Column, pageArguments } from "../../ui/table/tableQuery.ts";
import { DeleteGroupDialog } from "./DeleteGroupDialog.tsx";
import { GroupsPage } from "./groups.documents.ts";

type Row = GroupsPageQuery["groupsPage"]["rows"][number];

/** `/groups`: the groups of this site. */
export function GroupsScreen() {
  const { t } = useLingui();
  const [query, setQuery] = useUrlTable();
  const [doomed, setDoomed] = useState<Row | null>(null);
  const columns = useColumns();
  const filters = { search: query.search, sort: sortArgument(query) };
  const groups = useQuery({
    queryKey: ["groupsPage", query],
    queryFn: async () => (await execute(GroupsPage, { ...filters, ...pageArguments(query) })).groupsPage,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

  return (
    <>
      <PageHeader title={t`Groups`}>
        <ButtonLink to="/groups/create">{t`+ Add Group`}</ButtonLink>
      </PageHeader>
      <DataTable
        label={t`Groups`}
        columns={columns}
        rows={groups.data?.rows}
        total={groups.data?.total ?? 0}
        rowKey={(group) => group.id}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search groups`}
        refreshing={groups.isPlaceholderData}
        actions={(group) => (
          <Button kind="ghost" size="small" aria-label={t`Delete ${group.name}`} onClick={() => setDoomed(group)}>
            <Trash2 size={15} aria-hidden />
            {t`Delete`}
          </Button>
        )}
        onExport={(format) =>
          exportTable(
            format,
            "groups",
            [t`Name`, t`Description`, t`Created At`],
            async (window) => (await execute(GroupsPage, { ...filters, ...window })).groupsPage,
            (group) => [group.name, group.description ?? "", group.created_at.slice(0, 10)],
          )
        }
        empty={{ title: t`No Groups Found`, text: t`Try adjusting your search or add a new group.` }}
        error={
          groups.error && {
            title: t`The groups could not be loaded.`,
            detail: messageOf(groups.error),
            onRetry: () => void groups.refetch(),
          }
        }
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
        <Link
          to="/groups/$id"
          params={{ id: group.id }}
          className="font-medium text-brand-text underline-offset-4 hover:underline"
        >
          {group.name}
        </Link>
      ),
    },
    { key: "description", header: t`Description`, sortable: true, cell: (group) => group.description || "N/A" },
    { key: "created", header: t`Created At`, sortable: true, cell: (group) => longDate(group.created_at) },
  ];
}
