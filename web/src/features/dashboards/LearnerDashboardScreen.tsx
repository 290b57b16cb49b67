import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useViewer } from "../../app/session.ts";
import { statusSlices } from "../../app/statusSlices.ts";
import { Card } from "../../ui/Card.tsx";
import { LazyPie } from "../../ui/charts/lazyCharts.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Stats, StatsSkeleton } from "../../ui/Stats.tsx";
import { CourseTiles } from "./CourseTiles.tsx";
import { learnerLinks } from "./dashboardLinks.ts";
import { LearnerDashboard } from "./dashboards.documents.ts";
import { NextStepFrame, NextStepHeader } from "./NextStepHeader.tsx";
import { QuickLinks } from "./QuickLinks.tsx";
import { formatPercent } from "../../ui/format.ts";

/** Renders `/learner/dashboard`: the next step, the progress, and other courses. */
export function LearnerDashboardScreen() {
  const { t } = useLingui();
  const seesCatalogue = useViewer().can("catalogue.view");
  const { data, error, refetch } = useQuery({
    queryKey: ["userProgress", "dashboard"],
    queryFn: async () => (await execute(LearnerDashboard)).userProgress,
    // Learners come here to see what they have just finished.
    staleTime: 0,
  });

  if (!data && error)
    return (
      <>
        <h1 className="sr-only">{t`Learner Dashboard`}</h1>
        <ErrorState
          title={t`Your courses could not be loaded.`}
          detail={getMessage(error)}
          onRetry={() => void refetch()}
        />
      </>
    );
  return (
    <div className="mx-auto max-w-[1120px]" aria-busy={!data}>
      {data ? (
        <NextStepHeader courses={data.path} hasAvailable={data.unenrolledCourses.length > 0} />
      ) : (
        <NextStepFrame>
          <h1 className="sr-only">{t`Learner Dashboard`}</h1>
          <Skeleton className="h-9 w-full max-w-96 sm:h-11" />
          <Skeleton className="mt-2 h-9 w-3/4 max-w-80 sm:h-11" />
          <Skeleton className="mt-6 h-10 w-40" />
        </NextStepFrame>
      )}
      {data ? (
        <Stats
          className="mb-10"
          entries={[
            { label: t`Enrolled Courses`, value: data.totalCourses },
            { label: t`Courses Completed`, value: data.completedCourses },
            {
              label: t`Average Completion Rate`,
              value: formatPercent(Math.round(data.averageCompletionRate)),
              note: t`How far you are in your courses`,
            },
          ]}
        />
      ) : (
        <StatsSkeleton count={3} className="mb-10" />
      )}
      <CourseTiles
        title={t`Recent course enrollments`}
        courses={data?.courses}
        empty={t`No recent course enrollments available.`}
      />
      <div className="mb-10 grid gap-5 lg:grid-cols-[minmax(0,1fr)_300px]">
        <Card title={t`My Courses Status`}>{chart()}</Card>
        <QuickLinks links={learnerLinks} />
      </div>
      {seesCatalogue && (
        <CourseTiles
          title={t`Available courses`}
          courses={data?.unenrolledCourses}
          empty={t`No available courses to display.`}
        />
      )}
    </div>
  );

  function chart() {
    if (!data) return <Skeleton className="size-44 rounded-full" />;
    if (data.totalCourses === 0) return <p className="text-muted">{t`No course data available for the chart.`}</p>;
    return (
      <LazyPie
        title={t`My Courses Status`}
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
