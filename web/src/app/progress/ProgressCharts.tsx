import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Card } from "../../ui/Card.tsx";
import { LazyBarChart, LazyPie } from "../../ui/charts/lazyCharts.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { statusSlices } from "../statusSlices.ts";
import { formatPercent } from "../../ui/format.ts";

/** How many courses the bar chart shows. */
const charted = 5;

type Progress = {
  totalCourses: number;
  completedCourses: number;
  inProgressCourses: number;
  notStartedCourses: number;
  courses: { title: string; completionPercentage: number }[];
};

type Props = {
  /** Undefined while loading; the space is reserved. */
  progress: Progress | undefined;
  /** Explanations beside the charts' titles. */
  hints?: { progress: ReactNode; status: ReactNode };
};

/** Shows a user's progress in their courses, and the courses' statuses. */
export function ProgressCharts({ progress, hints }: Props) {
  const { t } = useLingui();
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_400px]">
      <Card title={t`Course Progress`} action={hints?.progress}>
        {bars()}
      </Card>
      <Card title={t`Course Status`} action={hints?.status}>
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
        format={(percent) => formatPercent(percent)}
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
