import { useSearch } from "@tanstack/react-router";
import { useChangeFilters } from "../../app/urlTable.ts";

/** The filters of a report in the address; days as yyyy-mm-dd. */
export type ReportSearch = {
  branches?: string[];
  groups?: number[];
  category?: number;
  from?: string;
  to?: string;
  /** One kind of entry in the activity of a user. */
  event?: string;
  /** overdue, due_soon, due or none. */
  due?: string;
  /** The test whose questions are analysed, or the survey whose results are shown. */
  unit?: number;
};

const noFilters = {
  branches: undefined,
  groups: undefined,
  category: undefined,
  from: undefined,
  to: undefined,
  event: undefined,
};

/** Returns the filters in the address as the server takes them, and functions that change them. */
export function useReportFilters() {
  const { branches, groups, category, from, to, event }: ReportSearch = useSearch({ strict: false });
  const chosen = {
    branches: branches?.filter((url) => typeof url === "string") ?? [],
    groups: groups?.filter((id) => Number.isSafeInteger(id)) ?? [],
    category: category ?? null,
    from: from ?? null,
    to: to ?? null,
    event: event ?? null,
  };
  const count = Object.values(chosen).filter((value) => (Array.isArray(value) ? value.length > 0 : value)).length;
  const change = useChangeFilters<ReportSearch>();
  const people = {
    branchUrls: chosen.branches.length > 0 ? chosen.branches : null,
    group_ids: chosen.groups.length > 0 ? chosen.groups : null,
    from: chosen.from,
    to: chosen.to,
  };
  return {
    chosen,
    change,
    /** Clears the filters, and more fields if they are given. */
    clear: (more: object = {}) => change({ ...noFilters, ...more }),
    /** The number of filters that are set. */
    count,
    isFiltered: count > 0,
    reportFilters: { ...people, category_id: chosen.category },
    /** The filters of the report on one course, which has none by category. */
    people,
  };
}

/** Returns the search of another tab of the same report: filters stay, the state of its table does not. */
export const tabSearch =
  (tab: string) =>
  ({ branches, groups, category, from, to }: ReportSearch) => ({
    branches,
    groups,
    category,
    from,
    to,
    tab: tab === "overview" ? undefined : tab,
  });

const filteredAlike = ["overview", "courses"];

/** Returns the search of another tab of a user's report: only tabs about courses share their filters. */
export const userTabSearch = (from: string, to: string) => {
  const keeps = filteredAlike.includes(from) && filteredAlike.includes(to);
  return (old: ReportSearch) => tabSearch(to)(keeps ? old : {});
};
