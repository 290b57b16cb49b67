import { statfs } from "node:fs/promises";
import { Gauge, type Registry } from "prom-client";
import { findLastBackup } from "../../db/backup.ts";
import type { Platform } from "../../platform/platform.ts";
import * as queries from "./system.queries.ts";

/** Adds what is the same for all servers of a database, and the disk and the backups of this machine, read at each scrape. */
export function addSystemMetrics({ database, config, metrics }: Omit<Platform, "jobs">): void {
  const { registry } = metrics;
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
      const found = await findBackup(config, read).catch(() => null);
      if (found) this.set({ source: found.source }, found.at);
    },
  });
}

async function findBackup(config: Platform["config"], read: queries.Reader) {
  if (config.DATABASE_URL === undefined) {
    const last = await findLastBackup(config.DATA_DIR);
    return { source: "folder", at: last ? Date.parse(last.finished_at) / 1000 : 0 };
  }
  const last = await queries.findLastArchived(read);
  return last && { source: "archive", at: last.getTime() / 1000 };
}

function addQueues(registry: Registry, read: queries.Reader): void {
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ["job"], registers: [registry] });
  const waiting = gauge("jobs_waiting", "Jobs that a worker could take now.");
  const active = gauge("jobs_active", "Jobs at work.");
  const failed = gauge("jobs_failed_within_day", "Jobs that failed for good within the last day.");
  const oldest = new Gauge({
    name: "jobs_longest_wait_seconds",
    help: "How long the first of the waiting jobs could have been taken.",
    labelNames: ["job"],
    registers: [registry],
    async collect() {
      for (const each of [waiting, active, failed, oldest]) each.reset();
      for (const queue of await queries.listQueues(read).catch(() => [])) {
        waiting.set({ job: queue.name }, queue.waiting);
        active.set({ job: queue.name }, queue.active);
        failed.set({ job: queue.name }, queue.failed);
        oldest.set({ job: queue.name }, queue.longest_wait);
      }
    },
  });
}

function addConnections(registry: Registry, read: queries.Reader): void {
  const most = new Gauge({
    name: "database_server_connections_max",
    help: "Connections that PostgreSQL allows.",
    registers: [registry],
  });
  const open = new Gauge({
    name: "database_server_connections",
    help: "Open connections to PostgreSQL, of all its clients.",
    registers: [registry],
  });
  new Gauge({
    name: "database_up",
    help: "1 if PostgreSQL answers, else 0.",
    registers: [registry],
    async collect() {
      const found = await queries.countConnections(read).catch(() => null);
      this.set(found ? 1 : 0);
      for (const each of [most, open]) each.reset();
      if (!found) return;
      most.set(found.most);
      open.set(found.open);
    },
  });
}
