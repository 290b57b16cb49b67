import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "../../router/index.ts";
import { messageOf } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useScreenExists } from "../../app/links.ts";
import { sortArgument, useUrlTable } from "../../app/urlTable.ts";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { pageArguments } from "../../ui/table/tableQuery.ts";
import { useUserColumns, type CourseUser } from "./courseUsersTable.tsx";
import { useExport, type ExportRequest } from "./exports/useExport.ts";
import { CourseReportUsers } from "./reports.documents.ts";
import { useNarrowing } from "./reportSearch.ts";

/** The tab Users: who has the course and how far they are. A row leads to the person's report. */
export function AssignedUsers({ courseId }: { courseId: number }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const exists = useScreenExists();
  const [query, setQuery] = useUrlTable();
  const columns = useUserColumns();
  const { people, isNarrowed } = useNarrowing();
  const filters = { ...people, search: query.search, sort: sortArgument(query) };
  const table: ExportRequest = { kind: "course-users", course_id: courseId, ...filters };
  const take = useExport();
  const variables = { courseId, ...filters, ...pageArguments(query) };
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
      onExport={(format) => take(table, format)}
      onPaper={() => take(table, "pdf")}
      {...(opens && { onRowClick: (user: CourseUser) => void navigate({ to: reportOf(user) as "/" }) })}
      empty={
        query.search || isNarrowed
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
}
