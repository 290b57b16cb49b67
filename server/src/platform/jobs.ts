import { CompiledQuery } from "kysely";
import type pg from "pg";
import { type Db as BossDb, type JobWithMetadata, PgBoss, type Queue } from "pg-boss";
import type { Db } from "../db/client.ts";
import { APP_ROLE } from "../db/migrate.ts";
import type { Log } from "./log.ts";
import type { JobMetrics } from "./metrics.ts";
import type { Tracing } from "./tracing.ts";

/** The tenant of a job, with which its handler opens the database; `null` for work of the platform. */
export interface JobPayload {
  instanceId: number | null;
  actorId: number | null;
}

/**
 * All jobs by name, with their payloads. A feature declares its own beside its handler:
 *   declare module "../../platform/jobs.ts" { interface JobMap { "certificate.mail": JobPayload & { code: string } } }
 */
export interface JobMap {}

export type JobHandlers<Map> = {
  [Name in keyof Map]: (payload: Map[Name], job: { id: string; attempt: number }) => Promise<void>;
};

export interface EnqueueOptions {
  /** Not before this moment; immediately by default. */
  startAfter?: Date;
}

/** The job queue. A job exists only if the transaction that enqueued it commits. */
export interface Jobs<Map = JobMap> {
  /** Enqueues a job on the transaction: it exists when the transaction commits. */
  enqueue<Name extends keyof Map & string>(
    db: Db,
    name: Name,
    payload: Map[Name] & JobPayload,
    options?: EnqueueOptions,
  ): Promise<void>;
  /** Starts the workers. A handler that throws is called again later and may therefore run twice. */
  start(handlers: JobHandlers<Map>): Promise<void>;
  /** Waits for running jobs; those that take too long return to the queue and run again later. */
  stop(): Promise<void>;
}

const SCHEMA = "pgboss";
/** The field of a stored job that names the span which enqueued it. */
const PARENT = "traceparent";
const CONNECTIONS = 3;
const AT_ONCE = 2;
const STOP_WITHIN_MS = 10_000;

// The first retry comes after about 10 seconds, further ones at growing intervals up to an hour, for about twelve hours:
// eight retries take one hour.
const QUEUE: Omit<Queue, "name"> = {
  retryLimit: 20,
  retryDelay: 10,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 3600,
  // The job of a killed server is taken over after a minute instead of an hour.
  heartbeatSeconds: 60,
  notify: true,
};

/**
 * Creates the job queue.
 * @param connection how the application's role reaches the database; jobs use a few connections of their own
 */
export function createJobs<Map = JobMap>(
  connection: pg.PoolConfig,
  log: Log,
  observers: { tracing?: Tracing | null; metrics?: JobMetrics } = {},
): Jobs<Map> {
  return new Queues<Map>(connection, log, observers);
}

/**
 * Creates the schema `pgboss` with its queues and lets the application's role send and work. Runs as the owner, before
 * `createJobs`; several servers may call it at once.
 */
export async function migrateJobs(owner: pg.Pool, names: readonly string[]): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query("SELECT pg_advisory_lock(727002)");
    const boss = new PgBoss({ db: onClient(client), schema: SCHEMA, supervise: false, schedule: false });
    await boss.start();
    try {
      for (const name of names) {
        await boss.createQueue(name, QUEUE);
        await boss.updateQueue(name, QUEUE);
      }
    } finally {
      await boss.stop({ graceful: false });
    }
    await client.query(grantSql());
  } finally {
    await client.query("SELECT pg_advisory_unlock(727002)").catch(() => {});
    client.release();
  }
}

class Queues<Map> implements Jobs<Map> {
  readonly #boss: PgBoss;
  readonly #log: Log;
  readonly #tracing: Tracing | null;
  readonly #metrics: JobMetrics | undefined;
  #opened: Promise<unknown> | undefined;

  constructor(
    connection: pg.PoolConfig,
    log: Log,
    { tracing = null, metrics }: { tracing?: Tracing | null; metrics?: JobMetrics },
  ) {
    this.#log = log;
    this.#tracing = tracing;
    this.#metrics = metrics;
    this.#boss = new PgBoss({
      ...(connection as object),
      schema: SCHEMA,
      max: CONNECTIONS,
      migrate: false,
      createSchema: false,
      schedule: false,
      // Only the owner of an index may rebuild it.
      reindex: false,
      useListenNotify: true,
    });
    this.#boss.on("error", (error) => log.error({ err: error }, "The job queue reports an error"));
    this.#boss.on("warning", ({ message, data }) => log.warn({ data }, `The job queue warns: ${message}`));
  }

  async enqueue<Name extends keyof Map & string>(
    db: Db,
    name: Name,
    payload: Map[Name] & JobPayload,
    options: EnqueueOptions = {},
  ): Promise<void> {
    await this.#open();
    // Work for later begins a trace of its own: one of days could not be read.
    const parent = options.startAfter === undefined ? this.#tracing?.getParent() : undefined;
    const data = parent === undefined ? payload : { ...payload, [PARENT]: parent };
    const id = await this.#boss.send(name, data, { ...options, db: onTransaction(db) });
    if (id === null) throw new Error(`The job '${name}' was not accepted.`);
  }

  async start(handlers: JobHandlers<Map>): Promise<void> {
    await this.#open();
    for (const name of Object.keys(handlers) as (keyof Map & string)[])
      for (let i = 0; i < AT_ONCE; i++) await this.#work(name, handlers[name]);
  }

  /**
   * Runs the jobs of a queue one by one. The queue notifies a worker once for all jobs of a transaction, and not at all
   * of retries: without asking again after each job, the next would wait for the polling interval of half a minute.
   */
  async #work<Name extends keyof Map & string>(name: Name, handler: JobHandlers<Map>[Name]): Promise<void> {
    let worker = "";
    worker = await this.#boss.work(name, { includeMetadata: true }, async ([job]: JobWithMetadata<Map[Name]>[]) => {
      try {
        if (job) await this.#run(name, handler, job);
      } finally {
        this.#boss.notifyWorker(worker);
      }
    });
  }

  async stop(): Promise<void> {
    if (!this.#opened) return;
    await this.#opened.catch(() => {});
    await this.#boss.stop({ timeout: STOP_WITHIN_MS });
    this.#opened = undefined;
  }

  /** Connects at the first job, so that tests and scripts without jobs need no connection. */
  #open(): Promise<unknown> {
    return (this.#opened ??= this.#boss.start().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    }));
  }

  async #run<Name extends keyof Map & string>(
    name: Name,
    handler: JobHandlers<Map>[Name],
    { id, data, retryCount, retryLimit }: JobWithMetadata<Map[Name]>,
  ): Promise<void> {
    const attempt = retryCount + 1;
    const { [PARENT]: parent, ...payload } = data as Map[Name] & { [PARENT]?: string };
    const started = performance.now();
    const work = async () => {
      try {
        await handler(payload as Map[Name], { id, attempt });
        this.#metrics?.observe(name, "done", performance.now() - started);
      } catch (error) {
        const fields = { err: error, job: name, jobId: id, attempt, lastAttempt: attempt > retryLimit };
        this.#metrics?.observe(name, fields.lastAttempt ? "failed" : "retried", performance.now() - started);
        this.#log.error(fields, fields.lastAttempt ? "A job failed for good" : "A job failed and will be tried again");
        throw error;
      }
    };
    if (!this.#tracing) return work();
    const attributes = { "cairn.job.name": name, "cairn.job.id": id, "cairn.job.attempt": attempt };
    return this.#tracing.runApart({ name: `job ${name}`, kind: "consumer", attributes }, parent, work);
  }
}

function onTransaction(db: Db): BossDb {
  return { executeSql: (text, values) => db.executeQuery(CompiledQuery.raw(text, values)) };
}

function onClient(client: pg.PoolClient): BossDb {
  return { executeSql: (text, values) => client.query(text, values) };
}

function grantSql(): string {
  return `
    GRANT USAGE ON SCHEMA ${SCHEMA} TO ${APP_ROLE};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${SCHEMA} TO ${APP_ROLE};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${SCHEMA} TO ${APP_ROLE};
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${SCHEMA} TO ${APP_ROLE};`;
}
