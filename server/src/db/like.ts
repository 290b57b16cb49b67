import { type RawBuilder, sql } from "kysely";

/** Returns the LIKE pattern for 'contains this text', with wildcards escaped; null without a search text. */
export function toLikePattern(search: string | null | undefined): string | null {
  const text = search?.trim();
  return text ? `%${text.replace(/[\\%_]/g, "\\$&")}%` : null;
}

const IN_INDEX = 3;
const TELLING = 7;

/**
 * Returns the part of a search text for the trigram index over names and addresses (`users.search`): the last letters
 * only, and of an address those before the '@'. The matches are then compared with the whole text. Each trigram that
 * all users share ('use', 'ser') would read a list of all users. Null below three letters, which no index contains.
 */
export function toIndexedPart(search: string): string | null {
  const name = [...search.replace(/@.*$/, "")];
  const letters = (name.length < IN_INDEX ? [...search] : name).slice(-TELLING);
  return letters.length < IN_INDEX ? null : letters.join("");
}

/**
 * Limits a query to rows whose lower-cased text contains a search, by the trigram index of the column if that can help;
 * `|| ''` keeps the other condition from using it.
 * @param column with an index of trigrams @param search in lower case
 */
export function contains(column: string, search: string): RawBuilder<boolean> {
  return limitTo(column, search, (pattern) => sql`${pattern}`);
}

/**
 * Limits a query as `contains` does, and lets PostgreSQL keep one plan. It reads patterns in subqueries only when it executes a
 * plan. Otherwise it expects few rows for this pattern and plans each search anew, which takes as long as to find a few
 * rows. For statements that find all matches first, whatever their number is.
 */
export function containsByOnePlan(column: string, search: string): RawBuilder<boolean> {
  return limitTo(column, search, (pattern) => sql`(SELECT ${pattern}::text)`);
}

function limitTo(
  column: string,
  search: string,
  toValue: (pattern: string | null) => RawBuilder<unknown>,
): RawBuilder<boolean> {
  const [indexed, part] = [sql.ref(column), toIndexedPart(search)];
  const whole = toValue(toLikePattern(search));
  if (part === search) return sql`${indexed} LIKE ${whole}`;
  const isWhole = sql<boolean>`(${indexed} || '') LIKE ${whole}`;
  return part === null ? isWhole : sql`(${indexed} LIKE ${toValue(toLikePattern(part))} AND ${isWhole})`;
}

/**
 * Limits a query to values `v` of a field that contain a search, by the index of trigrams, which have the field in front. The last
 * trigram is named twice: PostgreSQL, which keeps one plan, expects one in 200 rows for each. For more it
 * would read all values of the field too.
 * @param search in lower case; below three letters, all values of the field are compared
 */
export function valueContains(fieldId: number, search: string): RawBuilder<unknown> {
  const part = toIndexedPart(search);
  const isWhole = sql`v.search LIKE (SELECT ${toLikePattern(search)}::text)`;
  if (part === null) return isWhole;
  const trigrams = sql`list_field_trigrams(v.field_id, v.search)`;
  return sql`${trigrams} @> (SELECT list_field_trigrams(${fieldId}, ${part}))
    AND ${trigrams} @> (SELECT list_field_trigrams(${fieldId}, right(${part}, 3))) AND ${isWhole}`;
}
