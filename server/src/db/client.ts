import { availableParallelism } from "node:os";
import type { Duplex } from "node:stream";
import type { CompiledQuery, QueryResult } from "kysely";
import pg from "pg";
import type { SpanStart, Tracing } from "../platform/tracing.ts";
import { createHandle, type Db } from "./handle.ts";
import { readUtcMoment } from "./moments.ts";

export type { Db } from "./handle.ts";

// Ids, counts and money are far below 2^53; dates and times without a zone stay text.
const { builtins, getTypeParser, setTypeParser } = pg.types;
setTypeParser(builtins.INT8, Number);
setTypeParser(builtins.NUMERIC, Number);
const readMoment = getTypeParser(builtins.TIMESTAMPTZ);
setTypeParser(builtins.TIMESTAMPTZ, (text) => readUtcMoment(text) ?? readMoment(text));
setTypeParser(builtins.DATE, (text) => text);
setTypeParser(builtins.TIME, (text) => text.slice(0, 5));

/**
 * Returns how many connections the pool of each process of a server opens. More parallel operations than the processors can run
 * only wait for each other: with 12 on two cores p99 grew by half and throughput did not increase. Further operations wait in a
 * queue.
 */
export function shareConnections(processes: number): number {
  return Math.max(5, Math.ceil((2 * availableParallelism()) / processes) + 1);
}

/** The pool of connections, and transactions on it. */
export class Database {
  readonly pool: pg.Pool;
  /**
   * A few connections for counts that must be stored whether or not the operation commits. In the pool, operations that
   * each hold a connection could wait for one another.
   */
  readonly beside: pg.Pool;
  /** Statements sent so far without BEGIN and COMMIT. Tests compare it before and after an operation. */
  statements = 0;
  /** Transactions begun so far. */
  transactions = 0;
  readonly names = new StatementNames();
  /** Records statements as spans; null when traces are off. */
  tracing: Tracing | null = null;
  /** A handle outside of any transaction and instance: it sees the rows of the platform's tables only. */
  readonly outside: Db;

  constructor(options: pg.PoolConfig, onIdleError: (error: Error) => void = () => {}) {
    this.pool = new pg.Pool({
      max: shareConnections(1),
      idle_in_transaction_session_timeout: 60_000,
      statement_timeout: 30_000,
      pipeline: true,
      ...options,
    });
    this.beside = new pg.Pool({ statement_timeout: 30_000, ...options, max: 2 });
    this.outside = createHandle(async <R>({ sql, parameters }: CompiledQuery) => {
      this.statements++;
      const query = () => this.pool.query({ name: this.names.find(sql), text: sql, values: [...parameters] });
      const { rows } = await (this.tracing ? this.tracing.runStatement(sql, query) : query());
      return { rows: rows as R[] };
    });
    for (const pool of [this.pool, this.beside]) {
      // Without a listener, a restart of PostgreSQL would end this process.
      pool.on("error", (error: Error & { client?: unknown }) => {
        // The pool attaches the connection, which holds the key that cancels its statements, to the error: it must not
        // be logged.
        delete error.client;
        onIdleError(error);
      });
      // The pool listens to idle connections only. A connection lost in a transaction fails its next statement instead.
      pool.on("connect", (client) => client.on("error", () => {}));
    }
  }

  /**
   * Runs work in one transaction. `setting` is SQL that is sent with BEGIN and selects the tenant. Commits if `keep`
   * accepts the result (always by default), else rolls back; an exception rolls back too. With `isSnapshot`, all statements see the
   * rows of one moment, and to change a row that was changed since is an error.
   */
  async transaction<T>(
    setting: string,
    work: (db: Db) => Promise<T>,
    keep: (result: T) => boolean = () => true,
    { isSnapshot = false } = {},
  ): Promise<T> {
    return this.#run(
      isSnapshot ? "BEGIN ISOLATION LEVEL REPEATABLE READ" : "BEGIN",
      setting,
      async (client, statements) => {
        const result = await work(handle(statements, setting));
        const isKept = keep(result);
        const text = isKept ? "COMMIT" : "ROLLBACK";
        const end = () => runStatement(client, { text });
        const { command } = await (this.tracing ? this.tracing.runStatement(text, end) : end());
        // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK and without an error.
        if (isKept && command !== "COMMIT") throw new Error("The transaction was not committed.");
        if (isKept) for (const effect of statements.afterCommit) effect();
        return result;
      },
    );
  }

  /**
   * Runs work in one read-only transaction, whose end nobody waits for: nothing was written that could be lost, and the
   * next transaction of the connection is sent in one packet with it.
   * @throws WriteRefused when a statement tried to write; what the work made of it does not count
   */
  async read<T>(setting: string, work: (db: Db) => Promise<T>): Promise<T> {
    return this.#run("BEGIN READ ONLY", setting, async (client, statements) => {
      const outcome = await work(handle(statements, setting)).finally(() => {
        if (statements.hasTriedToWrite) throw new WriteRefused();
      });
      sendWithNext(client);
      // If the connection is lost, the pool hears of it.
      runStatement(client, { text: "COMMIT" }).catch(() => {});
      return outcome;
    });
  }

  /** Begins a transaction on a connection of the pool. `work` ends it; if it throws, the transaction is rolled back. */
  async #run<T>(
    begin: string,
    setting: string,
    work: (client: pg.PoolClient, statements: Statements) => Promise<T>,
  ): Promise<T> {
    const connect = () => this.pool.connect();
    const client = await (this.tracing ? this.tracing.run(WAIT, connect) : connect());
    this.transactions++;
    let broken: Error | undefined;
    try {
      // The first statement is sent with the setting: if the setting failed, it would run without a tenant, and see and
      // write nothing.
      sendInOnePacket(client);
      const begun = runStatement(client, { text: `${begin}; ${setting}` });
      sendWaiting(client);
      begun.catch(() => {});
      const result = await work(client, new Statements(client, this, setting));
      await begun;
      return result;
    } catch (error) {
      await runStatement(client, { text: "ROLLBACK" }).catch((cause: Error) => (broken = cause));
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.end(), this.beside.end()]);
  }
}

/** The span of a transaction that waits for a connection. */
const WAIT: SpanStart = { name: "wait for a connection", kind: "internal" };

/** A statement tried to write in a read-only transaction. */
export class WriteRefused extends Error {}

const READ_ONLY = "25006";

/** The statements of each handle, for further handles on the same transaction. */
const statementsByDb = new WeakMap<Db, Statements>();

/** Returns another handle on the transaction of `db`, whose statements run under their own setting. */
export function sameTransaction(db: Db, setting: string): Db {
  const statements = statementsByDb.get(db);
  if (!statements) throw new Error("This handle is not one of an open transaction.");
  return handle(statements, setting);
}

/**
 * Runs `effect` once the transaction of `db` is committed, and not at all if it is rolled back. What the process keeps
 * in memory must not be dropped earlier: another request could read the old rows again before the commit.
 */
export function afterCommit(db: Db, effect: () => void): void {
  const statements = statementsByDb.get(db);
  if (!statements) throw new Error("This handle is not one of an open transaction.");
  statements.afterCommit.push(effect);
}

function handle(statements: Statements, setting: string): Db {
  const db = createHandle(<R>(query: CompiledQuery) => statements.send<R>(query, setting));
  statementsByDb.set(db, statements);
  return db;
}

/** Runs the statements of one transaction in the order they were called, each under the setting of its handle. */
class Statements {
  readonly #client: pg.PoolClient;
  readonly #database: Pick<Database, "statements" | "tracing" | "names">;
  #setting: string;
  readonly afterCommit: (() => void)[] = [];
  /** Whether a read-only transaction refused a statement. */
  hasTriedToWrite = false;

  constructor(client: pg.PoolClient, database: Pick<Database, "statements" | "tracing" | "names">, setting: string) {
    this.#client = client;
    this.#database = database;
    this.#setting = setting;
  }

  async send<R>({ sql, parameters }: CompiledQuery, setting: string): Promise<QueryResult<R>> {
    this.#database.statements++;
    sendInOnePacket(this.#client);
    if (setting !== this.#setting) {
      this.#setting = setting;
      // If it failed, the transaction has failed with it and accepts no further statement.
      runStatement(this.#client, { text: setting }).catch(() => {});
    }
    // Resolvers run in parallel: their statements are sent together and answered in order.
    try {
      const { tracing, names } = this.#database;
      const run = () => runStatement(this.#client, { name: names.find(sql), text: sql, values: [...parameters] });
      const result = await (tracing ? tracing.runStatement(sql, run) : run());
      return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) };
    } catch (error) {
      if ((error as { code?: string }).code === READ_ONLY) this.hasTriedToWrite = true;
      throw error;
    }
  }
}

/**
 * Runs a statement with a callback. The driver's promise creates a closure that V8 puts into the old generation, and
 * with it every row of the result, which then stays until a major GC.
 */
async function runStatement(client: pg.PoolClient, statement: pg.QueryConfig): Promise<pg.QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
  client.query(statement, (error: Error | null, result) => (error ? reject(error) : resolve(result)));
  try {
    return await promise;
  } catch (error) {
    // As the driver's promise does: the stack trace shows the caller and not the socket.
    Error.captureStackTrace(error as Error);
    throw error;
  }
}

/** Sends all messages of one turn of the event loop in one packet, because each packet wakes PostgreSQL. */
function sendInOnePacket(client: pg.PoolClient): void {
  const stream = getStream(client);
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** How long the end of a transaction may wait for the next one, in ms. */
const LONGEST_WAIT_MS = 10;

/** The timers of connections whose last message waits. */
const waiting = new WeakMap<pg.PoolClient, NodeJS.Timeout>();

/** Lets the next message of a connection wait for its next transaction, but not for long. */
function sendWithNext(client: pg.PoolClient): void {
  getStream(client).cork();
  waiting.set(
    client,
    setTimeout(() => sendWaiting(client), LONGEST_WAIT_MS),
  );
}

/** Sends what waits, with all that follows in the same turn of the event loop. */
function sendWaiting(client: pg.PoolClient): void {
  const timer = waiting.get(client);
  if (!timer) return;
  clearTimeout(timer);
  waiting.delete(client);
  getStream(client).uncork();
}

const getStream = (client: pg.PoolClient): Duplex =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream;

const MOST_NAMES = 1000;

/**
 * The names under which a database prepares its statements, which halves their cost. The limit keeps queries with varying
 * texts from filling the server's memory.
 */
class StatementNames {
  readonly #names = new Map<string, string>();

  find(sql: string): string | undefined {
    const known = this.#names.get(sql);
    if (known || this.#names.size >= MOST_NAMES) return known;
    const name = `s${this.#names.size + 1}`;
    this.#names.set(sql, name);
    return name;
  }
}
