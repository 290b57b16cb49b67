import { useNavigate, useSearch } from "@tanstack/react-router";
import { useIsLeaving } from "./useIsLeaving.ts";
import type { TableQuery } from "../ui/table/tableQuery.ts";

/** A table's state in the address; defaults are omitted. */
export type TableSearch = { search?: string; page?: number; size?: number; sort?: string };

/** Reads a table's state from an address and ignores invalid parts. */
export function readTableSearch(raw: Record<string, unknown>): TableSearch {
  const search = typeof raw["search"] === "number" ? String(raw["search"]) : raw["search"];
  return {
    ...(typeof search === "string" && search && { search }),
    ...(isCount(raw["page"]) && raw["page"] > 1 && { page: raw["page"] }),
    ...(isCount(raw["size"]) && raw["size"] <= 100 && { size: raw["size"] }),
    ...(typeof raw["sort"] === "string" && raw["sort"] && { sort: raw["sort"] }),
  };
}

/** Keeps the state of a table in the address, so that it survives a reload and can be shared. */
export function useUrlTable(): [TableQuery, (query: TableQuery, options?: { replace?: boolean }) => void] {
  const found: TableSearch & Record<string, unknown> = useSearch({ strict: false });
  const { search = "", page = 1, size = usualSize, sort } = found;
  const navigate = useNavigate();
  const isLeaving = useIsLeaving();
  const isFiltered = Object.entries(found).some(([name, value]) => !notFilters.has(name) && value !== undefined);
  const query: TableQuery = {
    search,
    page,
    pageSize: size,
    sort: sort ? readSort(sort) : null,
    clearFilters: isFiltered ? clearFilters : undefined,
  };
  const change = (next: TableQuery, { replace = false }: { replace?: boolean } = {}) => {
    if (isLeaving()) return;
    void navigate({
      to: ".",
      search: (old: Record<string, unknown>) => ({
        ...old,
        search: next.search || undefined,
        page: next.page > 1 ? next.page : undefined,
        size: next.pageSize === usualSize ? undefined : next.pageSize,
        sort: sortArgument(next) ?? undefined,
      }),
      // Otherwise every pause in typing would be a step of the browser's history.
      replace: replace || next.search !== query.search,
      resetScroll: false,
    });
  };
  return [query, change];

  function clearFilters() {
    void navigate({
      to: ".",
      search: (old: Record<string, unknown>) => ({
        ...Object.fromEntries(Object.entries(old).filter(([name]) => notFilters.has(name))),
        page: undefined,
      }),
      resetScroll: false,
    });
  }
}

/** Returns how the filters of a list change in the address: those that are undefined leave it, the first page opens. */
export function useChangeFilters<Filters extends object = Record<string, unknown>>(): (part: {
  [name in keyof Filters]?: Filters[name] | undefined;
}) => void {
  const navigate = useNavigate();
  return (part) =>
    void navigate({
      to: ".",
      search: (old: Record<string, unknown>) => ({ ...old, ...part, page: undefined }),
      resetScroll: false,
    });
}

/** What the address of a table contains besides its filters. */
const notFilters = new Set(["search", "page", "size", "sort", "tab", "unit", "report", "log", "view", "columns"]);

/** Returns the server's sort argument: the column, with '-' in front for descending. */
export const sortArgument = ({ sort }: TableQuery) => sort && `${sort.direction === "desc" ? "-" : ""}${sort.key}`;

const readSort = (sort: string): TableQuery["sort"] =>
  sort.startsWith("-") ? { key: sort.slice(1), direction: "desc" } : { key: sort, direction: "asc" };

const usualSize = 10;
/** Tells whether a value is a whole number from 1. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;
