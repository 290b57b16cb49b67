import { type RawBuilder, sql } from "kysely";

/** How a list is searched, sorted and paged. */
export interface PageOptions {
  search?: string | null | undefined;
  /** One of the list's own words, with '-' in front for descending. */
  sort?: string | null | undefined;
  limit?: number | null | undefined;
  offset?: number | null | undefined;
}

const PAGE = 10;
const LARGEST_PAGE = 500;
/** Rows that a list answers with at most where no page is asked for (P81); one more is read, to know that there are more. */
export const UNPAGED_ROWS = 5_000;
const LARGEST_OFFSET = 1_000_000;

/** The ORDER BY of a list: its columns by word, the first word where none or an unknown one is asked for, then `last`. */
export function orderOf(
  { sort }: PageOptions,
  sorts: Record<string, readonly string[]>,
  last: string,
): RawBuilder<unknown> {
  const word = sort?.replace(/^-/, "") ?? "";
  const columns = Object.hasOwn(sorts, word) ? sorts[word]! : Object.values(sorts)[0]!;
  const direction = sort?.startsWith("-") ? "DESC" : "ASC";
  return sql.raw([...columns, last].map((column) => `${column} ${direction} NULLS LAST`).join(", "));
}

/** The LIMIT and OFFSET of a list: as many rows as a list may have, unless fewer are asked for. */
export function windowOf(options: PageOptions): RawBuilder<unknown> {
  return sql`LIMIT ${limitOf(options)} OFFSET ${within(options.offset ?? 0, LARGEST_OFFSET)}`;
}

/** How many rows a list reads: those asked for, and never more than one beyond what it may answer with. */
export function limitOf({ limit }: PageOptions): number {
  return within(limit ?? UNPAGED_ROWS + 1, UNPAGED_ROWS + 1);
}

/** The same options for one page: ten rows unless told otherwise, and never a great many. */
export function onePage<T extends PageOptions>(options: T): T & { limit: number; offset: number } {
  const { limit, offset } = options;
  return { ...options, limit: within(limit ?? PAGE, LARGEST_PAGE), offset: within(offset ?? 0, LARGEST_OFFSET) };
}

const within = (number: number, most: number) => Math.min(Math.max(number, 0), most);
