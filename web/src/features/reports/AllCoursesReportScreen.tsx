import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "../../router/index.ts";
import { hoursMinutesSeconds } from "../../app/duration.ts";
import { messageOf } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useUrlTable } from "../../app/urlTable.ts";
import { downloadCsv } from "../../ui/csv.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Stats, StatsSkeleton } from "../../ui/Stats.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { useLocalPage } from "../../ui/table/tableQuery.ts";
import { BranchFilter } from "./BranchFilter.tsx";
import { courseText, courseValue, coursesCsv, useCourseColumns } from "./allCoursesTable.tsx";
import { courseTotals } from "./courseTotals.ts";
import { ReportsAllCourses } from "./reports.documents.ts";

/** `/reports/courses`: every course with how far its people are. The figures are those of the courses listed. */
export function AllCoursesReportScreen() {
  const { t } = useLingui();
  const { branches = [] }: { branches?: string[] } = useSearch();
  const navigate = useNavigate();
  const [query, setQuery] = useUrlTable();
  const columns = useCourseColumns();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["reportsAllCourses", branches],
    queryFn: async () =>
      (await execute(ReportsAllCourses, { branchUrls: branches.length > 0 ? branches : null })).reportsAllCourses,
    placeholderData: keepPreviousData,
  });
  const failed = !data && error;
  const page = useLocalPage(data?.courses, query, local);

  return (
    <>
      <PageHeader title={t`Course Reports`} />
      {!failed && stats()}
      <BranchFilter
        value={branches}
        onChange={(urls) =>
          void navigate({
            to: ".",
            search: (old) => ({ ...old, branches: urls.length > 0 ? urls : undefined, page: undefined }),
            resetScroll: false,
          })
        }
      />
      <DataTable
        label={t`Course Reports`}
        columns={columns}
        rows={page.rows}
        total={page.total}
        rowKey={(row) => row.id}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search courses...`}
        onExport={() => downloadCsv("course-reports.csv", coursesCsv(page.found ?? []))}
        empty={{ title: t`No courses found. Try refining your search.` }}
        error={
          failed
            ? {
                title: t`The course reports could not be loaded.`,
                detail: messageOf(error),
                onRetry: () => void refetch(),
              }
            : null
        }
        refreshing={isPlaceholderData}
      />
    </>
  );

  function stats() {
    if (!page.found) return <StatsSkeleton count={6} className="mb-6" />;
    const totals = courseTotals(page.found);
    return (
      <Stats
        className="mb-6"
        entries={[
          { label: t`Total Courses`, value: totals.courses },
          { label: t`Completion Rate`, value: `${totals.completionRate}%` },
          { label: t`Completed`, value: totals.completed },
          { label: t`In Progress`, value: totals.inProgress },
          { label: t`Not Started`, value: totals.notStarted },
          { label: t`Total Training Time`, value: hoursMinutesSeconds(totals.seconds) },
        ]}
      />
    );
  }
}

const local = { text: courseText, value: courseValue };
