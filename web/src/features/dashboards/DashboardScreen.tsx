import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ApiError, getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useViewer } from "../../app/session.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Account } from "./Account.tsx";
import { AddButtons } from "./AddButtons.tsx";
import { addLinks, administrationLinks, learnerLinks, reportLinks } from "./dashboardLinks.ts";
import { DashboardData } from "./dashboards.documents.ts";
import { FirstSteps } from "./FirstSteps.tsx";
import { HowAmIDoing } from "./HowAmIDoing.tsx";
import { QuickLinks } from "./QuickLinks.tsx";
import { RecentCourses, RecentUsers } from "./RecentLists.tsx";
import { Teaching } from "./Teaching.tsx";

/** Renders `/dashboard`: the figures of the instance or branch, and links. */
export function DashboardScreen() {
  const { t } = useLingui();
  const viewer = useViewer();
  const isTeaching = viewer.role === "instructor";
  const { data, error, refetch } = useQuery({
    queryKey: ["dashboardData"],
    queryFn: async () => (await execute(DashboardData, { isTeaching })).dashboardData,
  });
  const addsThings = addLinks.some(({ can }) => viewer.can(can));

  return (
    <>
      <header className="mb-6 flex flex-wrap items-end gap-x-3 gap-y-4">
        <h1 className="mr-auto font-display text-heading leading-tight font-medium">{t`Dashboard`}</h1>
        <AddButtons links={addsThings ? addLinks : reportLinks} icon={addsThings ? "plus" : "chart"} />
      </header>
      <FirstSteps />
      {!data && error ? failure(error) : content()}
    </>
  );

  function failure(error: Error) {
    const unreachable = error instanceof ApiError && error.code === "NETWORK";
    return (
      <ErrorState
        title={unreachable ? t`Failed to fetch dashboard data.` : t`Error fetching dashboard data.`}
        detail={getMessage(error)}
        onRetry={() => void refetch()}
      />
    );
  }

  function content() {
    return (
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_320px]" aria-busy={!data}>
        <div className="grid min-w-0 gap-5">
          <HowAmIDoing figures={data?.analyticsData} />
          <QuickLinks links={addsThings ? administrationLinks : learnerLinks} />
          <div className="grid gap-5 lg:grid-cols-2">
            <RecentCourses courses={data?.recentCourses} />
            <RecentUsers users={data?.recentUsers} />
          </div>
        </div>
        {isTeaching ? <Teaching figures={data?.teaching ?? undefined} /> : <Account figures={data?.analyticsData} />}
      </div>
    );
  }
}
