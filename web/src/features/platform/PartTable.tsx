import type { ReactNode } from "react";
import type { ExportRequest } from "../../app/useExport.ts";
import { type PageArguments, useListTable } from "../../app/useListTable.ts";
import { DataTable } from "../../ui/table/DataTable.tsx";
import type { Column } from "../../ui/table/tableQuery.ts";

type Props<Row> = {
  label: string;
  queryKey: readonly unknown[];
  fetchPage: (page: PageArguments) => Promise<{ rows: Row[]; total: number }>;
  columns: Column<Row>[];
  actions: (row: Row) => ReactNode;
  searchLabel: string;
  empty: string;
  error: string;
  /** The list of the server that is exported. */
  export: ExportRequest;
  /** The button above the table. */
  add?: ReactNode;
};

/** Renders a tab of an instance: one of its lists, paged by the server. */
export function PartTable<Row extends { id: number }>(props: Props<Row>) {
  const list = useListTable({
    queryKey: props.queryKey,
    load: props.fetchPage,
    failure: props.error,
    exported: props.export,
  });
  return (
    <>
      {props.add && <div className="mb-4 flex justify-end">{props.add}</div>}
      <DataTable
        {...list}
        label={props.label}
        columns={props.columns}
        searchLabel={props.searchLabel}
        actions={props.actions}
        empty={{ title: props.empty }}
      />
    </>
  );
}
