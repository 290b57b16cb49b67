import { isCount } from "../../../app/urlTable.ts";

/** The filters of the catalogue, as stored in the address. */
export interface CatalogueSearch {
  /** The open category; the top level without one. */
  category?: number;
  search?: string;
  price?: "free" | "priced";
  /** Left out, the order is the one that the organisation has set. */
  sort?: "newest" | "title";
  /** Only courses that the learner has not started. */
  notStarted?: true;
  /** From 1. */
  page?: number;
}

/** Reads the filters from an address and leaves out invalid ones. */
export function readCatalogueSearch({
  category,
  search,
  price,
  sort,
  notStarted,
  page,
}: Record<string, unknown>): CatalogueSearch {
  return {
    ...(isCount(category) && { category }),
    ...(!!search && { search: `${search as string}` }),
    ...((price === "free" || price === "priced") && { price }),
    ...((sort === "newest" || sort === "title") && { sort }),
    ...(notStarted === true && { notStarted }),
    ...(isCount(page) && { page }),
  };
}
