import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { messageOf } from "../../app/errors.ts";
import { exportTable } from "../../app/exportTable.ts";
import { hoursMinutes } from "../../app/duration.ts";
import { execute } from "../../app/graphql.ts";
import { ProgressCharts } from "../../app/progress/ProgressCharts.tsx";
import { localCourses, statusOf, useProgressColumns } from "../../app/progress/progressTable.tsx";
import { useUrlTable } from "../../app/urlTable.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Stats, StatsSkeleton } from "../../ui/Stats.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { useLocalPage } from "../../ui/table/tableQuery.ts";
import { LearnerProgress } from "./dashboards.documents.ts";

/** `/learner/progress`: how far one is, in figures, charts and course by course. */
export function MyProgressScreen() {
  const { t, i18n } = useLingui();
  const [query, setQuery] = useUrlTable();
  const columns = useProgressColumns({ time: hoursMinutes });
  const { data, error, refetch } = useQuery({
    queryKey: ["userProgress", "progress"],
    queryFn: async () => (await execute(LearnerProgress)).userProgress,
    // Whoever has just finished something comes here to see it.
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
          detail={messageOf(failed)}
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
              exportTable(
                format,
                "my-progress",
                [t`Status`, t`Course Name`, t`Progress`, t`Units Completed`, t`Total Units`, t`Time Spent`],
                page.found ?? [],
                (course) => [
                  statusOf(course).label,
                  course.title,
                  course.completionPercentage,
                  course.unitsCompleted,
                  course.totalUnits,
                  hoursMinutes(course.timeSpent),
                ],
              )
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
            label: t`Completion Rate`,
            value: i18n.number(Math.round(data.averageCompletionRate) / 100, { style: "percent" }),
          },
        ]}
      />
    );
  }
}
