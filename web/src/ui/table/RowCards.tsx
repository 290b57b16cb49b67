import type { ReactNode } from "react";
import { RowButton } from "./RowButton.tsx";
import { SelectionBox } from "./SelectionBox.tsx";
import { titleColumn, type Column, type Selection } from "./tableQuery.ts";

type Props<Row> = {
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string | number;
  actions?: ((row: Row) => ReactNode) | undefined;
  onRowClick?: ((row: Row) => void) | undefined;
  rowHref?: ((row: Row) => string | undefined) | undefined;
  opens?: ((row: Row) => boolean) | undefined;
  selection?: Selection<Row> | undefined;
};

/** Shows the rows of a table on a small screen: the title column as a heading, the others as labelled values. */
export function RowCards<Row>({ columns, rows, rowKey, actions, onRowClick, rowHref, opens, selection }: Props<Row>) {
  const title = titleColumn(columns);
  const facts = columns.filter((column) => column !== title);
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <li key={rowKey(row)} className="relative px-4 py-3.5">
          <div className="flex items-center gap-3 font-medium wrap-anywhere">
            {selection && <SelectionBox selection={selection} row={row} />}
            <RowButton
              href={rowHref?.(row)}
              onPress={onRowClick && (opens?.(row) ?? true) ? () => onRowClick(row) : undefined}
            >
              {title?.cell(row)}
            </RowButton>
          </div>
          <dl className="mt-1.5 grid gap-1 text-sm">
            {facts.map((column) => (
              <div key={column.key} className="flex items-baseline justify-between gap-4">
                <dt className="max-w-3/5 shrink-0 text-small wrap-anywhere text-muted">{column.header}</dt>
                <dd className="min-w-0 text-right tabular-nums">{column.cell(row)}</dd>
              </div>
            ))}
          </dl>
          {actions && <div className="relative z-1 mt-2 -mr-2 flex flex-wrap justify-end gap-1">{actions(row)}</div>}
        </li>
      ))}
    </ul>
  );
}
