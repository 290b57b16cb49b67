import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { execute } from "../../../app/graphql.ts";
import { ButtonLink } from "../../../ui/ButtonLink.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { ReportFilters } from "../ReportFilters.tsx";
import { PrintButton } from "../ReportLinks.tsx";
import { tabSearch, useReportFilters } from "../reportSearch.ts";
import { ComplianceFigures } from "./ComplianceFigures.tsx";
import { BranchTable, CourseTable, PathTable } from "./ComplianceTables.tsx";
import { ComplianceOverview } from "./compliance.documents.ts";

/** Renders `/reports/compliance`: how many enrolments are compliant, by course, learning path, branch and month. */
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
      <ComplianceFigures data={data} error={error} onRetry={() => void refetch()} />
      <Tabs
        label={t`Compliance`}
        value={tab === "branches" || tab === "paths" ? tab : "courses"}
        onChange={(next) =>
          void navigate({
            to: ".",
            search: tabSearch(next === "courses" ? "overview" : next),
            resetScroll: false,
          })
        }
        tabs={[
          { id: "courses", label: t`Courses`, content: <CourseTable /> },
          { id: "paths", label: t`Learning paths`, content: <PathTable /> },
          { id: "branches", label: t`Branches`, content: <BranchTable /> },
        ]}
      />
    </>
  );
}
