import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { useScreenExists } from "../../../app/links.ts";
import { sortArgument, useUrlTable } from "../../../app/urlTable.ts";
import { useExport } from "../../../app/useExport.ts";
import type { StateCountsFragment } from "../../../gen/graphql.ts";
import { NameLink } from "../../../ui/NameLink.tsx";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { pageArguments } from "../../../ui/table/tableQuery.ts";
import { useReportFilters } from "../reportSearch.ts";
import { useReportColumns } from "../useReportDefinitions.tsx";
import { BranchCompliance, CourseCompliance } from "./compliance.documents.ts";
import { formatShare } from "./states.ts";

const counts = {
  assigned: ({ counts: { assigned } }: Counted) => assigned,
  compliantShare: (row: Counted) => formatShare(row.counts),
  compliant: ({ counts: { compliant } }: Counted) => compliant,
  due: ({ counts: { due } }: Counted) => due,
  overdue: ({ counts: { overdue } }: Counted) => overdue,
  expired: ({ counts: { expired } }: Counted) => expired,
};
type Counted = { counts: StateCountsFragment };

/** Lists the courses with how many people are compliant. */
export function CourseTable() {
  const { t } = useLingui();
  const exists = useScreenExists();
  const [query, setQuery] = useUrlTable();
  const { reportFilters } = useReportFilters();
  const exportTable = useExport();
  const filters = { ...reportFilters, search: query.search, sort: sortArgument(query) };
  const variables = { ...filters, ...pageArguments(query) };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["compliance", "courses", variables],
    queryFn: async () => (await execute(CourseCompliance, variables)).compliance.courses,
    placeholderData: keepPreviousData,
  });
  type Row = NonNullable<typeof data>["rows"][number];
  const columns = useReportColumns<Row>("compliance", {
    course: ({ id, name }) => {
      const path = `/reports/courses/${id}`;
      const title = name || t`Untitled Course`;
      return exists(path) ? <NameLink to={path}>{title}</NameLink> : title;
    },
    category: ({ category }) => category ?? t`N/A`,
    ...counts,
  });
  return (
    <DataTable
      label={t`Compliance by course`}
      columns={columns}
      rows={data?.rows}
      total={data?.total ?? 0}
      rowKey={({ id }) => id}
      query={query}
      onQueryChange={setQuery}
      searchLabel={t`Search courses...`}
      onExport={(format) => exportTable({ kind: "compliance", ...filters }, format)}
      empty={{
        title: t`Nobody is enrolled in a course yet`,
        noMatch: { title: t`No courses found. Try refining your search.` },
      }}
      error={
        !data && error
          ? { title: t`The courses could not be loaded.`, detail: getMessage(error), onRetry: () => void refetch() }
          : null
      }
      refreshing={isPlaceholderData}
    />
  );
}

/** Lists the branches with how many enrolments of their members are compliant. */
export function BranchTable() {
  const { t } = useLingui();
  const [query, setQuery] = useUrlTable();
  const { reportFilters } = useReportFilters();
  const exportTable = useExport();
  const filters = { ...reportFilters, search: query.search, sort: sortArgument(query) };
  const variables = { ...filters, ...pageArguments(query) };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["compliance", "branches", variables],
    queryFn: async () => (await execute(BranchCompliance, variables)).compliance.branches,
    placeholderData: keepPreviousData,
  });
  type Row = NonNullable<typeof data>["rows"][number];
  const columns = useReportColumns<Row>("compliance-branches", {
    branches: ({ name }) => name ?? t`No branch`,
    ...counts,
  });
  return (
    <DataTable
      label={t`Compliance by branch`}
      columns={columns}
      rows={data?.rows}
      total={data?.total ?? 0}
      rowKey={({ id }) => id ?? 0}
      query={query}
      onQueryChange={setQuery}
      searchLabel={t`Search branches...`}
      onExport={(format) => exportTable({ kind: "compliance-branches", ...filters }, format)}
      empty={{
        title: t`Nobody is enrolled in a course yet`,
        noMatch: { title: t`No branches found. Try refining your search.` },
      }}
      error={
        !data && error
          ? { title: t`The branches could not be loaded.`, detail: getMessage(error), onRetry: () => void refetch() }
          : null
      }
      refreshing={isPlaceholderData}
    />
  );
}
