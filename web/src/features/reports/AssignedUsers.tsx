import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useScreenExists } from "../../app/links.ts";
import { sortArgument, useUrlTable } from "../../app/urlTable.ts";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { pageArguments } from "../../ui/table/tableQuery.ts";
import { useUserColumns, type CourseUser } from "./courseUsersTable.tsx";
import { useExport, type ExportRequest } from "../../app/useExport.ts";
import { CourseReportUsers } from "./reports.documents.ts";
import { useReportFilters } from "./reportSearch.ts";

/** Renders the Users tab: the people of the course with their progress. A row opens the user's report. */
export function AssignedUsers({ courseId }: { courseId: number }) {
  const { t } = useLingui();
  const exists = useScreenExists();
  const [query, setQuery] = useUrlTable();
  const columns = useUserColumns();
  const { people } = useReportFilters();
  const filters = { ...people, search: query.search, sort: sortArgument(query) };
  const table: ExportRequest = { kind: "course-users", course_id: courseId, ...filters };
  const exportTable = useExport();
  const variables = { courseId, ...filters, ...pageArguments(query) };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["courseReportUsers", variables],
    queryFn: async () => (await execute(CourseReportUsers, variables)).courseReport.usersPage,
    placeholderData: keepPreviousData,
  });
  const getReportPath = (user: CourseUser) => `/reports/users/${user.id}`;
  const opens = data?.rows[0] && exists(getReportPath(data.rows[0]));

  return (
    <>
      <h2 className="mb-3 text-lg font-semibold">{t`Assigned Users`}</h2>
      <DataTable
        label={t`Assigned Users`}
        columns={columns}
        rows={data?.rows}
        total={data?.total ?? 0}
        rowKey={(user) => user.id}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search users...`}
        onExport={(format) => exportTable(table, format)}
        {...(opens && { rowHref: getReportPath })}
        empty={{
          title: t`No users assigned to this course.`,
          noMatch: { title: t`No users found. Try refining your search.` },
        }}
        error={
          !data && error
            ? {
                title: t`The users of this course could not be loaded.`,
                detail: getMessage(error),
                onRetry: () => void refetch(),
              }
            : null
        }
        refreshing={isPlaceholderData}
      />
    </>
  );
}
