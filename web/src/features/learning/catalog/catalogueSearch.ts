/** What of the catalogue one looks at, as the address keeps it. */
export interface CatalogueSearch {
  /** The category one is in; none is the top. */
  category?: number;
  search?: string;
  price?: "free" | "priced";
  /** Only what one has not started. */
  notStarted?: true;
  /** From 1, which is left out. */
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
    ...(Number.isSafeInteger(category) && { category: category as number }),
    ...(!!search && { search: `${search as string}` }),
    ...((price === "free" || price === "priced") && { price }),
    ...(notStarted === true && { notStarted }),
    ...(Number.isSafeInteger(page) && (page as number) > 1 && { page: page as number }),
  };
}
