import type { Actor } from "../../access/actor.ts";
import { Invalid } from "../../errors.ts";
import { type Category, listFilledCategories } from "../categories/categories.service.ts";
import * as queries from "./catalogue.queries.ts";
import { belowOf, levelOf } from "./category-walk.ts";

const PAGE = 24;
const LARGEST_PAGE = 100;

export interface CatalogueOptions {
  category?: number | null | undefined;
  search?: string | null | undefined;
  price?: string | null | undefined;
  notStarted?: boolean | null | undefined;
  limit?: number | null | undefined;
  offset?: number | null | undefined;
}

export interface Catalogue {
  /** The category one is in; null at the top, and for one that is not there. */
  current: Category | null;
  parent: Category | null;
  /** Those to walk into: they hold courses, directly or further down. None while searching. */
  categories: Category[];
  /** Every category with courses, to choose from, by its path. */
  choices: Category[];
  total: number;
  rows: Awaited<ReturnType<typeof queries.listCatalogue>>;
}

/**
 * One level of the catalogue: the courses directly in a category, at the top those in none that one can walk to. With a search
 * or a filter it is every course of the category, at any depth.
 * @throws Invalid for a price that is neither free nor priced
 */
export async function openCatalogue(
  actor: Actor,
  { branchUrl, ...options }: CatalogueOptions & { branchUrl?: string | null },
): Promise<Catalogue> {
  const price = options.price || null;
  if (price !== null && price !== "free" && price !== "priced")
    throw new Invalid({ price: ["Choose free or priced."] });
  const search = options.search?.trim() ?? "";
  const notStarted = options.notStarted ?? false;
  const isChosen = search !== "" || price !== null || notStarted;

  const categories = await listFilledCategories(actor, branchUrl);
  const level = levelOf(categories, options.category ?? null);
  const here = level.current && (isChosen ? belowOf(categories, level.current.id) : [level.current.id]);
  const rows = await queries.listCatalogue(await actor.reach("learn", branchUrl), {
    within: here,
    outside: here || isChosen ? [] : categories.map(({ id }) => id),
    search,
    price,
    notStarted,
    limit: Math.min(Math.max(options.limit ?? PAGE, 1), LARGEST_PAGE),
    offset: Math.max(options.offset ?? 0, 0),
  });
  return {
    ...level,
    categories: isChosen ? [] : level.categories,
    total: rows[0]?.total ?? 0,
    rows,
  };
}
