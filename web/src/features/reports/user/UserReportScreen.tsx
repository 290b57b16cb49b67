import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useIdInPath } from "../../../app/useIdInPath.ts";
import { ApiError, getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { useTitle } from "../../../app/title.ts";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Empty } from "../../../ui/Empty.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { Stats, StatsSkeleton } from "../../../ui/Stats.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { UserReport } from "../reports.documents.ts";
import { PrintButton } from "../ReportLinks.tsx";
import { useReportFilters, userTabSearch } from "../reportSearch.ts";
import { UserActivity } from "./UserActivity.tsx";
import { UserCertificateList } from "./UserCertificateList.tsx";
import { UserCourses } from "./UserCourses.tsx";
import { defined } from "../Definition.tsx";
import { ReportFilters } from "../ReportFilters.tsx";
import { UserOverview } from "./UserOverview.tsx";
import { formatPercent } from "../../../ui/format.ts";

/** Renders `/reports/users/{id}`: the figures, courses, certificates and activity of a user. */
export function UserReportScreen() {
  const { t } = useLingui();
  const id = useIdInPath();
  const userId = Number(id);
  const { tab = "overview" }: { tab?: string } = useSearch({ from: "/signed-in/shell/back-office/reports/users/$id" });
  const navigate = useNavigate({ from: "/reports/users/$id" });
  const shown = userTabs.includes(tab) ? tab : "overview";
  const isOfCourses = shown === "overview" || shown === "courses";
  const { reportFilters } = useReportFilters();
  const { category_id, from, to } = reportFilters;
  const courses = isOfCourses ? { category_id, from, to } : {};
  const { data, error, refetch } = useQuery({
    queryKey: ["userReport", userId, courses],
    queryFn: () => execute(UserReport, { id: userId, ...courses }),
    placeholderData: keepPreviousData,
  });
  const name = data && `${data.user.first_name} ${data.user.last_name}`;
  const title = name ? t`${name} User Report` : t`User Report`;
  useTitle(title);

  return (
    <>
      <BackLink to="/reports/users">{t`Back to user reports`}</BackLink>
      {!data && error ? failure(error) : report()}
    </>
  );

  function failure(failed: Error) {
    if (failed instanceof ApiError && failed.code === "NOT_FOUND")
      return <Empty title={t`No User Data`}>{t`There is nobody here with this number.`}</Empty>;
    return (
      <ErrorState
        title={t`The user report could not be loaded.`}
        detail={getMessage(failed)}
        onRetry={() => void refetch()}
      />
    );
  }

  function report() {
    return (
      <>
        <PageHeader
          title={data ? title : <TitleSkeleton name={title} />}
          text={data ? data.user.email : <Skeleton className="h-5 w-52" />}
        >
          {data && <PrintButton />}
        </PageHeader>
        {stats()}
        {isOfCourses && <ReportFilters by={["categories"]} />}
        <Tabs
          label={title}
          value={shown}
          onChange={(next) =>
            void navigate({
              to: ".",
              search: userTabSearch(shown, next),
              resetScroll: false,
            })
          }
          tabs={[
            { id: "overview", label: t`Overview`, content: <UserOverview progress={data?.userProgress} /> },
            {
              id: "courses",
              label: t`Courses`,
              content: <UserCourses userId={userId} courses={data?.userProgress.courses} />,
            },
            { id: "certificates", label: t`Certificates`, content: <UserCertificateList userId={userId} /> },
            { id: "activity", label: t`Activity`, content: <UserActivity userId={userId} /> },
          ]}
        />
      </>
    );
  }

  function stats() {
    if (!data) return <StatsSkeleton count={5} className="mb-6" />;
    const { userProgress: progress } = data;
    return (
      <Stats
        className="mb-6"
        entries={[
          { label: t`Courses Assigned`, value: progress.totalCourses },
          defined("averageProgress", t`Average Completion Rate`, formatPercent(progress.averageCompletionRate)),
          defined("completed", t`Completed Courses`, progress.completedCourses),
          defined("inProgress", t`In Progress`, progress.inProgressCourses),
          defined("notStarted", t`Courses Not Started`, progress.notStartedCourses),
        ]}
      />
    );
  }
}

const userTabs = ["overview", "courses", "certificates", "activity"];

function TitleSkeleton({ name }: { name: string }) {
  return (
    <>
      <span className="sr-only">{name}</span>
      <Skeleton className="h-10 w-72 max-w-full" />
    </>
  );
}
