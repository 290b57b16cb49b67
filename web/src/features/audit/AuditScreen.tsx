import { Plural, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { getMessage } from "../../app/errors.ts";
import { useExport } from "../../app/useExport.ts";
import { execute } from "../../app/graphql.ts";
import { sortArgument, useChangeFilters, useUrlTable } from "../../app/urlTable.ts";
import type { AuditLogQuery } from "../../gen/graphql.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { pageArguments, type Column } from "../../ui/table/tableQuery.ts";
import { AuditLog } from "./audit.documents.ts";
import type { AuditSearch } from "./auditSearch.ts";
import { AuditFilterBar } from "./AuditFilterBar.tsx";
import { formatChange } from "./auditFields.ts";
import { actionLabel, subjectName } from "./auditTexts.ts";
import { formatDateTime } from "../../ui/format.ts";

type Row = AuditLogQuery["auditLog"]["rows"][number];

/** Renders `/audit`: who changed what, when and from where. */
export function AuditScreen() {
  const { t } = useLingui();
  const changeFilters = useChangeFilters<AuditSearch>();
  const [query, setQuery] = useUrlTable();
  const chosen = useSearch({ from: "/signed-in/shell/back-office/audit" });
  const exportTable = useExport();
  const columns = useColumns();
  const filters = {
    search: query.search,
    sort: sortArgument(query),
    actor_id: chosen.person ?? null,
    action: chosen.action ?? null,
    subject_type: chosen.kind ?? null,
    from: chosen.from ?? null,
    to: chosen.to ?? null,
    platform: chosen.log === "platform",
  };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["auditLog", filters, query],
    queryFn: async () => (await execute(AuditLog, { ...filters, ...pageArguments(query) })).auditLog,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

  return (
    <>
      <PageHeader title={t`Audit log`} />
      <AuditFilterBar chosen={chosen} onChange={changeFilters} />
      <DataTable
        label={t`Audit log`}
        columns={columns}
        rows={data?.rows}
        total={data?.total ?? 0}
        rowKey={(row) => row.id}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search names`}
        refreshing={isPlaceholderData}
        onExport={(format) => exportTable({ kind: "audit-log", ...filters }, format)}
        empty={{
          title: t`No entries yet`,
          text: t`What users change on this site is recorded here.`,
          noMatch: { title: t`No entries found`, text: t`Try adjusting your search or the filters.` },
        }}
        error={
          error && {
            title: t`The audit log could not be loaded.`,
            detail: getMessage(error),
            onRetry: () => void refetch(),
          }
        }
      />
    </>
  );
}

function useColumns(): Column<Row>[] {
  const { t } = useLingui();
  return [
    {
      key: "created",
      header: t`When`,
      sortable: true,
      cell: (row) => (
        <time dateTime={row.created_at} className="whitespace-nowrap">
          {formatDateTime(row.created_at)}
        </time>
      ),
    },
    { key: "actor", header: t`Who`, sortable: true, cell: (row) => row.actor_name },
    { key: "action", header: t`What`, sortable: true, isTitle: true, cell: (row) => actionLabel(row.action) },
    { key: "subject", header: t`Name`, sortable: true, cell: (row) => subjectName(row) || t`N/A` },
    {
      key: "changes",
      header: t`Changes`,
      cell: (row) =>
        row.changes.length === 0 ? (
          "–"
        ) : (
          <details className="max-w-[46ch]">
            <summary className="cursor-pointer rounded-ctl">
              <Plural value={row.changes.length} one="# field" other="# fields" />
            </summary>
            <ul className="mt-1 grid gap-0.5 text-small text-muted">
              {row.changes.map((change) => (
                <li key={change.field}>{formatChange(change)}</li>
              ))}
            </ul>
          </details>
        ),
    },
    { key: "address", header: t`From where`, cell: (row) => row.address ?? t`N/A` },
  ];
}
