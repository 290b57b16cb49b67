import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { classes } from "../classes.ts";
import { alignment, cellPadding, ColumnHeader, headerCellClass } from "./ColumnHeader.tsx";
import { RowButton } from "./RowButton.tsx";
import { PageSelectionBox, SelectionBox } from "./SelectionBox.tsx";
import { titleColumn, type Column, type Selection, type TableQuery } from "./tableQuery.ts";

type Props<Row> = {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string | number;
  query: TableQuery;
  onQueryChange: (query: TableQuery) => void;
  actions?: ((row: Row) => ReactNode) | undefined;
  onRowClick?: ((row: Row) => void) | undefined;
  rowHref?: ((row: Row) => string | undefined) | undefined;
  opens?: ((row: Row) => boolean) | undefined;
  selection?: Selection<Row> | undefined;
};

/** Renders the table on a wide screen. */
export function TableRows<Row>({
  label,
  columns,
  rows,
  rowKey,
  query,
  onQueryChange,
  actions,
  onRowClick,
  rowHref,
  opens,
  selection,
}: Props<Row>) {
  const { t } = useLingui();
  const { box, table, isTooWide } = useTooWide();
  const title = titleColumn(columns);
  const isOpening = (row: Row) => rowHref?.(row) !== undefined || opensByPress(row);
  // The title of a row that opens something covers the row, so it cannot be in a cell that stays.
  const staysInView = (column: Column<Row>) =>
    isTooWide && column === title && column === columns[0] && !selection && !rowHref && !onRowClick;
  const opensByPress = (row: Row) => onRowClick !== undefined && (opens?.(row) ?? true);
  return (
    <div ref={box} className={classes("overflow-x-auto print:overflow-visible", !isTooWide && "lg:overflow-x-visible")}>
      <table ref={table} aria-label={label} className="w-full text-sm">
        <thead>
          <tr className="text-left text-small text-muted">
            {selection && (
              <th scope="col" className={`${headerCell} ${selectionCell}`}>
                <PageSelectionBox selection={selection} rows={rows} />
              </th>
            )}
            {columns.map((column) => (
              <ColumnHeader
                key={column.key}
                column={column}
                query={query}
                onQueryChange={onQueryChange}
                className={classes(headerCell, staysInView(column) && `${titleInView} lg:z-3`)}
              />
            ))}
            {actions && (
              <th scope="col" className={classes(headerCell, "text-right", isTooWide && actionsInView)}>
                {t`Actions`}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className={classes("group relative border-t border-line hover:bg-bg", isOpening(row) && "cursor-pointer")}
            >
              {selection && (
                <td className={`${cell} ${selectionCell}`}>
                  <SelectionBox selection={selection} row={row} />
                </td>
              )}
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={classes(
                    cell,
                    alignment(column),
                    column === title ? "font-medium" : "text-muted",
                    staysInView(column) && titleInView,
                  )}
                >
                  <RowButton
                    href={column === title ? rowHref?.(row) : undefined}
                    onPress={column === title && opensByPress(row) ? () => onRowClick?.(row) : undefined}
                  >
                    {column.cell(row)}
                  </RowButton>
                </td>
              ))}
              {actions && (
                <td className={classes(cell, "py-0 text-right whitespace-nowrap", isTooWide && actionsInView)}>
                  <span className="relative z-1 inline-flex gap-1">{actions(row)}</span>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * Tells whether a table is wider than its box, which scrolls then. Where it fits, the box must not scroll: its header stays
 * in view while the page scrolls.
 */
function useTooWide() {
  const box = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const [isTooWide, setIsTooWide] = useState(false);
  // After each render: the width depends on the columns and on what the rows say.
  useLayoutEffect(() => {
    const measure = () => setIsTooWide(table.current!.offsetWidth > box.current!.clientWidth);
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  });
  return { box, table, isTooWide };
}

const headerCell = `${headerCellClass} lg:sticky lg:top-0 lg:z-2 lg:shadow-[inset_0_-1px_var(--line)]`;
const cell = `h-11 py-1.5 ${cellPadding}`;
const selectionCell = "w-10 pr-0 max-[88rem]:pr-0";
/** Keeps a cell in view while a table that is too wide scrolls. In Firefox, a whole background would hide the row's border. */
const inView = classes(
  "sticky z-1 bg-surface bg-clip-padding group-hover:bg-bg print:static",
  "before:absolute before:inset-y-0 before:w-px before:bg-line print:before:hidden",
);
const actionsInView = `${inView} right-0 before:left-0`;
const titleInView = `${inView} left-0 before:right-0`;
