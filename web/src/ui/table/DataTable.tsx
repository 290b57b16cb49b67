import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { ErrorState } from "../ErrorState.tsx";
import { useNarrow, useSmall } from "../useNarrow.ts";
import { EmptyTable } from "./EmptyTable.tsx";
import type { ExportFormat } from "./ExportButtons.tsx";
import { RowCards } from "./RowCards.tsx";
import { SkeletonCards, SkeletonRows } from "./SkeletonRows.tsx";
import { TableFooter } from "./TableFooter.tsx";
import { TableRows } from "./TableRows.tsx";
import { SelectionBar } from "./SelectionBar.tsx";
import type { Column, EmptyTexts, Selection, TableQuery } from "./tableQuery.ts";
import { TableToolbar } from "./TableToolbar.tsx";

export type DataTableProps<Row> = {
  /** The name of the table for screen readers, such as 'Users'. */
  label: string;
  columns: Column<Row>[];
  /** One page of rows; undefined while loading. */
  rows: Row[] | undefined;
  /** The number of rows on all pages. */
  total: number;
  rowKey: (row: Row) => string | number;
  query: TableQuery;
  /** Receives the next query; with `replace`, the former one is no step that the user would go back to. */
  onQueryChange: (query: TableQuery, options?: { replace?: boolean }) => void;
  /** Labels the search field; without it there is none. */
  searchLabel?: string;
  /** Filters and similar controls beside the search. */
  toolbar?: ReactNode;
  /** The buttons of a row (`size="small"`); name the row in their labels. */
  actions?: (row: Row) => ReactNode;
  /** Makes the whole row a link to a screen; the text of the title column becomes the link. */
  rowHref?: (row: Row) => string | undefined;
  /** Makes the whole row open something on this screen; the text of the title column becomes its button. */
  onRowClick?: (row: Row) => void;
  /** Tells which rows `onRowClick` opens; all by default. */
  opens?: (row: Row) => boolean;
  /** Makes rows selectable, and shows `bulkActions` with their number while some are selected. */
  selection?: Selection<Row>;
  bulkActions?: ReactNode;
  /** Offers an export as CSV, Excel and PDF, with the current filters. */
  onExport?: (format: ExportFormat) => Promise<void> | void;
  empty: EmptyTexts;
  error?: { title: string; detail?: string | undefined; onRetry: () => void } | null | undefined;
  /** Whether rows are shown while newer ones are loading. */
  refreshing?: boolean;
};

/** Renders a list with search, sorting, pages, row actions and export; stacked cards on a small screen. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { t } = useLingui();
  const narrow = useNarrow();
  const small = useSmall();
  const { label, rows, total, query, onQueryChange, empty, error, refreshing = false } = props;
  const isBeyond = useLastPage(props);
  const columns = small ? props.columns.filter(({ isMinor }) => !isMinor) : props.columns;

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
    if (!rows || isBeyond) {
      const count = Math.min(query.pageSize, 10);
      return narrow ? (
        <SkeletonCards count={count} />
      ) : (
        <SkeletonRows columns={columns.length} count={count} label={t`Loading`} />
      );
    }
    if (rows.length === 0) return <EmptyTable empty={empty} query={query} onQueryChange={onQueryChange} />;
    return narrow ? <RowCards {...props} rows={rows} /> : <TableRows {...props} columns={columns} rows={rows} />;
  }
}

/**
 * Opens the last page instead of one beyond it, as after its only row was deleted or with an address of yesterday.
 * @returns whether the rows of the last page are awaited
 */
function useLastPage<Row>({
  rows,
  total,
  query,
  onQueryChange,
  error,
  refreshing = false,
}: DataTableProps<Row>): boolean {
  const last = Math.ceil(total / query.pageSize);
  const isEmpty = rows?.length === 0 && total > 0 && !error;
  const isBeyond = isEmpty && query.page > last;
  const openLast = useEffectEvent(() => onQueryChange({ ...query, page: last }, { replace: true }));
  useEffect(() => {
    if (isBeyond && !refreshing) openLast();
  }, [isBeyond, refreshing, last]);
  return isEmpty && (isBeyond || refreshing);
}
