import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { execute } from "../../../app/graphql.ts";
import { Catalogue } from "../learning.documents.ts";
import type { CatalogueSearch } from "./catalogueSearch.ts";

/** Courses per page. */
export const PAGE = 24;

/**
 * Reads one page of the catalogue, with the learning paths at its top; the previous page stays visible until it is read.
 */
export const catalogueQuery = ({ page = 1, ...choice }: CatalogueSearch) =>
  queryOptions({
    queryKey: ["catalogue", page, choice],
    queryFn: async () => {
      const hasPaths = page === 1 && !choice.category && !choice.price && !choice.notStarted;
      const given = { ...choice, hasPaths, limit: PAGE, offset: PAGE * (page - 1) };
      const { catalogue, learningPathCatalogue } = await execute(Catalogue, given);
      return { ...catalogue, paths: learningPathCatalogue ?? [] };
    },
    placeholderData: keepPreviousData,
  });
