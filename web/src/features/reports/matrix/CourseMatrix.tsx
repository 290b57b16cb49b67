import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { sortArgument, useUrlTable } from "../../../app/urlTable.ts";
import { useExport, type ExportRequest } from "../../../app/useExport.ts";
import { EmptyTable } from "../../../ui/table/EmptyTable.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { SkeletonRows } from "../../../ui/table/SkeletonRows.tsx";
import { TableFooter } from "../../../ui/table/TableFooter.tsx";
import { TableToolbar } from "../../../ui/table/TableToolbar.tsx";
import { pageArguments } from "../../../ui/table/tableQuery.ts";
import { useReportFilters } from "../reportSearch.ts";
import { CourseMatrix as Document } from "./matrix.documents.ts";
import { MatrixTable } from "./MatrixTable.tsx";

/** Renders the Units tab: who has done which unit of the course, when and with what result. */
export function CourseMatrix({ courseId }: { courseId: number }) {
  const { t } = useLingui();
  const [query, setQuery] = useUrlTable();
  const { people } = useReportFilters();
  const filters = { ...people, search: query.search, sort: sortArgument(query) };
  const table: ExportRequest = { kind: "course-matrix", course_id: courseId, ...filters };
  const exportTable = useExport();
  const variables = { courseId, ...filters, ...pageArguments(query) };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["courseMatrix", variables],
    queryFn: async () => (await execute(Document, variables)).courseReport.matrix,
    placeholderData: keepPreviousData,
  });
  const label = t`Learners and units`;

  return (
    <section
      aria-label={label}
      aria-busy={(!data && !error) || isPlaceholderData}
      className="overflow-clip rounded-card border border-line bg-surface"
    >
      <TableToolbar
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search users...`}
        onExport={(format) => exportTable(table, format)}
        total={data?.total}
      />
      <div className={isPlaceholderData ? "opacity-60 transition-opacity delay-150" : undefined}>{body()}</div>
      {data && data.rows.length > 0 && (
        <TableFooter label={label} query={query} total={data.total} onQueryChange={setQuery} />
      )}
    </section>
  );

  function body() {
    if (!data && error)
      return (
        <ErrorState
          title={t`The units of the learners could not be loaded.`}
          detail={getMessage(error)}
          onRetry={() => void refetch()}
        />
      );
    if (!data) return <SkeletonRows columns={5} count={query.pageSize} label={t`Loading`} />;
    if (data.rows.length === 0)
      return (
        <EmptyTable
          empty={{
            title: t`No users assigned to this course.`,
            noMatch: { title: t`No users found. Try refining your search.` },
          }}
          query={query}
          onQueryChange={setQuery}
        />
      );
    return <MatrixTable label={label} matrix={data} query={query} onQueryChange={setQuery} />;
  }
}
