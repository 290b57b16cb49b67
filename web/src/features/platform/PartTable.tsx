import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { exportTable } from "../../app/exportTable.ts";
import { messageOf } from "../../app/errors.ts";
import { sortArgument, useUrlTable } from "../../app/urlTable.ts";
import type { Cell } from "../../ui/csv.ts";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { pageArguments, type Column } from "../../ui/table/tableQuery.ts";

type Part = { search: string; sort: string | null; limit: number; offset: number };

type Props<Row> = {
  label: string;
  queryKey: readonly unknown[];
  fetchPage: (part: Part) => Promise<{ rows: Row[]; total: number }>;
  columns: Column<Row>[];
  actions: (row: Row) => ReactNode;
  searchLabel: string;
  empty: string;
  error: string;
  /** What an export is called. */
  file: string;
  /** A row of the export, under the headers of the columns unless `header` names others. */
  cells: (row: Row) => Cell[];
  header?: string[];
  /** The button above the table. */
  add?: ReactNode;
};

/** A tab of an instance: one of its lists, in pages from the server. */
export function PartTable<Row extends { id: number }>(props: Props<Row>) {
  const [query, setQuery] = useUrlTable();
  const filters = { search: query.search, sort: sortArgument(query) };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [...props.queryKey, query],
    queryFn: () => props.fetchPage({ ...filters, ...pageArguments(query) }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return (
    <>
      {props.add && <div className="mb-4 flex justify-end">{props.add}</div>}
      <DataTable
        label={props.label}
        columns={props.columns}
        rows={data?.rows}
        total={data?.total ?? 0}
        rowKey={(row) => row.id}
        query={query}
        onQueryChange={setQuery}
        searchLabel={props.searchLabel}
        refreshing={isPlaceholderData}
        actions={props.actions}
        onExport={(format) =>
          exportTable(
            format,
            props.file,
            props.header ?? props.columns.map((column) => column.header),
            (window) => props.fetchPage({ ...filters, ...window }),
            props.cells,
          )
        }
        empty={{ title: props.empty }}
        error={error && { title: props.error, detail: messageOf(error), onRetry: () => void refetch() }}
      />
    </>
  );
}
