import { useMemo, useState, type ReactNode } from "react";

export type Sort = { key: string; direction: "asc" | "desc" };

/** What a table asks for; `page` counts from 1. */
export type TableQuery = { page: number; pageSize: number; search: string; sort: Sort | null };

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers go right, with figures of one width. */
  align?: "left" | "right";
  sortable?: boolean;
  /** Beside the heading, as what it means. */
  hint?: ReactNode;
  /** What a row is called by, where that is not the first column: the heading of its card, and what opens it. */
  isTitle?: boolean;
};

/** Rows that are ticked, on this page and others. `label` names a row's box; a row it gives nothing for cannot be ticked. */
export type Selection<Row> = {
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
  id: (row: Row) => number;
  label: (row: Row) => string | null;
};

/** The column that a row is called by. */
export const titleColumn = <Row>(columns: Column<Row>[]) => columns.find((column) => column.isTitle) ?? columns[0];

export const pageSizes = [10, 25, 50, 100];

/** The state of a table whose pages come from the server: put it into the query's key and variables. */
export function useTableQuery(initial: Partial<TableQuery> = {}) {
  return useState<TableQuery>({ page: 1, pageSize: 10, search: "", sort: null, ...initial });
}

/** `limit` and `offset` as the server takes them. */
export const pageArguments = ({ page, pageSize }: TableQuery) => ({ limit: pageSize, offset: (page - 1) * pageSize });

type LocalOptions<Row> = {
  /** What a search looks through. */
  text: (row: Row) => string;
  /** What a column sorts by. */
  value?: (row: Row, key: string) => string | number;
};

/** The page of a list that is already here in full; takes the place of the server's paging. `found` is every page. */
export function useLocalPage<Row>(rows: Row[] | undefined, query: TableQuery, { text, value }: LocalOptions<Row>) {
  return useMemo(() => {
    const sought = query.search.trim().toLocaleLowerCase();
    const found = (rows ?? []).filter((row) => text(row).toLocaleLowerCase().includes(sought));
    const { sort } = query;
    if (sort && value) {
      const sign = sort.direction === "asc" ? 1 : -1;
      found.sort((a, b) => sign * compare(value(a, sort.key), value(b, sort.key)));
    }
    const first = (query.page - 1) * query.pageSize;
    return { rows: rows && found.slice(first, first + query.pageSize), found: rows && found, total: found.length };
  }, [rows, query, text, value]);
}

const compare = (a: string | number, b: string | number) =>
  typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
