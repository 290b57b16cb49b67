import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { execute } from "../../../app/graphql.ts";
import { useScreenExists } from "../../../app/links.ts";
import { ButtonLink } from "../../../ui/ButtonLink.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { ReportFilters } from "../ReportFilters.tsx";
import { PrintButton } from "../ReportLinks.tsx";
import { ReportChoices } from "../reports.documents.ts";
import { tabSearch, useReportFilters } from "../reportSearch.ts";
import { ComplianceFigures } from "./ComplianceFigures.tsx";
import { CompliancePeopleTable } from "./CompliancePeopleTable.tsx";
import { BranchTable, CourseTable, PathTable } from "./ComplianceTables.tsx";
import { ComplianceOverview } from "./compliance.documents.ts";

/** Renders `/reports/compliance/course/$id`: who is compliant in a course. */
export function CourseComplianceScreen() {
  const { t } = useLingui();
  const { id } = useParams({ from: "/signed-in/shell/back-office/reports/compliance/course/$id" });
  return (
    <SubjectScreen
      subject={{ course_id: id }}
      untitled={t`Untitled Course`}
      report={`/reports/courses/${id}`}
      link={t`Course report`}
    />
  );
}

/** Renders `/reports/compliance/path/$id`: who is compliant in a learning path. */
export function PathComplianceScreen() {
  const { t } = useLingui();
  const { id } = useParams({ from: "/signed-in/shell/back-office/reports/compliance/path/$id" });
  return (
    <SubjectScreen
      subject={{ path_id: id }}
      untitled={t`Learning path`}
      report={`/learning-paths/${id}`}
      link={t`Learning path`}
    />
  );
}

/** Renders `/reports/compliance/branch/$url`: how compliant the members of a branch are. */
export function BranchComplianceScreen() {
  const { t } = useLingui();
  const { url } = useParams({ from: "/signed-in/shell/back-office/reports/compliance/branch/$url" });
  const { reportFilters } = useReportFilters();
  const { data: choices } = useQuery({ queryKey: ["reportChoices"], queryFn: () => execute(ReportChoices) });
  const fixed = { branchUrls: [url] };
  const filters = { ...reportFilters, ...fixed };
  const { data, error, refetch } = useFigures(filters);
  const name = choices?.reportChoices.branches.find((branch) => branch.url === url)?.name ?? url;
  return (
    <>
      <Header title={name} />
      <ReportFilters by={["groups", "categories"]} />
      <ComplianceFigures data={data} error={error} onRetry={() => void refetch()} />
      <SubjectTabs
        tabs={[
          { id: "courses", label: t`Courses`, content: <CourseTable fixed={fixed} /> },
          { id: "paths", label: t`Learning paths`, content: <PathTable fixed={fixed} /> },
        ]}
      />
    </>
  );
}

type Props = {
  subject: { course_id: number } | { path_id: number };
  untitled: string;
  /** The screen with more about it, and the text of the link to it. */
  report: string;
  link: string;
};

function SubjectScreen({ subject, untitled, report, link }: Props) {
  const { t } = useLingui();
  const exists = useScreenExists();
  const { people } = useReportFilters();
  const { data, error, refetch } = useFigures({ ...people, ...subject });
  const title = data ? data.name || untitled : error ? untitled : <Skeleton className="h-8 w-64" />;
  return (
    <>
      <Header title={title}>
        {exists(report) && (
          <ButtonLink kind="quiet" to={report}>
            {link}
          </ButtonLink>
        )}
      </Header>
      <ReportFilters by={["branches", "groups"]} />
      <ComplianceFigures data={data} error={error} onRetry={() => void refetch()} isPath={"path_id" in subject} />
      <SubjectTabs
        tabs={[
          { id: "people", label: t`People`, content: <CompliancePeopleTable subject={subject} /> },
          { id: "branches", label: t`Branches`, content: <BranchTable subject={subject} /> },
        ]}
      />
    </>
  );
}

function Header({ title, children }: { title: ReactNode; children?: ReactNode }) {
  const { t } = useLingui();
  return (
    <PageHeader title={title} text={t`Compliance`}>
      <ButtonLink kind="quiet" to="/reports/compliance">{t`All compliance`}</ButtonLink>
      {children}
      <PrintButton />
    </PageHeader>
  );
}

/** Tabs whose first needs nothing in the address. */
function SubjectTabs({ tabs }: { tabs: { id: string; label: string; content: ReactNode }[] }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { tab }: { tab?: string } = useSearch({ strict: false });
  const first = tabs[0]!.id;
  return (
    <Tabs
      label={t`Compliance`}
      value={tabs.some(({ id }) => id === tab) ? tab! : first}
      onChange={(next) =>
        void navigate({
          to: ".",
          search: tabSearch(next === first ? "overview" : next) as never,
          resetScroll: false,
        })
      }
      tabs={tabs}
    />
  );
}

function useFigures(filters: object) {
  return useQuery({
    queryKey: ["compliance", filters],
    queryFn: async () => (await execute(ComplianceOverview, filters)).compliance,
    placeholderData: keepPreviousData,
  });
}
