import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { getMessage } from "../../app/errors.ts";
import { useExport } from "../../app/useExport.ts";
import { hoursMinutes } from "../../app/duration.ts";
import { execute } from "../../app/graphql.ts";
import { ProgressCharts } from "../../app/progress/ProgressCharts.tsx";
import { localCourses, useProgressColumns } from "../../app/progress/progressTable.tsx";
import { sortArgument, useUrlTable } from "../../app/urlTable.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Stats, StatsSkeleton } from "../../ui/Stats.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { useLocalPage } from "../../ui/table/tableQuery.ts";
import { LearnerProgress } from "./dashboards.documents.ts";
import { formatPercent } from "../../ui/format.ts";

/** Renders `/learner/progress`: the learner's progress in figures, charts and by course. */
export function MyProgressScreen() {
  const { t } = useLingui();
  const [query, setQuery] = useUrlTable();
  const exportTable = useExport();
  const columns = useProgressColumns({ time: hoursMinutes });
  const { data, error, refetch } = useQuery({
    queryKey: ["userProgress", "progress"],
    queryFn: async () => (await execute(LearnerProgress)).userProgress,
    // Learners come here to see what they have just finished.
    staleTime: 0,
  });
  const page = useLocalPage(data?.courses, query, localCourses);
  const failed = !data && error;

  return (
    <>
      <PageHeader title={t`My Progress`} />
      {failed ? (
        <ErrorState
          title={t`Your progress could not be loaded.`}
          detail={getMessage(failed)}
          onRetry={() => void refetch()}
        />
      ) : (
        <>
          {stats()}
          <div className="my-6">
            <ProgressCharts progress={data} />
          </div>
          <DataTable
            label={t`My Courses`}
            columns={columns}
            rows={page.rows}
            total={page.total}
            rowKey={(course) => course.id}
            query={query}
            onQueryChange={setQuery}
            onExport={(format) =>
              exportTable({ kind: "my-progress", search: query.search, sort: sortArgument(query) }, format)
            }
            empty={{ title: t`No enrolled courses available.` }}
          />
        </>
      )}
    </>
  );

  function stats() {
    if (!data) return <StatsSkeleton count={3} />;
    return (
      <Stats
        entries={[
          { label: t`Courses Assigned`, value: data.totalCourses },
          { label: t`Courses Completed`, value: data.completedCourses },
          {
            label: t`Average Completion Rate`,
            value: formatPercent(Math.round(data.averageCompletionRate)),
            note: t`How far you are in your courses`,
          },
        ]}
      />
    );
  }
}
