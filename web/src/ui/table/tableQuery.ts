import { useMemo, useState, type ReactNode } from "react";

export type Sort = { key: string; direction: "asc" | "desc" };

/** The query of a table; `page` counts from 1. */
export type TableQuery = {
  page: number;
  pageSize: number;
  search: string;
  sort: Sort | null;
  /** Removes the filters; only while there are any. */
  clearFilters?: (() => void) | undefined;
};

/** What a list without rows says. */
export type EmptyTexts = {
  title: string;
  /** What to do next, while the list has no rows at all. */
  text?: string;
  action?: ReactNode;
  /** Replaces title and text while the search or the filters exclude all rows. */
  noMatch?: { title: string; text?: string };
};

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers are aligned right, with tabular figures. */
  align?: "left" | "right";
  sortable?: boolean;
  /** An explanation beside the heading. */
  hint?: ReactNode;
  /** Marks the column that names the row, if it is not the first: the heading of its card, and what opens it. */
  isTitle?: boolean;
  /** Leaves the column out of the table below 1280 px. Only for what the screen of the row or a `MinorLine` shows too. */
  isMinor?: boolean;
};

/** The selected rows, on this page and others. `label` names a row's checkbox; a row without one cannot be selected. */
export type Selection<Row> = {
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
  id: (row: Row) => number;
  label: (row: Row) => string | null;
  /** Offers to select all rows of all pages that match the search and the filters. */
  matching?: { total: number; isChosen: boolean; isBusy?: boolean; onChoose: () => void };
};

/** Returns the column that names a row. */
export const titleColumn = <Row>(columns: Column<Row>[]) => columns.find((column) => column.isTitle) ?? columns[0];

export const pageSizes = [10, 25, 50, 100];

/** Holds the state of a table whose pages come from the server: use it in the query's key and variables. */
export function useTableQuery(initial: Partial<TableQuery> = {}) {
  return useState<TableQuery>({ page: 1, pageSize: 10, search: "", sort: null, ...initial });
}

/** Returns `limit` and `offset` for the server. */
export const pageArguments = ({ page, pageSize }: TableQuery) => ({ limit: pageSize, offset: (page - 1) * pageSize });

type LocalOptions<Row> = {
  /** The text that is searched. */
  text: (row: Row) => string;
  /** The value by which a column sorts. */
  value?: (row: Row, key: string) => string | number;
};

/** Returns a page of a list that is in memory, instead of the server's paging. `found` contains all pages. */
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
