import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { DataTableProps } from "../ui/table/DataTable.tsx";
import { pageArguments, type TableQuery } from "../ui/table/tableQuery.ts";
import { getMessage } from "./errors.ts";
import { sortArgument, useUrlTable } from "./urlTable.ts";
import { type ExportRequest, useExport } from "./useExport.ts";

/** What the server needs for one page of a list; without limit and offset, for the first. */
export type PageArguments = { search: string; sort: string | null; limit?: number; offset?: number };

type Options<Row> = {
  /** Names the list and its filters in the cache. */
  queryKey: readonly unknown[];
  load: (page: PageArguments) => Promise<{ total: number; rows: Row[] }>;
  /** The message when the list cannot be loaded. */
  failure: string;
  /** The list as exports name it, with its filters. */
  exported: ExportRequest;
  /** Holds search, page and order; in the address by default. */
  state?: [TableQuery, DataTableProps<Row>["onQueryChange"]];
};

type ListTable<Row> = Required<
  Pick<
    DataTableProps<Row>,
    "rows" | "total" | "query" | "onQueryChange" | "refreshing" | "error" | "onExport" | "rowKey"
  >
>;

/** Loads a list that the server pages. Returns the properties of its `DataTable`. */
export function useListTable<Row extends { id: number }>(options: Options<Row>): ListTable<Row> {
  const ofAddress = useUrlTable();
  const [query, onQueryChange] = options.state ?? ofAddress;
  const exportTable = useExport();
  const filters = { search: query.search, sort: sortArgument(query) };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [...options.queryKey, query],
    queryFn: () => options.load({ ...filters, ...pageArguments(query) }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return {
    rows: data?.rows,
    total: data?.total ?? 0,
    rowKey: ({ id }) => id,
    query,
    onQueryChange,
    refreshing: isPlaceholderData,
    error: error && { title: options.failure, detail: getMessage(error), onRetry: () => void refetch() },
    onExport: (format) => exportTable({ ...options.exported, ...filters }, format),
  };
}
