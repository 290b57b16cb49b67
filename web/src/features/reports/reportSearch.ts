import { useNavigate, useSearch } from "../../router/index.ts";

/** What a report is narrowed to, as it stands in the address; days as yyyy-mm-dd. */
export type ReportSearch = {
  branches?: string[];
  groups?: number[];
  category?: number;
  from?: string;
  to?: string;
  /** Of the activity of a person: one kind of entry. */
  event?: string;
};

const nothing = {
  branches: undefined,
  groups: undefined,
  category: undefined,
  from: undefined,
  to: undefined,
  event: undefined,
};

/** What the report of this address is narrowed to, in the server's words, and how to change it. */
export function useNarrowing() {
  const { branches, groups, category, from, to, event }: ReportSearch = useSearch();
  const navigate = useNavigate();
  const chosen = {
    branches: branches?.filter((url) => typeof url === "string") ?? [],
    groups: groups?.filter((id) => Number.isSafeInteger(id)) ?? [],
    category: category ?? null,
    from: from ?? null,
    to: to ?? null,
    event: event ?? null,
  };
  const count = Object.values(chosen).filter((value) => (Array.isArray(value) ? value.length > 0 : value)).length;
  const change = (next: object & { [field in keyof ReportSearch]: ReportSearch[field] | undefined }) =>
    void navigate({
      to: ".",
      search: (old: Record<string, unknown>) => ({ ...old, ...next, page: undefined }),
      resetScroll: false,
    });
  const people = {
    branchUrls: chosen.branches.length > 0 ? chosen.branches : null,
    group_ids: chosen.groups.length > 0 ? chosen.groups : null,
    from: chosen.from,
    to: chosen.to,
  };
  return {
    chosen,
    change,
    /** Undoes them, and what else is named. */
    clear: (more: object = {}) => change({ ...nothing, ...more }),
    /** How many filters are set. */
    count,
    isNarrowed: count > 0,
    narrowing: { ...people, category_id: chosen.category },
    /** What the report of one course is narrowed to: the same without the category of courses. */
    people,
  };
}

export type Narrowing = ReturnType<typeof useNarrowing>["narrowing"];

/** The search of another tab of the same report: what it is narrowed to stays, its table begins anew. */
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

/** The search of another tab of a person's report: the days of courses are not those of certificates or of activity. */
export const userTabSearch = (from: string, to: string) => {
  const keeps = filteredAlike.includes(from) && filteredAlike.includes(to);
  return (old: ReportSearch) => tabSearch(to)(keeps ? old : {});
};
