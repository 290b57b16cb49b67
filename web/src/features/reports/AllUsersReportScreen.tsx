import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "../../router/index.ts";
import { hoursMinutesSeconds } from "../../app/duration.ts";
import { messageOf } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { sortArgument, useUrlTable } from "../../app/urlTable.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Stats, StatsSkeleton } from "../../ui/Stats.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { pageArguments } from "../../ui/table/tableQuery.ts";
import { toast } from "../../ui/toast.ts";
import { exportReportUsers, reportOf, useReportUserColumns } from "./allUsersTable.tsx";
import { BranchFilter } from "./BranchFilter.tsx";
import { ReportsAllUsers, ReportUsersPage } from "./reports.documents.ts";

/** `/reports/users`: everybody with how far they are in their courses. The cards are about all of them. */
export function AllUsersReportScreen() {
  const { t, i18n } = useLingui();
  const { branches = [] }: { branches?: string[] } = useSearch();
  const navigate = useNavigate();
  const [query, setQuery] = useUrlTable();
  const columns = useReportUserColumns();
  const branchUrls = branches.length > 0 ? branches : null;
  const filters = { branchUrls, search: query.search, sort: sortArgument(query) };
  const totals = useQuery({
    queryKey: ["reportsAllUsers", branchUrls],
    queryFn: async () => (await execute(ReportsAllUsers, { branchUrls })).reportsAllUsers.stats,
    placeholderData: keepPreviousData,
  });
  const page = useQuery({
    queryKey: ["reportUsersPage", filters, pageArguments(query)],
    queryFn: async () =>
      (await execute(ReportUsersPage, { ...filters, ...pageArguments(query) })).reportsAllUsers.usersPage,
    placeholderData: keepPreviousData,
  });

  return (
    <>
      <PageHeader title={t`User Reports`} />
      {stats()}
      <BranchFilter
        value={branches}
        onChange={(urls) =>
          void navigate({
            to: ".",
            search: (old) => ({ ...old, branches: urls.length > 0 ? urls : undefined, page: undefined }),
            resetScroll: false,
          })
        }
      />
      <DataTable
        label={t`User Reports`}
        columns={columns}
        rows={page.data?.rows}
        total={page.data?.total ?? 0}
        rowKey={(user) => user.id}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search users or courses...`}
        onExport={exportAll}
        onRowClick={(user) => void navigate({ to: reportOf(user) as "/" })}
        empty={{ title: t`No users found. Try refining your search.` }}
        error={
          !page.data && page.error
            ? {
                title: t`The user reports could not be loaded.`,
                detail: messageOf(page.error),
                onRetry: () => void page.refetch(),
              }
            : null
        }
        refreshing={page.isPlaceholderData}
      />
    </>
  );

  function stats() {
    const { data, error } = totals;
    if (!data && error)
      return (
        <ErrorState
          title={t`The figures could not be loaded.`}
          detail={messageOf(error)}
          onRetry={() => void totals.refetch()}
        />
      );
    if (!data) return <StatsSkeleton count={5} className="mb-6" />;
    return (
      <Stats
        className="mb-6"
        entries={[
          { label: t`Completion Rate`, value: i18n.number(data.completionRate / 100, percent) },
          { label: t`Completed Courses`, value: data.completedCourses },
          { label: t`Courses in Progress`, value: data.coursesInProgress },
          { label: t`Courses Not Started`, value: data.coursesNotStarted },
          { label: t`Training Time`, value: hoursMinutesSeconds(data.trainingTime) },
        ]}
      />
    );
  }

  async function exportAll() {
    try {
      await exportReportUsers(filters);
    } catch (failure) {
      toast({ kind: "error", text: messageOf(failure) });
    }
  }
}

const percent = { style: "percent", maximumFractionDigits: 1 } as const;
