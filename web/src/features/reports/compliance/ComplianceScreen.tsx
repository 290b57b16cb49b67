import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { ButtonLink } from "../../../ui/ButtonLink.tsx";
import { LazyLineChart } from "../../../ui/charts/lazyCharts.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { formatChartDay } from "../../../ui/format.ts";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { Stats, StatsSkeleton } from "../../../ui/Stats.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { defined } from "../Definition.tsx";
import { ReportFilters } from "../ReportFilters.tsx";
import { PrintButton } from "../ReportLinks.tsx";
import { tabSearch, useReportFilters } from "../reportSearch.ts";
import { BranchTable, CourseTable } from "./ComplianceTables.tsx";
import { ComplianceOverview } from "./compliance.documents.ts";
import { formatShare } from "./states.ts";

/** `/reports/compliance`: how many enrolments are compliant, by course, branch and month. */
export function ComplianceScreen() {
  const { t } = useLingui();
  const navigate = useNavigate({ from: "/reports/compliance" });
  const { tab = "courses" }: { tab?: string } = useSearch({ strict: false });
  const { reportFilters } = useReportFilters();
  const { data, error, refetch } = useQuery({
    queryKey: ["compliance", reportFilters],
    queryFn: async () => (await execute(ComplianceOverview, reportFilters)).compliance,
    placeholderData: keepPreviousData,
  });

  return (
    <>
      <PageHeader title={t`Compliance`}>
        <ButtonLink kind="quiet" to="/reports/matrix" className="print:hidden">{t`Training matrix`}</ButtonLink>
        <PrintButton />
      </PageHeader>
      <ReportFilters />
      {overview()}
      <Tabs
        label={t`Compliance`}
        value={tab === "branches" ? "branches" : "courses"}
        onChange={(next) =>
          void navigate({
            to: ".",
            search: tabSearch(next === "courses" ? "overview" : next),
            resetScroll: false,
          })
        }
        tabs={[
          { id: "courses", label: t`Courses`, content: <CourseTable /> },
          { id: "branches", label: t`Branches`, content: <BranchTable /> },
        ]}
      />
    </>
  );

  function overview() {
    if (!data && error)
      return (
        <ErrorState
          title={t`The figures could not be loaded.`}
          detail={getMessage(error)}
          onRetry={() => void refetch()}
        />
      );
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
              {t`Worked out from the dates of the present enrolments: what was ended or started again since then is not included.`}
            </p>
            <LazyLineChart
              title={t`Enrolments at the end of each month`}
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
}
