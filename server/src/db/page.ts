import { type RawBuilder, sql } from "kysely";

/** How a list is searched, sorted and paged. */
export interface PageOptions {
  search?: string | null | undefined;
  /** A sort key of the list, with '-' in front for descending. */
  sort?: string | null | undefined;
  limit?: number | null | undefined;
  offset?: number | null | undefined;
}

const PAGE = 10;
const LARGEST_PAGE = 500;
/** The maximum number of rows of a list without paging (P81). One more is read, to know that there are more. */
export const UNPAGED_ROWS = 5_000;
const LARGEST_OFFSET = 1_000_000;

/**
 * Returns the ORDER BY of a list: the column of the sort key, or of the first key for a missing or unknown one, then
 * `last`.
 */
export function orderBy(
  { sort }: PageOptions,
  sorts: Record<string, readonly string[]>,
  last: string,
): RawBuilder<unknown> {
  const parseSearch = sort?.replace(/^-/, "") ?? "";
  const columns = Object.hasOwn(sorts, parseSearch) ? sorts[parseSearch]! : Object.values(sorts)[0]!;
  const direction = sort?.startsWith("-") ? "DESC" : "ASC";
  return sql.raw([...columns, last].map((column) => `${column} ${direction} NULLS LAST`).join(", "));
}

/** Returns the LIMIT and OFFSET of a list: at most the maximum number of rows. */
export function limitAndOffset(options: PageOptions): RawBuilder<unknown> {
  return sql`LIMIT ${getLimit(options)} OFFSET ${getOffset(options)}`;
}

/** Returns how many rows a list reads: those requested, and at most one more than the maximum. */
export function getLimit({ limit }: PageOptions): number {
  return within(limit ?? UNPAGED_ROWS + 1, UNPAGED_ROWS + 1);
}

/** Returns how many rows a list leaves out before its page, up to a maximum. */
export function getOffset({ offset }: PageOptions): number {
  return within(offset ?? 0, LARGEST_OFFSET);
}

/** Returns the options for one page: ten rows by default, up to a maximum. */
export function toPageOptions<T extends PageOptions>(options: T): T & { limit: number; offset: number } {
  return { ...options, limit: within(options.limit ?? PAGE, LARGEST_PAGE), offset: getOffset(options) };
}

const within = (number: number, most: number) => Math.min(Math.max(number, 0), most);
