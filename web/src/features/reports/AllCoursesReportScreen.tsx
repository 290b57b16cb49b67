import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { sortArgument, useUrlTable } from "../../app/urlTable.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Stats, StatsSkeleton } from "../../ui/Stats.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { pageArguments } from "../../ui/table/tableQuery.ts";
import { useCourseColumns } from "./allCoursesTable.tsx";
import { useExport, type ExportRequest } from "../../app/useExport.ts";
import { ReportFilters } from "./ReportFilters.tsx";
import { ReportLinks } from "./ReportLinks.tsx";
import { ReportCoursesPage } from "./reports.documents.ts";
import { defined } from "./Definition.tsx";
import { useReportFilters } from "./reportSearch.ts";
import { formatPercent } from "../../ui/format.ts";

/** Renders `/reports/courses`: all courses with their learners by status. The cards show the totals of all courses found. */
export function AllCoursesReportScreen() {
  const { t } = useLingui();
  const [query, setQuery] = useUrlTable();
  const columns = useCourseColumns();
  const { reportFilters } = useReportFilters();
  const filters = { ...reportFilters, search: query.search, sort: sortArgument(query) };
  const table: ExportRequest = { kind: "courses", ...filters };
  const exportTable = useExport();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["reportCoursesPage", filters, pageArguments(query)],
    queryFn: async () =>
      (await execute(ReportCoursesPage, { ...filters, ...pageArguments(query) })).reportsAllCourses.coursesPage,
    placeholderData: keepPreviousData,
  });
  const failed = !data && error;

  return (
    <>
      <PageHeader title={t`Course Reports`}>
        <ReportLinks />
      </PageHeader>
      {!failed && stats()}
      <ReportFilters />
      <DataTable
        label={t`Course Reports`}
        columns={columns}
        rows={data?.rows}
        total={data?.total ?? 0}
        rowKey={(row) => row.id}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search courses...`}
        onExport={(format) => exportTable(table, format)}
        empty={{
          title: t`No courses yet`,
          text: t`The results of courses appear here.`,
          noMatch: { title: t`No courses found. Try refining your search.` },
        }}
        error={
          failed
            ? {
                title: t`The course reports could not be loaded.`,
                detail: getMessage(error),
                onRetry: () => void refetch(),
              }
            : null
        }
        refreshing={isPlaceholderData}
      />
    </>
  );

  function stats() {
    if (!data) return <StatsSkeleton count={6} className="mb-6" />;
    const { total, stats } = data;
    return (
      <Stats
        className="mb-6"
        entries={[
          defined("courses", t`Total Courses`, total),
          defined("completionRate", t`Completion Rate`, formatPercent(stats.completionRate, 1)),
          defined("completed", t`Completed`, stats.completed),
          defined("inProgress", t`In Progress`, stats.inProgress),
          defined("notStarted", t`Not Started`, stats.notStarted),
          defined("time", t`Total Training Time`, stats.trainingTime),
        ]}
      />
    );
  }
}
