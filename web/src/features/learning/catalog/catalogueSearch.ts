import { isCount } from "../../../app/urlTable.ts";

/** What of the catalogue one looks at, as the address keeps it. */
export interface CatalogueSearch {
  /** The category one is in; none is the top. */
  category?: number;
  search?: string;
  price?: "free" | "priced";
  /** Only what one has not started. */
  notStarted?: true;
  /** From 1. */
  page?: number;
}

/** Reads it from an address; what makes no sense is left out. */
export function readCatalogueSearch({
  category,
  search,
  price,
  notStarted,
  page,
}: Record<string, unknown>): CatalogueSearch {
  return {
    ...(isCount(category) && { category }),
    ...(!!search && { search: `${search as string}` }),
    ...((price === "free" || price === "priced") && { price }),
    ...(notStarted === true && { notStarted }),
    ...(isCount(page) && { page }),
  };
}
