import { CompiledQuery, type RawBuilder, sql } from "kysely";
import * as z from "zod";
import type { Reach } from "../../access/actor.ts";
import type { Action } from "../../access/permissions.ts";
import { readInBatches } from "../../db/batches.ts";
import type { Db } from "../../db/client.ts";
import { isTest } from "../../platform/environment.ts";

/** The instance and branches that a statement reads, taken from the caller's reach. */
export interface Scope {
  instance: number;
  /** The branches that the reach is limited to; null for the whole instance. */
  branches: number[] | null;
  /** The groups that the caller leads; used only together with `branches`. */
  ledGroups: number[];
}

/**
 * The values of a statement, and its scope, while its text is built. They are placeholders: each may be put into the SQL and
 * compared with null; a comparison with anything else does not compile. Booleans are the caller's own.
 */
export type Given<Params = object> = { [Name in keyof (Scope & Params)]: GivenValue<(Scope & Params)[Name]> };
export type GivenValue<Value> = Value extends boolean | null | undefined ? Value : Placeholder<Value>;

/** A statement and the sort orders that it offers besides its own. */
interface Definition<Params extends object, Row extends z.ZodType, A extends Action> {
  /** The permission that is needed besides `report.view`, of which either is enough; only the compiler looks at it. */
  permission?: A;
  /** The shape of one row. */
  row: Row;
  /**
   * Builds the SQL. A null leaves a condition out. Booleans are the caller's own and choose between variants. `isCounting`
   * says that only the number of rows is needed.
   */
  build: (values: Given<Params>, orderBy: OrderBy, isCounting: boolean) => RawBuilder<unknown>;
  /** Sort orders by name. A name that is missing here gives the usual order. */
  orders?: Record<string, RawBuilder<unknown>>;
}

/** Builds the ORDER BY: the chosen order, then the usual one. Counting has no order. */
type OrderBy = (usual: RawBuilder<unknown>) => RawBuilder<unknown>;

type Values = Record<string, unknown>;

/** A statement of a report. */
export interface Statement<Params extends object, Row, A extends Action> {
  /** Reads all rows at once. */
  run: (reach: Reach<A>, params: Params, sort?: string | null) => Promise<Row[]>;
  /** Reads the rows through a cursor, some hundreds at a time: a report of millions of rows is never in memory. */
  runInBatches: (reach: Reach<A>, params: Params, sort?: string | null) => AsyncGenerator<Row[]>;
  /** Counts the rows. */
  count: (reach: Reach<A>, params: Params) => Promise<number>;
}

const UNSORTED = Symbol("unsorted");

/** Values that a statement may leave unused: the time zone is for days, the led groups are for a reach of some branches. */
const OPTIONAL: ReadonlySet<string> = new Set(["zone", "ledGroups"]);

/**
 * The usual lengths of a page, which stand in the text, as no offset does. PostgreSQL does not know how many rows a
 * parameter asks for, and would plan a first page anew each time, which takes longer than reading it.
 */
const PAGE_LENGTHS: ReadonlySet<unknown> = new Set([10, 25, 50, 100]);

/**
 * Defines a statement of a report. Its text is built once for each combination of values that are given, because building a text
 * takes as long as reading the rows, and because PostgreSQL keeps a good plan for each (ADR 033).
 *
 * A value that is given but does not occur in the SQL is an error: a report never ignores a filter or a limit to branches.
 */
export function defineStatement<Params extends object, Row extends z.ZodType, A extends Action = never>({
  row,
  build,
  orders = {},
}: Definition<Params, Row, A>): Statement<Params, z.infer<Row>, A | "report.view"> {
  const built = new Map<string, Built>();
  const rowsSchema = z.array(row);

  function prepare(reach: Reach<A | "report.view">, params: object, sort: string | null | typeof UNSORTED) {
    const { instanceId: instance, branchIds: branches, ledGroupIds: ledGroups } = reach;
    const { limit, offset, ...others }: Values = { ...params };
    const given: Values = { ...others, limit, offset: offset || null, instance, branches, ledGroups };
    const literals: Values = PAGE_LENGTHS.has(limit) ? { limit } : {};
    const order = sort === UNSORTED || (sort !== null && Object.hasOwn(orders, sort)) ? sort : "";
    const key = `${String(order)} ${listVariant(given)} ${String(literals["limit"])}`;
    const make = () => build(toPlaceholders(given) as Given<Params>, toOrderBy(order), order === UNSORTED);
    const found = built.get(key) ?? compile(reach.db, make(), literals);
    built.set(key, found);
    for (const [name, value] of Object.entries(given))
      if (isBound(value) && !OPTIONAL.has(name) && !found.used.has(name))
        throw new Error(`The statement ignores its value '${name}'.`);
    return { built: found, values: found.names.map((name) => given[name]) };
  }

  const toOrderBy =
    (order: string | typeof UNSORTED): OrderBy =>
    (usual) => {
      if (order === UNSORTED) return sql``;
      return orders[order] ? sql`ORDER BY ${orders[order]}, ${usual}` : sql`ORDER BY ${usual}`;
    };

  /** Checks the rows: all of them in tests, elsewhere only the first ones of each text, because checking takes long (ADR 033). */
  function check(from: Built, rows: unknown[]): z.infer<Row>[] {
    if (isTest || !from.isChecked) {
      rowsSchema.parse(rows);
      from.isChecked = rows.length > 0;
    }
    return rows as z.infer<Row>[];
  }

  return {
    run: async (reach, params, sort = null) => {
      const { built: from, values } = prepare(reach, params, sort);
      return check(from, (await reach.db.executeQuery(CompiledQuery.raw(from.text, values))).rows);
    },
    runInBatches: async function* (reach, params, sort = null) {
      const { built: from, values } = prepare(reach, params, sort);
      for await (const rows of readInBatches(reach.db, { sql: from.text, parameters: values })) yield check(from, rows);
    },
    count: async (reach, params) => {
      const { built: from, values } = prepare(reach, params, UNSORTED);
      const text = `SELECT count(*) AS total FROM (${from.text}) counted`;
      const { rows } = await reach.db.executeQuery<{ total: number }>(CompiledQuery.raw(text, values));
      return rows[0]!.total;
    },
  };
}

/** Lets a query that is no statement use fragments of statements: they bind its values as they are. */
export const toGiven = <Params extends object>(values: Scope & Params) => values as unknown as Given<Params>;

/** Returns a fragment for a value that is given, and nothing for one that is not. */
export function when<Value>(
  value: Value | null | undefined | false,
  fragment: (value: Value) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  return value === null || value === undefined || value === false ? sql`` : fragment(value);
}

interface Built {
  text: string;
  /** The name of the value of each parameter, in order. */
  names: string[];
  /** The names of all values in the text. */
  used: ReadonlySet<string>;
  isChecked: boolean;
}

/** Takes the place of a value of this type while a text is built. */
class Placeholder<Value> {
  readonly name: string;
  declare protected readonly value: Value;
  constructor(name: string) {
    this.name = name;
  }
}

const isBound = (value: unknown) => value !== null && value !== undefined && typeof value !== "boolean";

/** Returns what a text depends on: which values are given, and the booleans. */
function listVariant(given: Values): string {
  return Object.entries(given)
    .map(([name, value]) => (isBound(value) ? name : value === true ? `+${name}` : ""))
    .join();
}

function toPlaceholders(given: Values): Values {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, isBound(value) ? new Placeholder<unknown>(name) : value]),
  );
}

/**
 * Compiles a statement. A value has one parameter however often it occurs: PostgreSQL plans better when it knows them to be equal.
 * @param literals the values that are written into the text
 */
function compile(db: Db, statement: RawBuilder<unknown>, literals: Values): Built {
  const { sql: compiled, parameters } = statement.compile(db);
  const names: string[] = [];
  const used = new Set<string>();
  const text = compiled.replace(/\$(\d+)/g, (_, number: string) => {
    const parameter = parameters[Number(number) - 1];
    if (!(parameter instanceof Placeholder)) throw new Error("A statement binds a value that is not among its values.");
    const { name } = parameter;
    used.add(name);
    if (name in literals) return String(Number(literals[name]));
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text, names, used, isChecked: false };
}
