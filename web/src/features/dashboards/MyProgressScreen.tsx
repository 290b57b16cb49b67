import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { messageOf } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { statusSlices } from "../../app/statusSlices.ts";
import { useUrlTable } from "../../app/urlTable.ts";
import { Card } from "../../ui/Card.tsx";
import { LazyBarChart, LazyPie } from "../../ui/charts/lazyCharts.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Stats, StatsSkeleton } from "../../ui/Stats.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { useLocalPage } from "../../ui/table/tableQuery.ts";
import { LearnerProgress } from "./dashboards.documents.ts";
import { exportProgress, progressText, progressValue, useProgressColumns } from "./progressTable.tsx";

/** The bar chart shows so many courses. */
const charted = 5;

/** `/learner/progress`: how far one is, in figures, charts and course by course. */
export function MyProgressScreen() {
  const { t, i18n } = useLingui();
  const [query, setQuery] = useUrlTable();
  const columns = useProgressColumns();
  const { data, error, refetch } = useQuery({
    queryKey: ["userProgress", "progress"],
    queryFn: async () => (await execute(LearnerProgress)).userProgress,
    // Whoever has just finished something comes here to see it.
    staleTime: 0,
  });
  const page = useLocalPage(data?.courses, query, local);
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
          <div className="my-6 grid gap-5 lg:grid-cols-[minmax(0,1fr)_400px]">
            <Card title={t`Course Progress`}>{bars()}</Card>
            <Card title={t`Course Status`}>{pie()}</Card>
          </div>
          <DataTable
            label={t`My Courses`}
            columns={columns}
            rows={page.rows}
            total={page.total}
            rowKey={(course) => course.id}
            query={query}
            onQueryChange={setQuery}
            onExport={(format) => exportProgress(format, page.found ?? [])}
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

  function bars() {
    if (!data) return <Skeleton className="h-44 w-full" />;
    if (data.courses.length === 0) return <p className="text-muted">{t`No courses available for progress data.`}</p>;
    return (
      <LazyBarChart
        title={t`Course Progress`}
        valueLabel={t`Progress`}
        max={100}
        format={(percent) => `${percent}%`}
        bars={data.courses.slice(0, charted).map((course) => ({
          label: course.title || t`Untitled Course`,
          value: Math.min(100, course.completionPercentage),
        }))}
      />
    );
  }

  function pie() {
    if (!data) return <Skeleton className="size-44 rounded-full" />;
    if (data.totalCourses === 0) return <p className="text-muted">{t`No course status data available.`}</p>;
    return (
      <LazyPie
        title={t`Course Status`}
        valueLabel={t`Courses`}
        slices={statusSlices({
          completed: data.completedCourses,
          inProgress: data.inProgressCourses,
          notStarted: data.notStartedCourses,
        })}
      />
    );
  }
}

const local = { text: progressText, value: progressValue };
