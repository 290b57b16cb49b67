import { CompiledQuery } from "kysely";
import type pg from "pg";
import type { Reach } from "../../access/actor.ts";

/** Reads what PostgreSQL knows about itself and its jobs. Nothing of it belongs to an instance. */
export type Reader = <Row>(text: string) => Promise<Row[]>;

/** Reads on the transaction of an operator. */
export function readWith({ db }: Reach<"instance.manage">): Reader {
  return async <Row>(text: string) => (await db.executeQuery<Row>(CompiledQuery.raw(text))).rows;
}

/** Reads on a connection of a command, or on the connections of a pool. */
export function readOn(client: pg.Client | pg.Pool): Reader {
  return async <Row>(text: string) => (await client.query(text)).rows as Row[];
}

export async function readVersion(read: Reader): Promise<{ version: string; number: number }> {
  const rows = await read<{ version: string; number: number }>(
    `SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
            current_setting('server_version_num')::integer AS number`,
  );
  return rows[0]!;
}

/** Counts the connections to this database and to all others of the same PostgreSQL. */
export async function countConnections(read: Reader): Promise<{ open: number; most: number }> {
  const rows = await read<{ open: number; most: number }>(
    `SELECT count(*)::integer AS open, current_setting('max_connections')::integer AS most
       FROM pg_stat_activity WHERE backend_type = 'client backend'`,
  );
  return rows[0]!;
}

export async function readClock(read: Reader): Promise<Date> {
  const rows = await read<{ now: Date }>("SELECT clock_timestamp() AS now");
  return rows[0]!.now;
}

/** Jobs of one kind. */
export interface JobQueue {
  name: string;
  /** Jobs that a worker could take now. */
  waiting: number;
  active: number;
  /** Jobs that failed for good within the last day. */
  failed: number;
  /** Seconds since the first of them could be taken; 0 without any. */
  longest_wait: number;
}

/** Lists the kinds of jobs with work that waits, runs or failed, by name. */
export async function listQueues(read: Reader): Promise<JobQueue[]> {
  const rows = await read<JobQueue>(
    `SELECT name,
            count(*) FILTER (WHERE state IN ('created', 'retry') AND start_after <= now())::integer AS waiting,
            count(*) FILTER (WHERE state = 'active')::integer AS active,
            count(*) FILTER (WHERE state = 'failed' AND completed_on > now() - interval '1 day')::integer AS failed,
            coalesce(extract(epoch FROM now() - min(start_after)
              FILTER (WHERE state IN ('created', 'retry') AND start_after <= now())), 0)::float AS longest_wait
       FROM pgboss.job
      WHERE state IN ('created', 'retry', 'active', 'failed')
      GROUP BY name
     HAVING count(*) FILTER (WHERE state IN ('created', 'retry') AND start_after <= now() OR state = 'active'
                             OR state = 'failed' AND completed_on > now() - interval '1 day') > 0
      ORDER BY name`,
  );
  return rows;
}

/** A statement that takes long. Its text has placeholders instead of values. */
export interface SlowStatement {
  text: string;
  /** Seconds: since its start for one that is running, else on average. */
  seconds: number;
  /** Null for one that is running now. */
  calls: number | null;
}

/** The functions of searches; behind row-level security, an index is used only with those that are declared safe (ADR 217). */
const SEARCH_FUNCTIONS = [
  "textlike(text, text)",
  "arraycontains(anyarray, anyarray)",
  "list_field_trigrams(integer, text)",
];

/** Lists the functions of searches that are not declared safe. */
export async function listUnsafeFunctions(read: Reader): Promise<string[]> {
  const names = SEARCH_FUNCTIONS.map((name) => `'${name}'::regprocedure`).join(", ");
  const rows = await read<{ name: string }>(
    `SELECT proname::text AS name FROM pg_proc WHERE oid IN (${names}) AND NOT proleakproof`,
  );
  return rows.map(({ name }) => name);
}

const SHOWN_STATEMENTS = 10;

/** Lists the statements of the application that have been running for more than a second, the longest first. */
export async function listRunningStatements(read: Reader): Promise<SlowStatement[]> {
  const rows = await read<SlowStatement>(
    `SELECT left(query, 500) AS text, extract(epoch FROM clock_timestamp() - query_start)::float AS seconds,
            NULL AS calls
       FROM pg_stat_activity
      WHERE datname = current_database() AND usename = current_user AND state = 'active'
        AND pid <> pg_backend_pid() AND query_start < clock_timestamp() - interval '1 second'
      ORDER BY query_start LIMIT ${SHOWN_STATEMENTS}`,
  );
  return rows;
}

/** Lists the statements with the longest average; null without the extension pg_stat_statements. */
export async function listSlowestStatements(read: Reader): Promise<SlowStatement[] | null> {
  const found = await read("SELECT FROM pg_extension WHERE extname = 'pg_stat_statements'");
  if (found.length === 0) return null;
  const rows = await read<SlowStatement>(
    `SELECT left(s.query, 500) AS text, s.mean_exec_time / 1000 AS seconds, s.calls::float AS calls
       FROM pg_stat_statements s
       JOIN pg_roles r ON r.oid = s.userid
       JOIN pg_database d ON d.oid = s.dbid
      WHERE r.rolname = current_user AND d.datname = current_database()
      ORDER BY s.mean_exec_time DESC LIMIT ${SHOWN_STATEMENTS}`,
  );
  return rows;
}

/** Returns when PostgreSQL last archived its write-ahead log; null when it archives none. */
export async function findLastArchived(read: Reader): Promise<Date | null> {
  const rows = await read<{ last: Date | null }>(
    "SELECT last_archived_time AS last FROM pg_stat_archiver WHERE current_setting('archive_mode') <> 'off'",
  );
  return rows[0]?.last ?? null;
}

/** Counts the instances with demo accounts, whose password is published. */
export async function countDemoInstances(read: Reader): Promise<number> {
  const rows = await read<{ demos: number }>("SELECT count(*)::integer AS demos FROM instances WHERE is_demo");
  return rows[0]!.demos;
}
