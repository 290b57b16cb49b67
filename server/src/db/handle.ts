import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type { DB } from "./schema.ts";

/** A handle on one open transaction. All reads and writes of the product go through one. */
export type Db = Kysely<DB>;

/** Sends one statement. */
type Send = <R>(query: CompiledQuery) => Promise<QueryResult<R>>;

const refuseTransaction = async () => {
  throw new Error("One operation is one transaction: it is open already.");
};

/** No transaction can be begun on a handle: it is inside of one, or has none. */
const DRIVER: Driver = {
  init: async () => {},
  acquireConnection: async () => {
    throw new Error("A handle sends its statements itself.");
  },
  beginTransaction: refuseTransaction,
  commitTransaction: refuseTransaction,
  rollbackTransaction: refuseTransaction,
  releaseConnection: async () => {},
  destroy: async () => {},
};

const DIALECT: Dialect = {
  createDriver: () => DRIVER,
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
};
const CONFIG = { dialect: DIALECT };
const COMPILER = DIALECT.createQueryCompiler();
const ADAPTER = DIALECT.createAdapter();

/** Passes statements on. Kysely's own executor takes a connection for each, of which a handle has only one. */
class HandleExecutor extends DefaultQueryExecutor {
  readonly #send: Send;

  constructor(send: Send) {
    const connection: DatabaseConnection = {
      executeQuery: send,
      // eslint-disable-next-line require-yield
      streamQuery: async function* () {
        throw new Error("Streaming is not part of an operation.");
      },
    };
    super(COMPILER, ADAPTER, { provideConnection: (consumer) => consumer(connection) });
    this.#send = send;
  }

  override executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#send<R>(query);
  }
}

/** Creates a handle. There is one per request, so that all share what does not belong to a request. */
export function createHandle(send: Send): Db {
  return new Kysely<DB>({ config: CONFIG, dialect: DIALECT, driver: DRIVER, executor: new HandleExecutor(send) });
}
