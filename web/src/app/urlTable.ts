import { useNavigate, useSearch } from "../router/index.ts";
import type { TableQuery } from "../ui/table/tableQuery.ts";

/** A table's state as it stands in the address; what is usual is left out. */
export type TableSearch = { search?: string; page?: number; size?: number; sort?: string };

/** What of an address concerns its table; anything that makes no sense is ignored. */
export function readTableSearch(raw: Record<string, unknown>): TableSearch {
  const search = typeof raw["search"] === "number" ? String(raw["search"]) : raw["search"];
  return {
    ...(typeof search === "string" && search && { search }),
    ...(isCount(raw["page"]) && raw["page"] > 1 && { page: raw["page"] }),
    ...(isCount(raw["size"]) && raw["size"] <= 100 && { size: raw["size"] }),
    ...(typeof raw["sort"] === "string" && raw["sort"] && { sort: raw["sort"] }),
  };
}

/** The state of a table that is kept in the address, so that it survives a reload and can be sent to somebody. */
export function useUrlTable(): [TableQuery, (query: TableQuery) => void] {
  const { search = "", page = 1, size = usualSize, sort }: TableSearch = useSearch();
  const navigate = useNavigate();
  const query: TableQuery = { search, page, pageSize: size, sort: sort ? readSort(sort) : null };
  const change = (next: TableQuery) =>
    void navigate({
      to: ".",
      search: (old: Record<string, unknown>) => ({
        ...old,
        search: next.search || undefined,
        page: next.page > 1 ? next.page : undefined,
        size: next.pageSize === usualSize ? undefined : next.pageSize,
        sort: sortArgument(next) ?? undefined,
      }),
      // Every pause in typing would else be a step of its own on the way back.
      replace: next.search !== query.search,
      resetScroll: false,
    });
  return [query, change];
}

/** The server's word for how a list is sorted: the column, with '-' in front for descending. */
export const sortArgument = ({ sort }: TableQuery) => sort && `${sort.direction === "desc" ? "-" : ""}${sort.key}`;

const readSort = (sort: string): TableQuery["sort"] =>
  sort.startsWith("-") ? { key: sort.slice(1), direction: "desc" } : { key: sort, direction: "asc" };

const usualSize = 10;
/** Whether something of an address is a whole number from 1. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;
