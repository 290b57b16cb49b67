import { useLingui } from "@lingui/react/macro";
import type { DashboardDataQuery } from "../../gen/graphql.ts";
import { hoursMinutes } from "../../app/duration.ts";
import { statusSlices } from "../../app/statusSlices.ts";
import { Card } from "../../ui/Card.tsx";
import { LazyDonut } from "../../ui/charts/lazyCharts.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Fact, FactSkeleton } from "./Fact.tsx";
import { formatNumber, formatPercent } from "../../ui/format.ts";

export type Figures = DashboardDataQuery["dashboardData"]["analyticsData"];

/** Shows the statuses of all users' courses; `figures` are undefined while loading. */
export function HowAmIDoing({ figures }: { figures: Figures | undefined }) {
  const { t } = useLingui();
  return (
    <Card title={t`How am I doing?`}>
      <div className="@container">
        <div className="grid items-center gap-8 @min-[640px]:grid-cols-[minmax(340px,1.4fr)_minmax(0,1fr)]">
          {figures ? <Chart figures={figures} /> : <Skeleton className="size-44 rounded-full" />}
          <dl className="grid grid-cols-2 gap-x-3 gap-y-6 border-line @min-[480px]:grid-cols-4 @min-[640px]:grid-cols-[auto_auto] @min-[640px]:border-l @min-[640px]:pl-8">
            {figures ? <Facts figures={figures} /> : [1, 2, 3, 4].map((i) => <FactSkeleton key={i} />)}
          </dl>
        </div>
      </div>
    </Card>
  );
}

function Chart({ figures }: { figures: Figures }) {
  const { t } = useLingui();
  if (figures.assignedCourses === 0) return <p className="text-muted">{t`No course data available for the chart.`}</p>;
  return (
    <LazyDonut
      title={t`How am I doing?`}
      valueLabel={t`Assigned courses`}
      cutout={0.7}
      total={{ value: formatNumber(figures.assignedCourses), label: t`total` }}
      slices={statusSlices({
        completed: figures.completedCourses,
        inProgress: figures.inProgressCourses,
        notStarted: figures.notStartedCourses,
      })}
    />
  );
}

function Facts({ figures }: { figures: Figures }) {
  const { t } = useLingui();
  const { activeUsers, inactiveUsers } = figures;
  return (
    <>
      <Fact label={t`Active users`} value={`${activeUsers}/${activeUsers + inactiveUsers}`} />
      <Fact label={t`Training time`} value={hoursMinutes(figures.trainingTime)} />
      <Fact label={t`Completed courses`} value={formatNumber(figures.completedCourses)} />
      <Fact
        label={t`Completion rate`}
        note={t`Completed of all assigned courses`}
        value={formatPercent(figures.completionRate)}
      />
    </>
  );
}
