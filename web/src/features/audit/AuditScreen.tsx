import { Plural, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "../../router/index.ts";
import { messageOf } from "../../app/errors.ts";
import { exportTable } from "../../app/exportTable.ts";
import { execute } from "../../app/graphql.ts";
import { sortArgument, useUrlTable } from "../../app/urlTable.ts";
import type { AuditLogQuery } from "../../gen/graphql.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { pageArguments, type Column } from "../../ui/table/tableQuery.ts";
import { AuditLog } from "./audit.documents.ts";
import { AuditFilterBar } from "./AuditFilterBar.tsx";
import { actionLabel, changeText, subjectLabel } from "./auditWords.ts";

type Row = AuditLogQuery["auditLog"]["rows"][number];

/** What of the log is shown, as it stands in the address. */
export type AuditSearch = {
  person?: number;
  action?: string;
  kind?: string;
  from?: string;
  to?: string;
  log?: "platform";
};

/** `/audit`: who changed what, when and from where. */
export function AuditScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [query, setQuery] = useUrlTable();
  const chosen: AuditSearch = useSearch();
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
      <AuditFilterBar
        chosen={chosen}
        onChange={(next) =>
          void navigate({ to: ".", search: (old) => ({ ...old, ...next, page: undefined }), resetScroll: false })
        }
      />
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
        onExport={(format) =>
          exportTable(
            format,
            "audit-log",
            [t`When`, t`Who`, t`What`, t`Kind`, t`Name`, t`ID`, t`Changes`, t`From where`],
            async (window) => (await execute(AuditLog, { ...filters, ...window })).auditLog,
            (row) => [
              row.created_at,
              row.actor_name,
              row.action,
              subjectLabel(row.subject_type),
              row.subject_name,
              row.subject_id,
              row.changes.map(changeText).join("; "),
              row.address,
            ],
          )
        }
        empty={{ title: t`No entries found`, text: t`Try adjusting your search or the filters.` }}
        error={
          error && {
            title: t`The audit log could not be loaded.`,
            detail: messageOf(error),
            onRetry: () => void refetch(),
          }
        }
      />
    </>
  );
}

function useColumns(): Column<Row>[] {
  const { t, i18n } = useLingui();
  return [
    {
      key: "created",
      header: t`When`,
      sortable: true,
      cell: (row) => (
        <time dateTime={row.created_at} className="whitespace-nowrap">
          {i18n.date(row.created_at, { dateStyle: "medium", timeStyle: "short" })}
        </time>
      ),
    },
    { key: "actor", header: t`Who`, sortable: true, cell: (row) => row.actor_name },
    { key: "action", header: t`What`, sortable: true, isTitle: true, cell: (row) => actionLabel(row.action) },
    { key: "subject", header: t`Name`, sortable: true, cell: (row) => row.subject_name || t`N/A` },
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
            <ul className="mt-1 grid gap-0.5 text-small break-words text-muted">
              {row.changes.map((change) => (
                <li key={change.field}>{changeText(change)}</li>
              ))}
            </ul>
          </details>
        ),
    },
    { key: "address", header: t`From where`, cell: (row) => row.address ?? t`N/A` },
  ];
}
