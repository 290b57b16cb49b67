import type { Actor, Reach } from "../../access/actor.ts";
import { getOffset } from "../../db/page.ts";
import { Invalid } from "../../errors.ts";
import { type Category, listFilledCategories } from "../categories/categories.service.ts";
import * as queries from "./catalogue.queries.ts";
import { listBelow, listLevel } from "./category-levels.ts";
import { t } from "../../i18n/message.ts";

const PAGE = 24;
const LARGEST_PAGE = 100;
/** The most of the newest courses. */
const NEWEST = 24;

export interface CatalogueOptions {
  category?: number | null | undefined;
  search?: string | null | undefined;
  price?: string | null | undefined;
  notStarted?: boolean | null | undefined;
  /** newest or title; as the organisation has set it if it is left out. */
  sort?: string | null | undefined;
  limit?: number | null | undefined;
  offset?: number | null | undefined;
}

export interface Catalogue {
  /** The current category; null at the top, and for an unknown one. */
  current: Category | null;
  parent: Category | null;
  /** The subcategories that contain courses, directly or further down. None while searching. */
  categories: Category[];
  /** Every category with courses, by its path. */
  choices: Category[];
  total: number;
  rows: queries.CatalogueRow[];
  /** The newest courses of all categories; none below the top, while searching, and by title. */
  newest: queries.CatalogueRow[];
  /** The order of the rows. */
  sort: queries.CatalogueSort;
}

/**
 * Returns one level of the catalogue: the courses directly in a category, and at the top those without a category that
 * can be reached, or by title all courses. A search or a filter returns every course of the category, at any depth.
 * @throws Forbidden for whom the organisation does not show it; Invalid for a price that is neither free nor priced, and for
 * an unknown order
 */
export async function openCatalogue(
  actor: Actor,
  { branchUrl, ...options }: CatalogueOptions & { branchUrl?: string | null },
): Promise<Catalogue> {
  const price = options.price || null;
  if (price !== null && price !== "free" && price !== "priced")
    throw new Invalid({ price: [t`Choose free or priced.`] });
  const sort = options.sort || actor.instance.catalogueSort;
  if (sort !== "newest" && sort !== "title") throw new Invalid({ sort: [t`Choose newest or title.`] });
  const reach = await actor.reach("catalogue.view", branchUrl);
  const search = options.search?.trim() ?? "";
  const notStarted = options.notStarted ?? false;
  const isChosen = search !== "" || price !== null || notStarted;

  const categories = await listFilledCategories(actor, branchUrl);
  const level = listLevel(categories, options.category ?? null);
  const here = level.current && (isChosen ? listBelow(categories, level.current.id) : [level.current.id]);
  const page: CataloguePage = {
    sort,
    limit: Math.min(Math.max(options.limit ?? PAGE, 1), LARGEST_PAGE),
    offset: getOffset(options),
  };
  const read = async (at: typeof page) =>
    here || isChosen || sort === "title"
      ? { rows: await queries.listCatalogue(reach, { within: here, search, price, notStarted, ...at }), newest: [] }
      : listTopLevel(reach, toIds(categories), at);
  const { rows, newest } = await read(page);
  // Rows have the total, and beyond the last page there are none.
  const [first] = rows.length > 0 || page.offset === 0 ? rows : (await read({ ...page, limit: 1, offset: 0 })).rows;
  return {
    ...level,
    categories: isChosen ? [] : level.categories,
    total: first?.total ?? 0,
    rows,
    newest,
    sort,
  };
}

type CataloguePage = Pick<queries.CatalogueChoice, "sort" | "limit" | "offset">;

/** Lists the courses of the top level, and the newest of all categories. */
async function listTopLevel(reach: Reach<"catalogue.view">, categories: number[], { limit, offset }: CataloguePage) {
  const found = await queries.listTopLevel(reach, { categories, limit, offset, newest: NEWEST });
  return {
    rows: found.filter(({ has_category }) => !has_category),
    newest: found.filter(({ has_category }) => has_category),
  };
}

const toIds = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
