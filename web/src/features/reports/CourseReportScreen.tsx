import { useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useIdInPath } from "../../app/useIdInPath.ts";
import { ApiError, getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useViewer } from "../../app/session.ts";
import { useTitle } from "../../app/title.ts";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Empty } from "../../ui/Empty.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { AssignedUsers } from "./AssignedUsers.tsx";
import { BackLink } from "../../ui/BackLink.tsx";
import { lazyPart } from "../../ui/lazyPart.tsx";
import { CourseQuestionResults } from "./CourseQuestionResults.tsx";
import { CourseOverview } from "./CourseOverview.tsx";
import { ItemAnalysisTab } from "./items/ItemAnalysisTab.tsx";
import { CourseMatrix } from "./matrix/CourseMatrix.tsx";
import { PackageQuestionResults } from "./packages/PackageQuestionResults.tsx";
import { PackageResults } from "./packages/PackageResults.tsx";
import { SurveyTab } from "./surveys/SurveyTab.tsx";
import { PrintButton } from "./ReportLinks.tsx";
import { ReportFilters } from "./ReportFilters.tsx";
import { CourseReport } from "./reports.documents.ts";
import { tabSearch, useReportFilters } from "./reportSearch.ts";
import { useReportDefinitions } from "./useReportDefinitions.tsx";

// A separate file would make the list of files that the login page loads longer.
export { PackagesScreen } from "./packages/PackagesScreen.tsx";

const ScheduleDialog = lazyPart(async () => ({
  default: (await import("./schedules/ScheduleDialog.tsx")).ScheduleDialog,
}));

/** Renders `/reports/courses/{id}`: the figures, charts and people of a course. */
export function CourseReportScreen() {
  const { t } = useLingui();
  const id = useIdInPath();
  const courseId = Number(id);
  const viewer = useViewer();
  const { tab = "overview" }: { tab?: string } = useSearch({
    from: "/signed-in/shell/back-office/reports/courses/$id",
  });
  const shown = courseTabs.includes(tab) ? tab : "overview";
  const [isPlanning, setPlanning] = useState(false);
  const { people, isFiltered } = useReportFilters();
  const navigate = useNavigate({ from: "/reports/courses/$id" });
  useReportDefinitions(); // The parts of the screen need them: they are requested with its data.
  const { data, error, refetch } = useQuery({
    queryKey: ["courseReport", courseId, people],
    queryFn: async () => (await execute(CourseReport, { courseId, ...people })).courseReport,
    placeholderData: keepPreviousData,
  });
  const title = data?.title || t`Course Report`;
  useTitle(title);

  return (
    <>
      <BackLink to="/reports/courses">{t`Back to course reports`}</BackLink>
      <PageHeader title={data || error ? title : <TitleSkeleton name={title} />}>
        {data && <PrintButton />}
        {data && viewer.can("report.schedule") && (
          <Button kind="quiet" className="print:hidden" onClick={() => setPlanning(true)}>
            {t`Schedule`}
          </Button>
        )}
        {data && viewer.can("enrolment.manage") && (
          <ButtonLink kind="quiet" className="print:hidden" to="/courses/$id/people" params={{ id: courseId }}>
            {t`People`}
          </ButtonLink>
        )}
        {data && viewer.can("submission.review") && (
          <ButtonLink
            kind="quiet"
            className="print:hidden"
            to="/submissions"
            search={{ course: courseId, state: "all" }}
          >
            {t`Submissions`}
          </ButtonLink>
        )}
      </PageHeader>
      {(data || !error || isFiltered) && <ReportFilters by={["branches", "groups"]} />}
      {!data && error ? failure(error) : tabs()}
      {data && isPlanning && (
        <Suspense fallback={null}>
          <ScheduleDialog
            schedule={null}
            course={{ id: courseId, title, branchUrls: people.branchUrls ?? [], group_ids: people.group_ids ?? [] }}
            onClose={() => setPlanning(false)}
          />
        </Suspense>
      )}
    </>
  );

  function failure(failed: Error) {
    if (failed instanceof ApiError && failed.code === "NOT_FOUND")
      return (
        <Empty title={t`No Course Data`}>
          {isFiltered
            ? t`Try adjusting your search or the filters.`
            : t`No course data available for the selected course.`}
        </Empty>
      );
    return (
      <ErrorState
        title={t`The course report could not be loaded.`}
        detail={getMessage(failed)}
        onRetry={() => void refetch()}
      />
    );
  }

  function tabs() {
    return (
      <Tabs
        label={title}
        value={shown}
        onChange={(next) => void navigate({ to: ".", search: tabSearch(next), resetScroll: false })}
        tabs={[
          { id: "overview", label: t`Overview`, content: <CourseOverview report={data} /> },
          { id: "users", label: t`Users`, content: <AssignedUsers courseId={courseId} /> },
          { id: "units", label: t`Units`, content: <CourseMatrix courseId={courseId} /> },
          { id: "questions", label: t`Questions`, content: <CourseQuestionResults courseId={courseId} /> },
          { id: "items", label: t`Item analysis`, content: <ItemAnalysisTab courseId={courseId} /> },
          { id: "surveys", label: t`Surveys`, content: <SurveyTab courseId={courseId} /> },
          {
            id: "packages",
            label: t`Packages`,
            content: (
              <>
                <PackageResults courseId={courseId} />
                <PackageQuestionResults courseId={courseId} />
              </>
            ),
          },
        ]}
      />
    );
  }
}

const courseTabs = ["overview", "users", "units", "questions", "items", "surveys", "packages"];

function TitleSkeleton({ name }: { name: string }) {
  return (
    <>
      <span className="sr-only">{name}</span>
      <Skeleton className="h-10 w-72 max-w-full" />
    </>
  );
}
