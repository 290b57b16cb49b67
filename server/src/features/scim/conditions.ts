import { type RawBuilder, sql } from "kysely";
import type { Filter, Literal, Operator } from "./filter.ts";
import { bad } from "./scim-error.ts";

/** How an attribute is stored, for filters and for sorting. */
export interface Column {
  type: "text" | "exact" | "boolean" | "date";
  value: RawBuilder<unknown>;
  /** Wraps the condition on one of several values. */
  among?: (condition: RawBuilder<unknown>) => RawBuilder<unknown>;
}

/** The attributes of a resource by their names in lower case. */
export type Columns = ReadonlyMap<string, Column>;

/** Returns the SQL of a filter; values are parameters. @throws ScimError invalidFilter for an unknown attribute or value */
export function toCondition(filter: Filter, columns: Columns, prefix = ""): RawBuilder<unknown> {
  switch (filter.kind) {
    case "and":
    case "or": {
      const parts = filter.parts.map((part) => toCondition(part, columns, prefix));
      return sql`(${sql.join(parts, filter.kind === "and" ? sql` AND ` : sql` OR `)})`;
    }
    case "not":
      return sql`(${toCondition(filter.part, columns, prefix)} IS NOT TRUE)`;
    case "within":
      if (prefix !== "") throw bad("invalidFilter", "A filter cannot be within another.");
      getColumn(columns, filter.attribute);
      return toCondition(filter.filter, columns, `${filter.attribute}.`);
    case "present": {
      const { value, among = (condition) => condition } = getColumn(columns, prefix + filter.attribute);
      return among(sql`${value} IS NOT NULL`);
    }
    case "compare": {
      const { among = (condition) => condition, ...column } = getColumn(columns, prefix + filter.attribute);
      return among(compare(column, filter.operator, filter.value));
    }
  }
}

function getColumn(columns: Columns, attribute: string): Column {
  const column = columns.get(attribute);
  if (!column) throw bad("invalidFilter", `There is no filter for '${attribute}'.`);
  return column;
}

function compare({ type, value }: Column, operator: Operator, literal: Literal): RawBuilder<unknown> {
  if (literal === null) {
    if (operator === "eq") return sql`${value} IS NULL`;
    if (operator === "ne") return sql`${value} IS NOT NULL`;
    throw bad("invalidFilter", `null cannot be compared by ${operator}.`);
  }
  if (type === "boolean") {
    const wanted = typeof literal === "string" && /^(true|false)$/i.test(literal) ? /^t/i.test(literal) : literal;
    if (typeof wanted !== "boolean" || (operator !== "eq" && operator !== "ne"))
      throw bad("invalidFilter", "This attribute can only equal true or false.");
    return sql`${value} IS ${operator === "eq" ? sql`NOT DISTINCT` : sql`DISTINCT`} FROM ${wanted}::boolean`;
  }
  if (typeof literal !== "string") throw bad("invalidFilter", `${literal} is not a text.`);
  if (type === "date") {
    // A year beyond those of PostgreSQL's dates would be an error there.
    const time = /^\d{4}-\d\d-\d\dT/.test(literal) ? Date.parse(literal) : NaN;
    if (Number.isNaN(time) || !(operator in ORDERED))
      throw bad("invalidFilter", `'${literal}' is not a date and time.`);
    // Dates are shown in milliseconds.
    return sql`date_trunc('milliseconds', ${value}) ${ORDERED[operator]!} ${new Date(time)}::timestamptz`;
  }
  const isExact = type === "exact";
  const own = isExact ? value : sql`lower(${value})`;
  const other = isExact ? literal : literal.toLowerCase();
  if (operator === "ne") return sql`${own} IS DISTINCT FROM ${other}`;
  if (operator in ORDERED) return sql`${own} ${ORDERED[operator]!} ${other}`;
  const escaped = other.replace(/[\\%_]/g, "\\$&");
  const pattern = { co: `%${escaped}%`, sw: `${escaped}%`, ew: `%${escaped}` }[operator as "co" | "sw" | "ew"];
  return sql`${own} LIKE ${pattern}`;
}

const ORDERED: Partial<Record<Operator, RawBuilder<unknown>>> = {
  eq: sql`=`,
  ne: sql`<>`,
  gt: sql`>`,
  ge: sql`>=`,
  lt: sql`<`,
  le: sql`<=`,
};

/** What a list of resources is asked for. */
export interface Listing {
  filter: Filter | null;
  /** An attribute in lower case. */
  sortBy: string | null;
  isDescending: boolean;
  /** From 0. */
  offset: number;
  limit: number;
}

/** Returns the ORDER BY of a list, by id last. @throws ScimError invalidPath for an attribute that lists are not sorted by */
export function orderBy({ sortBy, isDescending }: Listing, columns: Columns, id: string): RawBuilder<unknown> {
  const direction = sql.raw(isDescending ? "DESC" : "ASC");
  if (sortBy === null) return sql`${sql.ref(id)} ${direction}`;
  const column = columns.get(sortBy);
  if (!column || column.among) throw bad("invalidPath", `Lists cannot be sorted by '${sortBy}'.`);
  const value = column.type === "text" ? sql`lower(${column.value})` : column.value;
  return sql`${value} ${direction} NULLS LAST, ${sql.ref(id)} ${direction}`;
}
