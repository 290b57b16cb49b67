import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Empty } from "../Empty.tsx";
import { ErrorState } from "../ErrorState.tsx";
import { useNarrow } from "../useNarrow.ts";
import type { SheetFormat } from "./ExportButtons.tsx";
import { RowCards } from "./RowCards.tsx";
import { SkeletonCards, SkeletonRows } from "./SkeletonRows.tsx";
import { TableFooter } from "./TableFooter.tsx";
import { TableRows } from "./TableRows.tsx";
import { SelectionBar } from "./SelectionBar.tsx";
import type { Column, Selection, TableQuery } from "./tableQuery.ts";
import { TableToolbar } from "./TableToolbar.tsx";

export type DataTableProps<Row> = {
  /** The name of the table for screen readers, as 'Users'. */
  label: string;
  columns: Column<Row>[];
  /** One page of rows; undefined while the first one is on its way. */
  rows: Row[] | undefined;
  /** How many there are on all pages. */
  total: number;
  rowKey: (row: Row) => string | number;
  query: TableQuery;
  onQueryChange: (query: TableQuery) => void;
  /** Names the search field; without it there is none. */
  searchLabel?: string;
  /** Filters and the like, beside the search. */
  toolbar?: ReactNode;
  /** The buttons of a row (`size="small"`); name the row in their labels. */
  actions?: (row: Row) => ReactNode;
  /** Makes the whole row open something; the text of the naming column becomes its button. */
  onRowClick?: (row: Row) => void;
  /** Lets rows be ticked, and shows `bulkActions` with their number while some are. */
  selection?: Selection<Row>;
  bulkActions?: ReactNode;
  /** Offers 'Export CSV' and 'Export Excel', with the filters in force. */
  onExport?: (format: SheetFormat) => Promise<void> | void;
  /** Offers 'Export PDF' beside them. */
  onPaper?: (() => Promise<void> | void) | undefined;
  empty: { title: string; text?: string; action?: ReactNode };
  error?: { title: string; detail?: string | undefined; onRetry: () => void } | null | undefined;
  /** Rows are shown, and newer ones are on their way. */
  refreshing?: boolean;
};

/** A list with search, sorting, pages, row actions and export; stacked cards on a small screen. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { t } = useLingui();
  const narrow = useNarrow();
  const { label, columns, rows, total, query, onQueryChange, empty, error, refreshing = false } = props;

  return (
    <section
      aria-label={label}
      aria-busy={(!rows && !error) || refreshing}
      className="overflow-clip rounded-card border border-line bg-surface"
    >
      <TableToolbar {...props} total={rows && total} />
      {props.selection && props.selection.chosen.size > 0 && (
        <SelectionBar selection={props.selection}>{props.bulkActions}</SelectionBar>
      )}
      <div className={refreshing ? "opacity-60 transition-opacity delay-150" : undefined}>{body()}</div>
      {rows && rows.length > 0 && !error && (
        <TableFooter label={label} query={query} total={total} onQueryChange={onQueryChange} />
      )}
    </section>
  );

  function body() {
    if (error) return <ErrorState {...error} />;
    if (!rows) {
      const count = Math.min(query.pageSize, 10);
      return narrow ? (
        <SkeletonCards count={count} />
      ) : (
        <SkeletonRows columns={columns.length} count={count} label={t`Loading`} />
      );
    }
    if (rows.length === 0)
      return (
        <Empty title={empty.title} action={empty.action}>
          {empty.text}
        </Empty>
      );
    return narrow ? <RowCards {...props} rows={rows} /> : <TableRows {...props} rows={rows} />;
  }
}
