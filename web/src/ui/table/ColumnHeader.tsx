import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import { classes } from "../classes.ts";
import type { Column, TableQuery } from "./tableQuery.ts";

type Props<Row> = {
  column: Pick<Column<Row>, "key" | "header" | "sortable" | "align" | "hint">;
  query: TableQuery;
  onQueryChange: (query: TableQuery) => void;
  className: string;
};

/** Renders the heading of a column; a button that sorts by it, if the column can be sorted. */
export function ColumnHeader<Row>({ column, query, onQueryChange, className }: Props<Row>) {
  const direction = query.sort?.key === column.key ? query.sort.direction : null;
  const Arrow = direction === "asc" ? ArrowUp : direction === "desc" ? ArrowDown : ArrowUpDown;
  const sort = () => {
    const next = direction === "asc" ? "desc" : "asc";
    onQueryChange({ ...query, page: 1, sort: { key: column.key, direction: next } });
  };
  return (
    <th
      scope="col"
      aria-sort={direction === "asc" ? "ascending" : direction === "desc" ? "descending" : undefined}
      className={classes(className, alignment(column))}
    >
      {column.sortable ? (
        <button
          type="button"
          onClick={sort}
          className="inline-flex min-h-7 items-center gap-1.5 [text-align:inherit] font-medium hover:text-ink"
        >
          {column.header}
          <Arrow size={13} aria-hidden className={classes("shrink-0", direction ? "text-ink" : "opacity-60")} />
        </button>
      ) : (
        column.header
      )}
      {column.hint}
    </th>
  );
}

/** The padding of the cells of a table: less between columns where there is little room. */
export const cellPadding = "px-4 max-[88rem]:px-2.5 max-[88rem]:first:pl-4 max-[88rem]:last:pr-4";
export const headerCellClass = `h-10 bg-surface font-medium whitespace-nowrap max-[88rem]:whitespace-normal ${cellPadding}`;
export const alignment = (column: { align?: "left" | "right" }) =>
  column.align === "right" ? "text-right tabular-nums" : undefined;
