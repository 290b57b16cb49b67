import { availableParallelism } from "node:os";
import type { Duplex } from "node:stream";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import pg from "pg";
import type { DB } from "./schema.ts";

/** A handle on one open transaction. Everything the product reads or writes goes through one. */
export type Db = Kysely<DB>;

// Ids, counts and money stay far below 2^53; plain dates and times stay the text they are.
const { builtins, setTypeParser } = pg.types;
setTypeParser(builtins.INT8, Number);
setTypeParser(builtins.NUMERIC, Number);
setTypeParser(builtins.DATE, (text) => text);
setTypeParser(builtins.TIME, (text) => text.slice(0, 5));

// More operations at once than the processors can carry only make each other wait: with 12 on two cores the slowest answers took
// half as long again, and none more was answered. Those that are too many wait in line.
const AT_WORK = Math.max(5, 2 * availableParallelism() + 1);

/** The pool of connections, and transactions on it. */
export class Database {
  readonly pool: pg.Pool;
  /**
   * A few connections beside, for what is counted whether or not the operation it belongs to commits: were they of the pool,
   * operations that hold one each could wait for one another.
   */
  readonly beside: pg.Pool;
  /** Statements sent so far, BEGIN and COMMIT not counted; tests compare it before and after an operation. */
  statements = 0;

  constructor(options: pg.PoolConfig, onIdleError: (error: Error) => void = () => {}) {
    this.pool = new pg.Pool({
      max: AT_WORK,
      idle_in_transaction_session_timeout: 60_000,
      statement_timeout: 30_000,
      pipeline: true,
      ...options,
    });
    this.beside = new pg.Pool({ statement_timeout: 30_000, ...options, max: 2 });
    for (const pool of [this.pool, this.beside]) {
      // Without a listener, a restart of PostgreSQL would end this process.
      pool.on("error", (error: Error & { client?: unknown }) => {
        // The pool hangs the connection on its error, with the key that cancels its statements: nothing for a log.
        delete error.client;
        onIdleError(error);
      });
      // The pool listens to idle connections only: one lost in the middle of a transaction fails its next statement instead.
      pool.on("connect", (client) => client.on("error", () => {}));
    }
  }

  /**
   * Runs work in one transaction. `setting` is SQL that travels with BEGIN and says whose rows there are.
   * Commits when `keep` says so of the result (always, unless given), else rolls back; an exception rolls back too.
   */
  async transaction<T>(
    setting: string,
    work: (db: Db) => Promise<T>,
    keep: (result: T) => boolean = () => true,
  ): Promise<T> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      // The first statement travels right behind: if this failed, that one would run without a tenant, and so see and write nothing.
      corked(client);
      const begun = answered(client, { text: `BEGIN; ${setting}` });
      begun.catch(() => {});
      const result = await work(handle(new Statements(client, this, setting), setting));
      await begun;
      const isKept = keep(result);
      const { command } = await answered(client, { text: isKept ? "COMMIT" : "ROLLBACK" });
      // PostgreSQL answers the COMMIT of a transaction that has failed with ROLLBACK, and with no error.
      if (isKept && command !== "COMMIT") throw new Error("The transaction was not committed.");
      return result;
    } catch (error) {
      await answered(client, { text: "ROLLBACK" }).catch((cause: Error) => (broken = cause));
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.end(), this.beside.end()]);
  }
}

/** The statements behind each handle, for making another handle on the same transaction. */
const statementsOf = new WeakMap<Db, Statements>();

/** Another handle on the transaction of `db`, whose statements run under a setting of their own. */
export function sameTransaction(db: Db, setting: string): Db {
  const statements = statementsOf.get(db);
  if (!statements) throw new Error("This handle is not one of an open transaction.");
  return handle(statements, setting);
}

function handle(statements: Statements, setting: string): Db {
  const db = new Kysely<DB>({ dialect: new OneTransaction(statements, setting) });
  statementsOf.set(db, statements);
  return db;
}

/** A Kysely dialect whose only connection is already inside a transaction. */
class OneTransaction implements Dialect {
  readonly #connection: DatabaseConnection;

  constructor(statements: Statements, setting: string) {
    this.#connection = {
      executeQuery: (query) => statements.send(query, setting),
      // eslint-disable-next-line require-yield
      streamQuery: async function* () {
        throw new Error("Streaming is not part of an operation.");
      },
    };
  }

  createDriver(): Driver {
    const connection = this.#connection;
    const nested = async () => {
      throw new Error("One operation is one transaction: it is open already.");
    };
    return {
      init: async () => {},
      acquireConnection: async () => connection,
      beginTransaction: nested,
      commitTransaction: nested,
      rollbackTransaction: nested,
      releaseConnection: async () => {},
      destroy: async () => {},
    };
  }

  createQueryCompiler = () => new PostgresQueryCompiler();
  createAdapter = () => new PostgresAdapter();
  createIntrospector = (db: Kysely<DB>) => new PostgresIntrospector(db);
}

/** The statements of one transaction in the order they are asked, each under the setting of its handle. */
class Statements {
  readonly #client: pg.PoolClient;
  readonly #counter: { statements: number };
  #setting: string;

  constructor(client: pg.PoolClient, counter: { statements: number }, setting: string) {
    this.#client = client;
    this.#counter = counter;
    this.#setting = setting;
  }

  async send<R>({ sql, parameters }: CompiledQuery, setting: string): Promise<QueryResult<R>> {
    this.#counter.statements++;
    corked(this.#client);
    if (setting !== this.#setting) {
      this.#setting = setting;
      // Were it to fail, the transaction would have failed with it, and take no further statement.
      answered(this.#client, { text: setting }).catch(() => {});
    }
    // Resolvers run side by side: what they ask travels together, and is answered in order.
    const result = await answered(this.#client, { name: statementName(sql), text: sql, values: [...parameters] });
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) };
  }
}

/**
 * What PostgreSQL answers. The driver's own promise makes a function that V8 puts among what lives long, and with it every row of
 * the answer: all that was ever read stayed until the heap was looked through whole. With a callback nothing stays.
 */
async function answered(client: pg.PoolClient, statement: pg.QueryConfig): Promise<pg.QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
  client.query(statement, (error: Error | null, result) => (error ? reject(error) : resolve(result)));
  try {
    return await promise;
  } catch (error) {
    // As the driver's promise does: the trace leads to who asked, and not to the socket.
    Error.captureStackTrace(error as Error);
    throw error;
  }
}

/** What is sent in one turn of the loop goes in one packet: each packet wakes PostgreSQL anew. */
function corked(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

// Preparing by name halves the cost of a statement. The cap keeps a query whose text varies from filling the server's memory.
const names = new Map<string, string>();
const MOST_NAMES = 1000;

function statementName(sql: string): string | undefined {
  const known = names.get(sql);
  if (known || names.size >= MOST_NAMES) return known;
  const name = `s${names.size + 1}`;
  names.set(sql, name);
  return name;
}
