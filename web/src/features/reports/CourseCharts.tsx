import { useLingui } from "@lingui/react/macro";
import { statusSlices } from "../../app/statusSlices.ts";
import { LazyLineChart, LazyPie } from "../../ui/charts/lazyCharts.tsx";
import type { Report } from "./CourseOverview.tsx";

/** How many of the course's people have completed it, are in it, have not begun. */
export function DistributionChart({ stats }: { stats: Report["stats"] }) {
  const { t } = useLingui();
  if (stats.assignedLearners === 0) return <NoData />;
  return (
    <LazyPie
      title={t`User Progress Distribution`}
      valueLabel={t`Learners`}
      slices={statusSlices({
        completed: stats.completedLearners,
        inProgress: stats.learnersInProgress,
        notStarted: stats.learnersNotStarted,
      })}
    />
  );
}

/** Assignments and completions by week. */
export function ActivityChart({ weeks }: { weeks: Report["activityOverTime"] }) {
  const { t } = useLingui();
  if (weeks.length === 0) return <NoData />;
  return (
    <LazyLineChart
      title={t`Activity Over Time`}
      labels={weeks.map(({ weekStart }) => dayOf(weekStart))}
      series={[
        { label: t`Assignments`, color: "var(--brand)", values: weeks.map((week) => week.assignedCount) },
        {
          label: t`Completions`,
          color: "var(--accent)",
          values: weeks.map((week) => week.completedCount),
          dashed: true,
        },
      ]}
    />
  );
}

/** Average time of those who learned in a week, in minutes. */
export function TimeChart({ weeks }: { weeks: Report["timeSpentWeekly"] }) {
  const { t } = useLingui();
  if (weeks.length === 0) return <NoData />;
  return (
    <LazyLineChart
      title={t`Time Spent (Weekly)`}
      labels={weeks.map(({ weekStart }) => dayOf(weekStart))}
      series={[
        {
          label: t`Average time`,
          color: "var(--brand)",
          values: weeks.map((week) => Math.round(week.averageTimeSpent / 6) / 10),
        },
      ]}
      format={(minutes) => t`${minutes} min`}
    />
  );
}

function NoData() {
  const { t } = useLingui();
  return <p className="text-muted">{t`No course data available for the chart.`}</p>;
}

/** A day without a time of day, which must not move to the day before where the clock is behind. */
const dayOf = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
