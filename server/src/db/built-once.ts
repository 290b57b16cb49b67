import { CompiledQuery } from "kysely";
import type { Db } from "./client.ts";

/** Stands in a query for a value that comes with each execution. */
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
 * A query of which only values differ from call to call. It is built when it is first asked, once for each `variant`, and its text
 * is kept: building one takes as long as PostgreSQL takes to answer it. `build` is handed placeholders instead of what is given, so
 * that it can put them into the query and must not look into them; what changes the text is said by the variant.
 */
export function builtOnce<Given extends object, Row, Variant extends string = "only">(
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
