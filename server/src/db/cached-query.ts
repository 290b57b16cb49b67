import { CompiledQuery } from "kysely";
import type { Db } from "./client.ts";

/** A placeholder in a query for a value of each execution. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** What Kysely builds, from its methods or from SQL. */
interface Query<Row> {
  compile: (db: Db) => CompiledQuery<Row>;
}

const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) });

/**
 * Builds a query of which only values differ from call to call, once for each `variant`, and caches its text: building
 * one takes as long as PostgreSQL takes to answer it. `build` receives placeholders instead of the values, so it can
 * put them into the query but must not read them. What changes the text belongs in the variant.
 */
export function cacheQuery<Given extends object, Row, Variant extends string = "only">(
  build: (db: Db, given: Given, variant: Variant) => Query<Row>,
): (db: Db, given: Given, ...variant: Variant extends "only" ? [] : [Variant]) => Promise<Row[]> {
  const built = new Map<string, CompiledQuery<Row>>();
  return async (db, given, variant = "only") => {
    const query = built.get(variant) ?? build(db, placeholders as Given, variant as Variant).compile(db);
    built.set(variant, query);
    const values = query.parameters.map((value) =>
      value instanceof Placeholder ? given[value.name as keyof Given] : value,
    );
    return (await db.executeQuery<Row>(CompiledQuery.raw(query.sql, values))).rows;
  };
}
