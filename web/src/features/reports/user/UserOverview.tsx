import { useLingui } from "@lingui/react/macro";
import type { UserReportQuery } from "../../../gen/graphql.ts";
import { statusSlices } from "../../../app/statusSlices.ts";
import { Card } from "../../../ui/Card.tsx";
import { LazyBarChart, LazyPie } from "../../../ui/charts/lazyCharts.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { Definition } from "../Definition.tsx";

/** The bar chart shows so many courses. */
const charted = 5;

/** The tab Overview; without figures, the room that they will take. */
export function UserOverview({ progress }: { progress: UserReportQuery["userProgress"] | undefined }) {
  const { t } = useLingui();
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_400px]">
      <Card title={t`Course Progress`} action={<Definition of="progress" name={t`Course Progress`} />}>
        {bars()}
      </Card>
      <Card title={t`Course Status`} action={<Definition of="status" name={t`Course Status`} />}>
        {pie()}
      </Card>
    </div>
  );

  function bars() {
    if (!progress) return <Skeleton className="h-44 w-full" />;
    if (progress.courses.length === 0)
      return <p className="text-muted">{t`No courses available for progress data.`}</p>;
    return (
      <LazyBarChart
        title={t`Course Progress`}
        valueLabel={t`Progress`}
        max={100}
        format={(percent) => `${percent}%`}
        bars={progress.courses.slice(0, charted).map((course) => ({
          label: course.title || t`Untitled Course`,
          value: Math.min(100, course.completionPercentage),
        }))}
      />
    );
  }

  function pie() {
    if (!progress) return <Skeleton className="size-44 rounded-full" />;
    if (progress.totalCourses === 0) return <p className="text-muted">{t`No course status data available.`}</p>;
    return (
      <LazyPie
        title={t`Course Status`}
        valueLabel={t`Courses`}
        slices={statusSlices({
          completed: progress.completedCourses,
          inProgress: progress.inProgressCourses,
          notStarted: progress.notStartedCourses,
        })}
      />
    );
  }
}
