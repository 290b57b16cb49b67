import { useLingui } from "@lingui/react/macro";
import { hoursMinutesSeconds } from "../../app/duration.ts";
import { Card } from "../../ui/Card.tsx";
import { Cover } from "../../ui/Cover.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Stats, StatsSkeleton } from "../../ui/Stats.tsx";
import { defined, Definition } from "./Definition.tsx";
import { ActivityChart, DistributionChart, TimeChart } from "./CourseCharts.tsx";
import type { Report } from "./reports.documents.ts";
import { formatPercent, formatTableDate } from "../../ui/format.ts";

/** Renders the Overview tab; a skeleton while the report loads. */
export function CourseOverview({ report }: { report: Report | undefined }) {
  const { t } = useLingui();
  if (!report) return <OverviewSkeleton />;
  const { stats } = report;
  return (
    <>
      <Stats
        className="mb-6"
        entries={[
          defined("completionRate", t`Completion Rate`, formatPercent(stats.completionRate, 1)),
          defined("completed", t`Completed Learners`, stats.completedLearners),
          defined("inProgress", t`In Progress`, stats.learnersInProgress),
          defined("notStarted", t`Not Started`, stats.learnersNotStarted),
          defined("time", t`Total Training Time`, hoursMinutesSeconds(stats.trainingTime)),
        ]}
      />
      <div className={layout}>
        <Card className="overflow-hidden p-0!">
          {report.thumbnail ? (
            <img src={report.thumbnail} alt="" className="h-36 w-full object-cover" />
          ) : (
            <Cover seed={report.id} className="h-36 w-full" />
          )}
          <dl className="grid gap-3 p-6 text-sm">
            <Fact label={t`Category`} value={report.category ?? t`N/A`} />
            <Fact label={t`Assigned Learners`} value={String(stats.assignedLearners)} />
            <Fact label={t`Created At`} value={formatTableDate(report.createdAt)} />
            <Fact label={t`Updated At`} value={formatTableDate(report.updatedAt)} />
          </dl>
        </Card>
        <Card
          title={t`User Progress Distribution`}
          action={<Definition of="distribution" name={t`User Progress Distribution`} />}
        >
          <DistributionChart stats={stats} />
        </Card>
        <Card title={t`Activity Over Time`} action={<Definition of="activity" name={t`Activity Over Time`} />}>
          <ActivityChart weeks={report.activityOverTime} />
        </Card>
        <Card title={t`Time Spent (Weekly)`} action={<Definition of="weeklyTime" name={t`Time Spent (Weekly)`} />}>
          <TimeChart weeks={report.timeSpentWeekly} />
        </Card>
      </div>
    </>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 text-right font-medium tabular-nums">{value}</dd>
    </div>
  );
}

function OverviewSkeleton() {
  return (
    <div aria-busy>
      <StatsSkeleton count={5} className="mb-6" />
      <div className={layout}>
        {[1, 2, 3, 4].map((i) => (
          <Skeleton key={i} className="h-[320px] rounded-card" />
        ))}
      </div>
    </div>
  );
}

const layout = "grid gap-5 lg:grid-cols-2 [&>*]:min-w-0";
