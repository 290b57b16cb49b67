import { statfs } from "node:fs/promises";
import { Gauge, type Registry } from "prom-client";
import { findArchiveMark } from "../../archiving/archive-mark.ts";
import { findLastBackup } from "../../db/backup.ts";
import { addOperations } from "../../platform/metrics.ts";
import type { Platform } from "../../platform/platform.ts";
import * as queries from "./system.queries.ts";

/**
 * Adds the operations of this process, what is the same for all servers of a database, and the disk and the backups of this
 * machine, read at each scrape.
 */
export function addSystemMetrics(platform: Omit<Platform, "jobs">): void {
  const { database, config } = platform;
  const { registry } = platform.metrics;
  addOperations(registry, platform);
  // Beside the pool: its figures are needed most when no connection of the pool is free.
  const read = queries.readOn(database.beside);
  addQueues(registry, read);
  addConnections(registry, read);
  new Gauge({
    name: "data_dir_free_bytes",
    help: "Free space on the disk of DATA_DIR.",
    registers: [registry],
    async collect() {
      this.reset();
      const found = await statfs(config.DATA_DIR).catch(() => null);
      if (found) this.set(found.bavail * found.bsize);
    },
  });
  new Gauge({
    name: "backup_timestamp_seconds",
    help: "When the last backup was made; 0 for never. Missing where PostgreSQL at DATABASE_URL does not archive its log.",
    labelNames: ["source"],
    registers: [registry],
    async collect() {
      this.reset();
      const found = await findBackups(config, read).catch(() => []);
      for (const { source, at } of found) this.set({ source }, at);
    },
  });
}

async function findBackups({ DATABASE_URL, DATA_DIR, ARCHIVE_URL }: Platform["config"], read: queries.Reader) {
  if (DATABASE_URL !== undefined) {
    const last = await queries.findLastArchived(read);
    return last ? [{ source: "archive", at: last.getTime() / 1000 }] : [];
  }
  const toSeconds = (moment: string | undefined) => (moment === undefined ? 0 : Date.parse(moment) / 1000);
  const folder = { source: "folder", at: toSeconds((await findLastBackup(DATA_DIR))?.finished_at) };
  if (ARCHIVE_URL === undefined) return [folder];
  return [folder, { source: "built_in_archive", at: toSeconds((await findArchiveMark(DATA_DIR))?.until) }];
}

function addQueues(registry: Registry, read: queries.Reader): void {
  const list = shared(() => queries.listQueues(read).catch(() => []));
  const add = (name: string, help: string, toValue: (queue: queries.JobQueue) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ["queue"],
      registers: [registry],
      async collect() {
        const queues = await list();
        this.reset();
        for (const queue of queues) this.set({ queue: queue.name }, toValue(queue));
      },
    });
  add("jobs_waiting", "Jobs that a worker could take now.", ({ waiting }) => waiting);
  add("jobs_active", "Jobs at work.", ({ active }) => active);
  add("jobs_failed_within_day", "Jobs that failed for good within the last day.", ({ failed }) => failed);
  add(
    "jobs_longest_wait_seconds",
    "How long the first of the waiting jobs could have been taken.",
    (queue) => queue.longest_wait,
  );
}

function addConnections(registry: Registry, read: queries.Reader): void {
  const count = shared(() => queries.countConnections(read).catch(() => null));
  const add = (name: string, help: string, toValue: (found: { open: number; most: number } | null) => number | null) =>
    new Gauge({
      name,
      help,
      labelNames: [],
      registers: [registry],
      async collect() {
        const value = toValue(await count());
        this.remove();
        if (value !== null) this.set(value);
      },
    });
  add("database_up", "1 if PostgreSQL answers, else 0.", (found) => (found ? 1 : 0));
  add(
    "database_server_connections",
    "Open connections to PostgreSQL, of all its clients.",
    (found) => found && found.open,
  );
  add("database_server_connections_max", "Connections that PostgreSQL allows.", (found) => found && found.most);
}

/** Returns a function whose callers in one scrape share one answer. */
function shared<T>(load: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => (running ??= load().finally(() => (running = null)));
}
