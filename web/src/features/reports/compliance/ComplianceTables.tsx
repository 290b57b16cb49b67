import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { useScreenExists } from "../../../app/links.ts";
import { sortArgument, useUrlTable } from "../../../app/urlTable.ts";
import { useExport } from "../../../app/useExport.ts";
import type { StateCountsFragment } from "../../../gen/graphql.ts";
import { NameLink } from "../../../ui/NameLink.tsx";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { MinorLine } from "../../../ui/table/MinorLine.tsx";
import { pageArguments } from "../../../ui/table/tableQuery.ts";
import { useReportFilters } from "../reportSearch.ts";
import { useReportColumns } from "../useReportDefinitions.tsx";
import { BranchCompliance, CourseCompliance, PathCompliance } from "./compliance.documents.ts";
import { formatShare } from "./states.ts";

type Fixed = { branchUrls?: string[] };
type Subject = { course_id?: number; path_id?: number };

/** Lists the courses with how many people are compliant. @param props.fixed filters that take the place of those in the address */
export function CourseTable({ fixed }: { fixed?: Fixed }) {
  const { t } = useLingui();
  const exists = useScreenExists();
  return (
    <CountTable
      kind="compliance"
      fixed={fixed}
      load={async (variables) => (await execute(CourseCompliance, variables)).compliance.courses}
      cells={{
        course: ({ id, name, category }) => {
          const path = `/reports/compliance/course/${id}`;
          const title = name || t`Untitled Course`;
          return (
            <>
              {exists(path) ? <NameLink to={path}>{title}</NameLink> : title}
              <MinorLine>{category}</MinorLine>
            </>
          );
        },
        category: ({ category }) => category ?? t`N/A`,
      }}
      label={t`Compliance by course`}
      search={t`Search courses...`}
      noMatch={t`No courses found. Try refining your search.`}
      failed={t`The courses could not be loaded.`}
    />
  );
}

/** Lists the learning paths with how many people are compliant. */
export function PathTable({ fixed }: { fixed?: Fixed }) {
  const { t } = useLingui();
  const exists = useScreenExists();
  return (
    <CountTable
      kind="compliance-paths"
      fixed={fixed}
      load={async (variables) => (await execute(PathCompliance, variables)).compliance.paths}
      cells={{
        path: ({ id, name }) => {
          const path = `/reports/compliance/path/${id}`;
          return exists(path) ? <NameLink to={path}>{name}</NameLink> : name;
        },
      }}
      label={t`Compliance by learning path`}
      search={t`Search learning paths...`}
      nothing={t`Nobody is assigned to a learning path yet`}
      noMatch={t`No learning paths found. Try refining your search.`}
      failed={t`The learning paths could not be loaded.`}
    />
  );
}

/** Lists the branches with how many enrolments of their members are compliant; those in one course or path if it is given. */
export function BranchTable({ subject }: { subject?: Subject }) {
  const { t } = useLingui();
  const exists = useScreenExists();
  return (
    <CountTable
      kind="compliance-branches"
      fixed={subject}
      hasCategory={!subject}
      load={async (variables) => (await execute(BranchCompliance, variables)).compliance.branches}
      cells={{
        branches: ({ name, url }) => {
          const path = `/reports/compliance/branch/${url}`;
          return url && exists(path) ? <NameLink to={path}>{name}</NameLink> : (name ?? t`No branch`);
        },
      }}
      label={t`Compliance by branch`}
      search={t`Search branches...`}
      noMatch={t`No branches found. Try refining your search.`}
      failed={t`The branches could not be loaded.`}
    />
  );
}

type Counted = { id: number | null; counts: StateCountsFragment };

const countCells = {
  assigned: ({ counts: { assigned } }: Counted) => assigned,
  compliantShare: (row: Counted) => formatShare(row.counts),
  compliant: ({ counts: { compliant } }: Counted) => compliant,
  due: ({ counts: { due } }: Counted) => due,
  overdue: ({ counts: { overdue } }: Counted) => overdue,
  expired: ({ counts: { expired } }: Counted) => expired,
};

type Props<Row extends Counted> = {
  /** The report with its columns and files. */
  kind: string;
  /** Filters that take the place of those in the address. */
  fixed?: (Fixed & Subject) | undefined;
  /** Whether its screen has a filter by category; true by default. */
  hasCategory?: boolean;
  load: (variables: ReturnType<typeof useVariables>["variables"]) => Promise<{ total: number; rows: Row[] }>;
  /** How to draw the columns that name a row. */
  cells: Record<string, (row: Row) => ReactNode>;
  label: string;
  search: string;
  /** The text of a table without rows; that nobody is enrolled by default. */
  nothing?: string;
  noMatch: string;
  failed: string;
};

function CountTable<Row extends Counted>(props: Props<Row>) {
  const { kind, load, cells, label, search, nothing, noMatch, failed } = props;
  const { t } = useLingui();
  const { query, setQuery, filters, variables } = useVariables(props.fixed, props.hasCategory);
  const exportTable = useExport();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["compliance", kind, variables],
    queryFn: () => load(variables),
    placeholderData: keepPreviousData,
  });
  const columns = useReportColumns<Row>(kind, { ...cells, ...countCells }, undefined, "category");
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={data?.rows}
      total={data?.total ?? 0}
      rowKey={({ id }) => id ?? 0}
      query={query}
      onQueryChange={setQuery}
      searchLabel={search}
      onExport={(format) => exportTable({ kind, ...filters }, format)}
      empty={{ title: nothing ?? t`Nobody is enrolled in a course yet`, noMatch: { title: noMatch } }}
      error={!data && error ? { title: failed, detail: getMessage(error), onRetry: () => void refetch() } : null}
      refreshing={isPlaceholderData}
    />
  );
}

function useVariables(fixed: Fixed & Subject = {}, hasCategory = true) {
  const [query, setQuery] = useUrlTable();
  const { reportFilters, people } = useReportFilters();
  const filters = {
    ...(hasCategory ? reportFilters : people),
    ...fixed,
    search: query.search,
    sort: sortArgument(query),
  };
  return { query, setQuery, filters, variables: { ...filters, ...pageArguments(query) } };
}
