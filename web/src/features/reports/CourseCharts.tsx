import { useLingui } from "@lingui/react/macro";
import { statusSlices } from "../../app/statusSlices.ts";
import { LazyLineChart, LazyPie } from "../../ui/charts/lazyCharts.tsx";
import type { Report } from "./reports.documents.ts";
import { formatChartDay } from "../../ui/format.ts";

/** Renders a chart of the learners of the course by status. */
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

/** Renders a chart of assignments and completions by week. */
export function ActivityChart({ weeks }: { weeks: Report["activityOverTime"] }) {
  const { t } = useLingui();
  if (weeks.length === 0) return <NoData />;
  return (
    <LazyLineChart
      title={t`Activity Over Time`}
      labels={weeks.map(({ weekStart }) => formatChartDay(weekStart))}
      series={[
        {
          label: t({ message: "Assignments", context: "of courses to users" }),
          color: "var(--brand)",
          values: weeks.map((week) => week.assignedCount),
        },
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

/** Renders a chart of the average minutes of the people who learned in each week. */
export function TimeChart({ weeks }: { weeks: Report["timeSpentWeekly"] }) {
  const { t } = useLingui();
  if (weeks.length === 0) return <NoData />;
  return (
    <LazyLineChart
      title={t`Time Spent (Weekly)`}
      labels={weeks.map(({ weekStart }) => formatChartDay(weekStart))}
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
