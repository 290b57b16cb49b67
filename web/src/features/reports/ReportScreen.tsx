import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useTitle } from "../../app/title.ts";
import { sortArgument, useUrlTable } from "../../app/urlTable.ts";
import { useExport } from "../../app/useExport.ts";
import { useDueChoices } from "../../app/due/DueStatus.tsx";
import { Empty } from "../../ui/Empty.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { Select } from "../../ui/Select.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { pageArguments } from "../../ui/table/tableQuery.ts";
import { ReportTable } from "./definitions.documents.ts";
import { ReportFilters } from "./ReportFilters.tsx";
import { ReportLinks } from "./ReportLinks.tsx";
import { useReportFilters } from "./reportSearch.ts";
import { type ReportDefinition, toColumn, useReportDefinitions } from "./useReportDefinitions.tsx";
import { formatPercent } from "../../ui/format.ts";

const TABLE = "/signed-in/shell/back-office/reports/table";

/** Renders `/reports/table?report={kind}`: a report without a screen of its own, drawn from its definition. */
export function ReportScreen() {
  const { t } = useLingui();
  const { report: kind } = useSearch({ from: TABLE });
  const { data, error, refetch } = useReportDefinitions();
  const report = data?.reports.find((each) => each.kind === kind && each.has_general_screen);
  if (!data && error)
    return (
      <ErrorState
        isPage
        title={t`The report could not be loaded.`}
        detail={getMessage(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton className="h-96 w-full" />;
  return report ? <Report key={kind} report={report} /> : <Empty isPage title={t`There is no such report.`} />;
}

type Row = { key: number; cells: (string | null)[] };

function Report({ report: { kind, title, filters: declared, columns } }: { report: ReportDefinition }) {
  const { t, i18n } = useLingui();
  const [query, setQuery] = useUrlTable();
  const exportTable = useExport();
  const { reportFilters, change } = useReportFilters();
  const { due } = useSearch({ from: TABLE });
  const dueChoices = useDueChoices();
  const hasDue = declared.includes("due");
  useTitle(title);
  // A filter that the report does not declare is an error.
  const chosen = Object.fromEntries(Object.entries(reportFilters).filter(([name]) => declared.includes(name)));
  const filters = { ...chosen, ...(hasDue && due && { due }), search: query.search, sort: sortArgument(query) };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["reportTable", kind, filters, pageArguments(query), i18n.locale],
    queryFn: async () =>
      (await execute(ReportTable, { kind, ...filters, ...pageArguments(query), language: i18n.locale })).reportTable,
    placeholderData: keepPreviousData,
  });
  const by = [
    ...(declared.includes("branchUrls") ? (["branches"] as const) : []),
    ...(declared.includes("group_ids") ? (["groups"] as const) : []),
    ...(declared.includes("category_id") ? (["categories"] as const) : []),
  ];
  return (
    <>
      <PageHeader title={title}>
        <ReportLinks />
      </PageHeader>
      <ReportFilters
        by={by}
        hasDays={declared.includes("from")}
        {...(hasDue && {
          more: {
            count: due ? 1 : 0,
            clear: { due: undefined },
            fields: (
              <Select
                label={t`Due date`}
                value={due ?? ""}
                onChange={({ target }) => change({ due: target.value || undefined })}
                options={dueChoices}
              />
            ),
          },
        })}
      />
      <DataTable<Row>
        label={title}
        columns={columns.map((column, index) =>
          toColumn(column, ({ cells }) => drawCell(column, cells[index] ?? null)),
        )}
        rows={data?.rows.map(({ cells }, key) => ({ key, cells }))}
        total={data?.total ?? 0}
        rowKey={({ key }) => key}
        query={query}
        onQueryChange={setQuery}
        {...(declared.includes("search") && { searchLabel: t`Search` })}
        onExport={(format) => exportTable({ kind, ...filters }, format)}
        empty={{
          title: t`This report has no rows.`,
          noMatch: { title: t`No results found.`, text: t`Try adjusting your search or the filters.` },
        }}
        error={
          !data && error
            ? { title: t`The report could not be loaded.`, detail: getMessage(error), onRetry: () => void refetch() }
            : null
        }
        refreshing={isPlaceholderData}
      />
    </>
  );
}

function drawCell({ format, label }: ReportDefinition["columns"][number], cell: string | null) {
  if (cell === null || format !== "percent") return cell;
  return (
    <span className="flex min-w-32 items-center gap-2.5">
      <ProgressBar thin value={Number(cell)} label={label} />
      <span className="w-12 text-right text-small tabular-nums">{formatPercent(Number(cell))}</span>
    </span>
  );
}
