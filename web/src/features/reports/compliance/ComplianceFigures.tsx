import { useLingui } from "@lingui/react/macro";
import { getMessage } from "../../../app/errors.ts";
import type { ComplianceOverviewQuery } from "../../../gen/graphql.ts";
import { LazyLineChart } from "../../../ui/charts/lazyCharts.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { formatChartDay } from "../../../ui/format.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { Stats, StatsSkeleton } from "../../../ui/Stats.tsx";
import { defined } from "../Definition.tsx";
import { formatShare } from "./states.ts";

type Props = {
  data: ComplianceOverviewQuery["compliance"] | undefined;
  error: unknown;
  onRetry: () => void;
  /** Whether the figures are of the people of a learning path, and not of enrolments in courses. */
  isPath?: boolean;
};

/** Shows how many are in each state, and how that was in the last twelve months. */
export function ComplianceFigures({ data, error, onRetry, isPath = false }: Props) {
  const { t } = useLingui();
  if (!data && error)
    return <ErrorState title={t`The figures could not be loaded.`} detail={getMessage(error)} onRetry={onRetry} />;
  if (!data)
    return (
      <>
        <StatsSkeleton count={5} className="mb-6" />
        <Skeleton className="mb-8 h-[330px] w-full rounded-card" />
      </>
    );
  const { totals, months } = data;
  return (
    <>
      <Stats
        className="mb-6"
        entries={[
          defined("compliant", t`Share compliant`, formatShare(totals)),
          defined("compliant", t`Compliant`, totals.compliant),
          defined("stillDue", t`To do`, totals.due),
          defined("overdue", t`Overdue`, totals.overdue),
          defined("expired", t`Expired`, totals.expired),
        ]}
      />
      {totals.assigned > 0 && (
        <section aria-labelledby="over-time" className="mb-8 rounded-card border border-line bg-surface p-5">
          <h2 id="over-time" className="mb-1 font-semibold">{t`Over the last twelve months`}</h2>
          <p className="mb-4 max-w-prose text-small text-muted">
            {isPath
              ? t`Worked out from the dates of the people who are assigned now: what was ended or started again since then is not included.`
              : t`Worked out from the dates of the present enrolments: what was ended or started again since then is not included.`}
          </p>
          <LazyLineChart
            title={isPath ? t`People at the end of each month` : t`Enrolments at the end of each month`}
            labels={months.map(({ day }) => formatChartDay(day))}
            series={[
              { label: t`Compliant`, color: "var(--brand)", values: months.map(({ compliant }) => compliant) },
              {
                label: t`Assigned`,
                color: "var(--muted)",
                values: months.map(({ assigned }) => assigned),
                dashed: true,
              },
              { label: t`Overdue`, color: "var(--danger)", values: months.map(({ overdue }) => overdue) },
            ]}
          />
        </section>
      )}
    </>
  );
}
