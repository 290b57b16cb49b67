import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { execute } from "../../../app/graphql.ts";
import { Catalogue } from "../learning.documents.ts";
import type { CatalogueSearch } from "./catalogueSearch.ts";

const PAGE = 24;

/** The catalogue in pages that grow downwards. */
export const catalogueQuery = (choice: CatalogueSearch) =>
  infiniteQueryOptions({
    queryKey: ["catalogue", choice],
    queryFn: async ({ pageParam }) =>
      (await execute(Catalogue, { ...choice, limit: PAGE, offset: pageParam })).catalogue,
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, { rows }) => sum + rows.length, 0);
      return last.rows.length > 0 && loaded < last.total ? loaded : undefined;
    },
    placeholderData: keepPreviousData,
  });
