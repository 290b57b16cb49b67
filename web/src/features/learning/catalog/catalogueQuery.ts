import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { execute } from "../../../app/graphql.ts";
import { Catalogue } from "../learning.documents.ts";
import type { CatalogueSearch } from "./catalogueSearch.ts";

/** Courses per page. */
export const PAGE = 24;

/** Reads one page of the catalogue; the previous page stays visible until it is read. */
export const catalogueQuery = ({ page = 1, ...choice }: CatalogueSearch) =>
  queryOptions({
    queryKey: ["catalogue", page, choice],
    queryFn: async () => (await execute(Catalogue, { ...choice, limit: PAGE, offset: PAGE * (page - 1) })).catalogue,
    placeholderData: keepPreviousData,
  });
