import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { hoursMinutesSeconds } from "../../app/duration.ts";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { sortArgument, useUrlTable } from "../../app/urlTable.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Stats, StatsSkeleton } from "../../ui/Stats.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { pageArguments } from "../../ui/table/tableQuery.ts";
import { getReportPath, useReportUserColumns } from "./allUsersTable.tsx";
import { useExport, type ExportRequest } from "../../app/useExport.ts";
import { ReportFilters } from "./ReportFilters.tsx";
import { ReportLinks } from "./ReportLinks.tsx";
import { ReportsAllUsers, ReportUsersPage } from "./reports.documents.ts";
import { defined } from "./Definition.tsx";
import { useReportFilters } from "./reportSearch.ts";
import { formatPercent } from "../../ui/format.ts";

/** Renders `/reports/users`: all users with their courses by status. The cards show the totals of all users. */
export function AllUsersReportScreen() {
  const { t } = useLingui();
  const [query, setQuery] = useUrlTable();
  const columns = useReportUserColumns();
  const { reportFilters } = useReportFilters();
  const filters = { ...reportFilters, search: query.search, sort: sortArgument(query) };
  const table: ExportRequest = { kind: "users", ...filters };
  const exportTable = useExport();
  const totals = useQuery({
    queryKey: ["reportsAllUsers", reportFilters],
    queryFn: async () => (await execute(ReportsAllUsers, reportFilters)).reportsAllUsers.stats,
    placeholderData: keepPreviousData,
  });
  const page = useQuery({
    queryKey: ["reportUsersPage", filters, pageArguments(query)],
    queryFn: async () =>
      (await execute(ReportUsersPage, { ...filters, ...pageArguments(query) })).reportsAllUsers.usersPage,
    placeholderData: keepPreviousData,
  });

  return (
    <>
      <PageHeader title={t`User Reports`}>
        <ReportLinks />
      </PageHeader>
      {stats()}
      <ReportFilters />
      <DataTable
        label={t`User Reports`}
        columns={columns}
        rows={page.data?.rows}
        total={page.data?.total ?? 0}
        rowKey={(user) => user.id}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search users or courses...`}
        onExport={(format) => exportTable(table, format)}
        rowHref={getReportPath}
        empty={{
          title: t`No users yet`,
          text: t`The progress of users appears here.`,
          noMatch: { title: t`No users found. Try refining your search.` },
        }}
        error={
          !page.data && page.error
            ? {
                title: t`The user reports could not be loaded.`,
                detail: getMessage(page.error),
                onRetry: () => void page.refetch(),
              }
            : null
        }
        refreshing={page.isPlaceholderData}
      />
    </>
  );

  function stats() {
    const { data, error } = totals;
    if (!data && error)
      return (
        <ErrorState
          title={t`The figures could not be loaded.`}
          detail={getMessage(error)}
          onRetry={() => void totals.refetch()}
        />
      );
    if (!data) return <StatsSkeleton count={5} className="mb-6" />;
    return (
      <Stats
        className="mb-6"
        entries={[
          defined("completionRate", t`Completion Rate`, formatPercent(data.completionRate, 1)),
          defined("completed", t`Completed Courses`, data.completedCourses),
          defined("inProgress", t`Courses in Progress`, data.coursesInProgress),
          defined("notStarted", t`Courses Not Started`, data.coursesNotStarted),
          defined("time", t`Training Time`, hoursMinutesSeconds(data.trainingTime)),
        ]}
      />
    );
  }
}
