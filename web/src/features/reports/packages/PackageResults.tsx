import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../../app/errors.ts";
import { tableDate } from "../../../app/dates.ts";
import { hoursMinutesSeconds } from "../../../app/duration.ts";
import { exportTable } from "../../../app/exportTable.ts";
import { execute } from "../../../app/graphql.ts";
import { useViewer } from "../../../app/session.ts";
import { sortArgument, useUrlTable } from "../../../app/urlTable.ts";
import type { PackageResultsPageQuery } from "../../../gen/graphql.ts";
import { StatusDot } from "../../../ui/StatusDot.tsx";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { pageArguments, type Column } from "../../../ui/table/tableQuery.ts";
import { useExport, type ExportRequest } from "../exports/useExport.ts";
import { useNarrowing } from "../reportSearch.ts";
import { PackageAttemptsDialog } from "./PackageAttemptsDialog.tsx";
import { PackageResultsPage } from "./packages.documents.ts";
import { scoreText, standing } from "./statuses.ts";

type Row = PackageResultsPageQuery["packageResultsPage"]["rows"][number];

/** What the packages of a course have reported of each learner; a row opens their attempts. */
export function PackageResults({ courseId }: { courseId: number }) {
  const { t } = useLingui();
  const [query, setQuery] = useUrlTable();
  const [opened, setOpened] = useState<Row | null>(null);
  const { people, isNarrowed } = useNarrowing();
  const filters = { ...people, search: query.search, sort: sortArgument(query) };
  const variables = { course_id: courseId, ...filters, ...pageArguments(query) };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["packageResults", variables],
    queryFn: async () => (await execute(PackageResultsPage, variables)).packageResultsPage,
    placeholderData: keepPreviousData,
  });
  const mayExport = useViewer().can("report.view");
  const take = useExport();
  const table: ExportRequest = { kind: "package-results", course_id: courseId, ...filters };
  const columns: Column<Row>[] = [
    { key: "name", header: t`Name`, cell: (row) => row.name, sortable: true, isTitle: true },
    { key: "unit", header: t`Unit`, cell: (row) => row.unit, sortable: true },
    { key: "completion", header: t`Status`, cell: (row) => <StatusDot {...standing(row)} />, sortable: true },
    { key: "score", header: t`Score`, cell: (row) => scoreText(row.score), align: "right", sortable: true },
    {
      key: "seconds",
      header: t`Time in the package`,
      cell: (row) => <span className="whitespace-nowrap">{hoursMinutesSeconds(row.seconds)}</span>,
      align: "right",
      sortable: true,
    },
    { key: "updated", header: t`Last change`, cell: (row) => tableDate(row.updated_at), sortable: true },
  ];
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
        // Authors who read no reports have no exports: the browser writes their file.
        onExport={(format) =>
          mayExport
            ? take(table, format)
            : exportTable(
                format,
                "package-results",
                columns.map(({ header }) => header),
                async (window) => (await execute(PackageResultsPage, { ...variables, ...window })).packageResultsPage,
                (row) => [
                  row.name,
                  row.unit,
                  standing(row).label,
                  row.score,
                  hoursMinutesSeconds(row.seconds),
                  tableDate(row.updated_at),
                ],
              )
        }
        onPaper={mayExport ? () => take(table, "pdf") : undefined}
        onRowClick={setOpened}
        empty={
          query.search || isNarrowed
            ? { title: t`No users found. Try refining your search.` }
            : { title: t`No package of this course has reported anything yet.` }
        }
        error={
          !data && error
            ? { title: t`The results could not be loaded.`, detail: messageOf(error), onRetry: () => void refetch() }
            : null
        }
        refreshing={isPlaceholderData}
      />
      {opened && <PackageAttemptsDialog result={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
