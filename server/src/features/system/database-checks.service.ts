import { t } from "../../i18n/message.ts";
import { type Check, report } from "./check.ts";
import type { Reader } from "./system.queries.ts";
import * as queries from "./system.queries.ts";

const OLDEST_POSTGRES = 15;
/** Share of the connections of a database above which new servers may find none. */
const MOST_CONNECTIONS = 0.8;
/** Difference of the clocks, in milliseconds, from which sessions and time limits become wrong. */
const CLOCK = { warning: 2_000, failure: 30_000 };
const WAITING_SECONDS = 10 * 60;

/** Inspects the version and the answer of the database, and whether its searches can use their indexes. */
export async function checkDatabase(read: Reader): Promise<Check> {
  const started = performance.now();
  const { version, number } = await queries.readVersion(read);
  const milliseconds = Math.round(performance.now() - started);
  const detail = t`PostgreSQL ${version} answered in ${milliseconds} ms.`;
  if (Math.floor(number / 10_000) < OLDEST_POSTGRES)
    return report("database", "failure", detail, t`Use PostgreSQL ${OLDEST_POSTGRES} or newer.`);
  const unsafe = await queries.listUnsafeFunctions(read);
  if (unsafe.length === 0) return report("database", "ok", detail);
  return report(
    "database",
    "warning",
    t`Searches for a part of a name or field do not use their index.`,
    t`Have a superuser of PostgreSQL run the commands under "Use your own PostgreSQL" in docs/operations/install.md.`,
  );
}

/** Inspects how many of the connections that the database allows are open. */
export async function checkConnections(read: Reader): Promise<Check> {
  const { open, most } = await queries.countConnections(read);
  const detail = t`${open} of ${most} connections are open.`;
  if (open < most * MOST_CONNECTIONS) return report("connections", "ok", detail);
  return report(
    "connections",
    "warning",
    detail,
    t`Raise max_connections of PostgreSQL, or put a connection pooler in front of it.`,
  );
}

/** Compares the clock of this machine with that of the database. */
export async function checkClock(read: Reader): Promise<Check> {
  const before = Date.now();
  const there = await queries.readClock(read);
  const difference = Math.round(Math.abs(there.getTime() - (before + Date.now()) / 2));
  const detail = t`The clocks of the server and of the database differ by ${difference} ms.`;
  if (difference < CLOCK.warning) return report("clock", "ok", detail);
  return report(
    "clock",
    difference < CLOCK.failure ? "warning" : "failure",
    detail,
    t`Synchronise the clocks of both machines, for example with chrony or systemd-timesyncd.`,
  );
}

/** Inspects whether jobs are waiting for too long, or have failed for good today. */
export async function checkJobs(read: Reader): Promise<Check> {
  const queues = await queries.listQueues(read);
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const waiting = sum(queues.map((queue) => queue.waiting));
  const failed = sum(queues.map((queue) => queue.failed));
  const longest = Math.max(0, ...queues.map((queue) => queue.longest_wait));
  if (longest > WAITING_SECONDS)
    return report(
      "jobs",
      "failure",
      t`Waiting jobs: ${waiting}. The first has been waiting for ${Math.round(longest / 60)} minutes.`,
      t`Start a worker (npm run worker), or set WORKER=on on a server.`,
    );
  if (failed > 0)
    return report(
      "jobs",
      "warning",
      t`Jobs that failed for good within the last day: ${failed}.`,
      t`Look for 'A job failed for good' in the log of the worker.`,
    );
  return report("jobs", "ok", t`Waiting jobs: ${waiting}. None failed within the last day.`);
}
