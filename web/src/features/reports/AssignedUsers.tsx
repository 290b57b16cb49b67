import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "../../router/index.ts";
import { messageOf } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useScreenExists } from "../../app/links.ts";
import { sortArgument, useUrlTable } from "../../app/urlTable.ts";
import { toast } from "../../ui/toast.ts";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { pageArguments } from "../../ui/table/tableQuery.ts";
import { exportUsers, useUserColumns, type CourseUser } from "./courseUsersTable.tsx";
import { CourseReportUsers } from "./reports.documents.ts";

/** The tab Users: who has the course and how far they are. A row leads to the person's report. */
export function AssignedUsers({ courseId }: { courseId: number }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const exists = useScreenExists();
  const [query, setQuery] = useUrlTable();
  const columns = useUserColumns();
  const variables = { courseId, search: query.search, sort: sortArgument(query), ...pageArguments(query) };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["courseReportUsers", variables],
    queryFn: async () => (await execute(CourseReportUsers, variables)).courseReport.usersPage,
    placeholderData: keepPreviousData,
  });
  const reportOf = (user: CourseUser) => `/reports/users/${user.id}`;
  const opens = data?.rows[0] && exists(reportOf(data.rows[0]));

  return (
    <DataTable
      label={t`Assigned Users`}
      columns={columns}
      rows={data?.rows}
      total={data?.total ?? 0}
      rowKey={(user) => user.id}
      query={query}
      onQueryChange={setQuery}
      searchLabel={t`Search users...`}
      onExport={exportAll}
      {...(opens && { onRowClick: (user: CourseUser) => void navigate({ to: reportOf(user) as "/" }) })}
      empty={
        query.search
          ? { title: t`No users found. Try refining your search.` }
          : { title: t`No users assigned to this course.` }
      }
      error={
        !data && error
          ? {
              title: t`The users of this course could not be loaded.`,
              detail: messageOf(error),
              onRetry: () => void refetch(),
            }
          : null
      }
      refreshing={isPlaceholderData}
    />
  );

  async function exportAll() {
    try {
      await exportUsers(courseId, { search: query.search, sort: sortArgument(query) });
    } catch (failure) {
      toast({ kind: "error", text: messageOf(failure) });
    }
  }
}
