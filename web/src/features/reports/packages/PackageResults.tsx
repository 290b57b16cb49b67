import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getMessage } from "../../../app/errors.ts";
import { hoursMinutesSeconds } from "../../../app/duration.ts";
import { execute } from "../../../app/graphql.ts";
import { sortArgument, useUrlTable } from "../../../app/urlTable.ts";
import type { PackageResultsPageQuery } from "../../../gen/graphql.ts";
import { StatusDot } from "../../../ui/StatusDot.tsx";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { pageArguments } from "../../../ui/table/tableQuery.ts";
import { useExport, type ExportRequest } from "../../../app/useExport.ts";
import { useReportFilters } from "../reportSearch.ts";
import { useReportColumns } from "../useReportDefinitions.tsx";
import { PackageAttemptsDialog } from "./PackageAttemptsDialog.tsx";
import { PackageResultsPage } from "./packages.documents.ts";
import { getStatus, scoreText } from "./statuses.ts";
import { formatTableDate } from "../../../ui/format.ts";

type Row = PackageResultsPageQuery["packageResultsPage"]["rows"][number];

/** Lists what the packages of a course have reported per learner; a row opens the attempts. */
export function PackageResults({ courseId }: { courseId: number }) {
  const { t } = useLingui();
  const [query, setQuery] = useUrlTable();
  const [opened, setOpened] = useState<Row | null>(null);
  const { people } = useReportFilters();
  const filters = { ...people, search: query.search, sort: sortArgument(query) };
  const variables = { course_id: courseId, ...filters, ...pageArguments(query) };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["packageResults", variables],
    queryFn: async () => (await execute(PackageResultsPage, variables)).packageResultsPage,
    placeholderData: keepPreviousData,
  });
  const exportTable = useExport();
  const table: ExportRequest = { kind: "package-results", course_id: courseId, ...filters };
  const columns = useReportColumns<Row>("package-results", {
    name: (row) => row.name,
    unit: (row) => row.unit,
    status: (row) => <StatusDot {...getStatus(row)} />,
    score: (row) => scoreText(row.score),
    packageTime: (row) => <span className="whitespace-nowrap">{hoursMinutesSeconds(row.seconds)}</span>,
    lastChange: (row) => formatTableDate(row.updated_at),
  });
  return (
    <>
      <DataTable
        label={t`Results of packages`}
        columns={columns}
        rows={data?.rows}
        total={data?.total ?? 0}
        rowKey={(row) => `${row.user_id}-${row.unit_id}`}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search users...`}
        onExport={(format) => exportTable(table, format)}
        onRowClick={setOpened}
        empty={{
          title: t`No package of this course has reported anything yet.`,
          noMatch: { title: t`No users found. Try refining your search.` },
        }}
        error={
          !data && error
            ? { title: t`The results could not be loaded.`, detail: getMessage(error), onRetry: () => void refetch() }
            : null
        }
        refreshing={isPlaceholderData}
      />
      {opened && <PackageAttemptsDialog result={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
