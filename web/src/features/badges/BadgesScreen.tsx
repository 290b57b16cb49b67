import { useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useState } from "react";
import { execute } from "../../app/graphql.ts";
import { useListTable } from "../../app/useListTable.ts";
import { OwnedName } from "../../app/OwnedName.tsx";
import type { BadgesQuery } from "../../gen/graphql.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { formatNumber } from "../../ui/format.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import type { Column } from "../../ui/table/tableQuery.ts";
import { DeleteButton, EditLink } from "../../app/RowActions.tsx";
import { Badges } from "./badges.documents.ts";
import { DeleteBadgeDialog } from "./DeleteBadgeDialog.tsx";

type Row = BadgesQuery["badges"]["rows"][number];

/** Renders `/badges`: the badges that can be awarded on this site. */
export function BadgesScreen() {
  const { t } = useLingui();
  const [doomed, setDoomed] = useState<Row | null>(null);
  const columns = useColumns();
  const list = useListTable({
    queryKey: ["badges"],
    load: async (page) => (await execute(Badges, page)).badges,
    failure: t`The badges could not be loaded.`,
    exported: { kind: "badges-list" },
  });
  const add = (
    <ButtonLink to="/badges/create">
      <Plus size={17} aria-hidden />
      {t`Add badge`}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title={t`Badges`}>{add}</PageHeader>
      <DataTable
        {...list}
        label={t`Badges`}
        columns={columns}
        searchLabel={t`Search badges`}
        rowHref={({ id }) => `/badges/${id}`}
        actions={(row) =>
          row.may_edit && (
            <>
              <EditLink name={row.name} to="/badges/$id/edit" params={{ id: row.id }} />
              <DeleteButton name={row.name} onPress={() => setDoomed(row)} />
            </>
          )
        }
        empty={{
          title: t`No badges yet`,
          text: t`A badge shows what a person has achieved. People can share it, and anybody can check it.`,
          action: add,
          noMatch: { title: t`No badge found`, text: t`Try another search.` },
        }}
      />
      <DeleteBadgeDialog badge={doomed} onClose={() => setDoomed(null)} />
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
      cell: ({ name, owning_branch }) => <OwnedName owner={owning_branch}>{name}</OwnedName>,
    },
    { key: "for", header: t`Awarded for`, cell: ({ course_title, path_title }) => course_title ?? path_title ?? "–" },
    { key: "awarded", header: t`People`, align: "right", sortable: true, cell: ({ awarded }) => formatNumber(awarded) },
  ];
}
